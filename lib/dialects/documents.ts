import { junction } from './junction.js';
import type { ValueKindName } from './kind-name.js';
import type { ElementQuestion, ListElements, ListQuestion } from './lists.js';

/** Path to a value in a JSON document: the column that holds the document, and the keys that lead to the value. */
export interface DocumentPath {
  /** Escaped name of the column, with its alias. */
  readonly sql: string;
  /** Type of the column as its entity declares it: `jsonb`, `simple-json`, `text`. */
  readonly type: unknown;
  /**
   * Object keys from the root of the document; none for the document itself. A key is never a position in a list.
   * MariaDB fails at more than 30 keys, and PostgreSQL at a key with NUL or half a surrogate pair.
   */
  readonly keys: readonly string[];
}

/** Kinds of whole numbers. */
export type WholeKind = Extract<ValueKindName, 'tinyint' | 'smallint' | 'mediumint' | 'integer' | 'bigint'>;

/**
 * Kinds of value that a path, or the list elements at a path, can be declared as. JSON has these, or can spell them as
 * text, in the same way on every engine.
 */
export const documentKinds = [
  'text',
  'tinyint',
  'smallint',
  'mediumint',
  'integer',
  'bigint',
  'decimal',
  'float',
  'boolean',
  'date',
  'uuid',
] as const satisfies readonly ValueKindName[];

/** One of {@link documentKinds}. */
export type DocumentKind = (typeof documentKinds)[number];

/** List in a document: the path to it, and the kind of its elements. An element of another JSON type equals nothing. */
export interface DocumentList {
  readonly path: DocumentPath;
  readonly kind: DocumentKind;
}

/**
 * SQL that reads JSON documents. A value that is not of its kind is NULL, and so is every value of a text that is not
 * JSON, so that no expression fails. Keys are constants in the SQL, so that an index on an expression can serve it.
 */
export interface Documents {
  /** Column types whose documents can be read without an error; none where the engine lacks the functions. */
  readonly types: ReadonlySet<unknown>;

  /** Writes the value at a path, of the SQL type that a bound value of the kind is compared with. */
  scalar(path: DocumentPath, kind: DocumentKind): string;

  /** Writes an expression that is NULL where the path leads to nothing, or to JSON null. */
  presence(path: DocumentPath): string;

  /** Writes an expression that is NULL where the path does not lead to a list. */
  listPresence(path: DocumentPath): string;

  /** Writes the condition that a list has elements. Without a list it never holds, negated or not. */
  listHas(list: DocumentList, question: ListQuestion): string;

  /**
   * Writes the condition that a list of texts has an element that contains a text. Without a list it
   * never holds, negated or not.
   */
  listHasMatch(path: DocumentPath, question: ElementQuestion): string;

  /** Writes the condition that a list is empty, or negated, that it is not. JSON null counts as an element. */
  listEmpty(path: DocumentPath, negated: boolean): string;

  /** Writes the elements of a list as rows. An element of another JSON type than the list's is NULL. */
  listElements(list: DocumentList): ListElements;

  /**
   * Starts reading a document once for conditions on several of its values. Undefined where that is no faster than
   * reading each value on its own, which an index can serve.
   */
  readonly read?: (document: string) => DocumentReading;
}

/** One reading of a document, which several conditions share. */
export interface DocumentReading {
  /**
   * Writes the value at a path as {@link Documents.scalar} does, or without a kind as {@link Documents.presence} does.
   */
  valueAt(path: DocumentPath, kind: DocumentKind | undefined): string;
  /** Wraps a condition on the written values. The result equals the condition without a shared reading. */
  around(condition: string): string;
}

/** Least and greatest value of each kind of whole number. */
const wholeRanges: Readonly<Record<WholeKind, readonly [least: string, most: string]>> = {
  tinyint: ['-128', '127'],
  smallint: ['-32768', '32767'],
  mediumint: ['-8388608', '8388607'],
  integer: ['-2147483648', '2147483647'],
  bigint: ['-9223372036854775808', '9223372036854775807'],
};

/** Makes a table with one entry for each kind of whole number, from its range. */
export function ofWholeKinds<Part>(
  make: (range: readonly [least: string, most: string]) => Part,
): Record<WholeKind, Part> {
  const { tinyint, smallint, mediumint, integer, bigint } = wholeRanges;
  return {
    tinyint: make(tinyint),
    smallint: make(smallint),
    mediumint: make(mediumint),
    integer: make(integer),
    bigint: make(bigint),
  };
}

/** Largest whole decimal. A decimal in a request can have as many digits before its point. */
export const mostDecimal = '9'.repeat(35);

/** Elements of a list as rows, compared one by one. */
export interface ElementRows extends ListElements {
  /** Writes the operand of a parameter; by default the parameter itself. */
  readonly operand?: (parameter: string) => string;
}

/** Writes the condition that the rows of a list's elements include every element of a question, or at least one. */
export function elementsHave(rows: ElementRows, { elements, quantifier, bind }: ListQuestion): string {
  const { from, value: scalar, operand = (parameter: string) => parameter } = rows;
  const operands = elements.map(({ value }) => operand(bind(value)));
  const has = (list: string): string => `EXISTS (SELECT 1 FROM ${from} WHERE ${scalar} IN (${list}))`;
  return junction('AND', quantifier === 'some' ? [has(operands.join(', '))] : operands.map(has));
}

/** Writes the condition that one of the rows of elements satisfies a condition. */
export function elementMatches({ from, value }: ElementRows, { matches }: ElementQuestion): string {
  return `EXISTS (SELECT 1 FROM ${from} WHERE ${matches(value)})`;
}

/** Returns a condition about a list, negated if asked. The negation holds only where there is a list. */
export function aboutList(has: string, listPresence: string, negated: boolean): string {
  return negated ? `(${listPresence} IS NOT NULL AND NOT ${has})` : has;
}
