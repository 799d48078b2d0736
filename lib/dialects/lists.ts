import { junction } from './junction.js';
import type { StoredAs } from './stored.js';

/** Ways in which a column that is not a document keeps a list: as an array, or as one comma-delimited text. */
export type ListStorage = 'array' | 'delimited';

/** Column that keeps a list. */
export interface ListColumn {
  /** Escaped name of the column, with its alias. */
  readonly sql: string;
  /** Storage of each element. */
  readonly elementsStoredAs: StoredAs;
}

/** Element that a list is searched for. */
export interface ListElement {
  /** Value as its kind gives it to the driver. In a delimited list it has no comma. */
  readonly value: unknown;
  /** JSON text of the value, for lists in documents: `"red"`, `3`, `true`. */
  readonly json: string;
}

/** Question whether a list has every one of some elements, or at least one. The list is a column, or in a document. */
export interface ListQuestion {
  readonly quantifier: 'every' | 'some';
  /** Elements to look for, one or more. */
  readonly elements: readonly ListElement[];
  /** Binds a value, and returns its parameter: `:nf_p1`. */
  readonly bind: (value: unknown) => string;
  /** True for the opposite question: the list is there, and does not have them. */
  readonly negated: boolean;
}

/**
 * Question whether a list of texts has an element that satisfies a condition. The list is a column, or in a document.
 */
export interface ElementQuestion {
  /** Writes the condition on the SQL of one element. It is NULL for an element that is NULL. */
  readonly matches: (element: string) => string;
  /** True for the opposite question: the list is there, and no element satisfies the condition. */
  readonly negated: boolean;
}

/** List elements as rows of a table in FROM, beside the row that has the list. */
export interface ListElements {
  /** Table of the elements. It has no rows where there is no list. */
  readonly from: string;
  /** Value of an element, compared exactly. NULL for an element that is NULL, or not of the list's kind. */
  readonly value: string;
}

/**
 * SQL for lists in one storage. Elements are compared exactly: case, accents and trailing spaces count under any
 * collation of the column. Every condition, negated or not, is false or NULL where the column is NULL.
 */
export interface ListPhrases {
  /**
   * Writes the condition that a list has the elements, or its negation. An element that is NULL equals none of them.
   */
  has(column: ListColumn, question: ListQuestion): string;

  /** Writes the condition that a list has no element, or its negation. An element that is NULL counts as one. */
  empty(column: ListColumn, negated: boolean): string;

  /**
   * Writes the condition that a list of texts has an element that contains a text, or its negation. In a delimited
   * list the text has no comma.
   */
  hasMatch(column: ListColumn, question: ElementQuestion): string;

  /** Writes the elements as rows. Undefined where the engine cannot. */
  readonly elements?: ((column: ListColumn) => ListElements) | undefined;
}

/** Ways of storing lists that an engine has. */
export interface ListDialect {
  /**
   * Columns of the engine's own array types. Undefined where the engine has none, or its driver cannot bind for them.
   */
  readonly array?: ListPhrases;
  /** TypeORM's `simple-array`. */
  readonly delimited: ListPhrases;
}

/** SQL of an engine that looks for each element in the text of a delimited list. */
export interface DelimitedPhrases {
  /** Compares the text with the empty text, exactly. */
  readonly empty: (sql: string, sign: '=' | '<>') => string;
  /** Finds an element between the commas of the text, with a comma added at either end. */
  readonly contains: (sql: string, parameter: string) => string;
  /** Writes the elements of a text as rows. */
  readonly elements: (sql: string) => ListElements;
}

/** Makes the phrases of an engine that cannot split a text into an array. */
export function delimitedLists({ empty, contains, elements: elementsOf }: DelimitedPhrases): ListPhrases {
  return {
    has: ({ sql }, { quantifier, elements, bind, negated }) => {
      const each = elements.map(({ value }) => contains(sql, bind(value)));
      // Between commas, the empty text would have one empty element; as a list it has none.
      return negatedIf(negated, `(${empty(sql, '<>')} AND ${junction(wordOf(quantifier), each)})`);
    },
    empty: ({ sql }, negated) => empty(sql, negated ? '<>' : '='),
    hasMatch: matchInText,
    elements: ({ sql }) => elementsOf(sql),
  };
}

/** Looks for a text without a comma in the whole delimited list. A match always lies within one element. */
export const matchInText: ListPhrases['hasMatch'] = ({ sql }, { matches, negated }) => negatedIf(negated, matches(sql));

/** Returns the word that joins the conditions on each element. */
export function wordOf(quantifier: ListQuestion['quantifier']): 'AND' | 'OR' {
  return quantifier === 'every' ? 'AND' : 'OR';
}

/** Negates a condition that is NULL only where the column is. */
export function negatedIf(negated: boolean, sql: string): string {
  return negated ? `NOT (${sql})` : sql;
}
