import type { DocumentKind } from '../../../../../lib/dialects/documents.js';
import type { EngineName } from '../../../../support/databases.js';
import type { SampleColumn } from '../../../../support/samples/columns.js';
import type { Written } from '../table.js';

/** A column type that keeps documents, and the SQL that its tables shorten to one word. */
export interface Store {
  readonly engine: EngineName;
  readonly column: SampleColumn;
  /** `x` in the tables of paths: the value at `a.b` as each kind. */
  readonly values: Readonly<Record<DocumentKind, string>>;
  /** `x` in the tables of lists: an element of the list at `a.b` as each kind. */
  readonly elements: Readonly<Record<DocumentKind, string>>;
  /** The document itself, which is NULL where it is JSON null. */
  readonly presence: string;
  /** The other words of the tables of lists. */
  readonly list: {
    /** NULL where there is no list. */
    readonly there: string;
    /** The list has no element. */
    readonly none: string;
    /** The list has an element. */
    readonly some: string;
    /** The elements as rows. */
    readonly each: string;
  };
  readonly paths: KindTable;
  readonly lists: ListTable;
}

/** The comparisons of each kind, by operator. */
export type KindTable = Readonly<Record<DocumentKind, Readonly<Record<string, Written>>>>;

/** Conditions that differ in the parameters alone, by the kinds of the elements. */
interface ListRow {
  readonly holds: string;
  readonly fails: string;
  readonly parameters: Readonly<Record<string, readonly unknown[]>>;
}

/** The conditions on lists of each kind, by operator. */
export type ListTable = Readonly<Record<string, readonly ListRow[]>>;

/** The parameters of a condition that has none. */
export const unbound: Readonly<Record<DocumentKind, readonly unknown[]>> = {
  text: [],
  tinyint: [],
  smallint: [],
  mediumint: [],
  integer: [],
  bigint: [],
  decimal: [],
  float: [],
  boolean: [],
  date: [],
  uuid: [],
};

/** Puts the long expressions into a row of a table, in place of the words that stand for them. */
export function spelledOut([holds, fails, parameters]: Written, words: Readonly<Record<string, string>>): Written {
  const spell = (sql: string): string => sql.replaceAll(/\b[a-z]+\b/g, (word) => words[word] ?? word);
  return [spell(holds), spell(fails), parameters];
}
