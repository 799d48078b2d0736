/** A list in hand-written SQL. */
export interface List {
  /** Condition that an element equals a literal; NULL where there is no list. */
  has(literal: string): string;
  /** Number of elements; NULL where there is no list. */
  readonly size: string;
}

/** The kinds of value that the tests look for in documents. */
export type Kind = 'text' | 'tinyint' | 'integer' | 'bigint' | 'decimal' | 'float' | 'boolean' | 'date' | 'uuid';

/** Values of lists and documents as one engine's SQL reads them, in words of its own for each engine. */
export interface Hand {
  /** A list of text in the column that the engine likes best for it. */
  array(column: string): List;
  /** A list of text, joined by commas. */
  delimited(column: string): List;
  /** A list in a document, at keys from the root on, without which the document itself is the list. */
  list(column: string, kind: Kind, ...keys: readonly string[]): List;
  /** The value at keys of a document; NULL where none of the kind is there. */
  at(column: string, kind: Kind, ...keys: readonly string[]): string;
  /** Condition that the column holds a document, which JSON's null is not. */
  isDocument(column: string): string;
  /** Literal for a moment, as TypeORM stores it. */
  moment(iso: string): string;
  /** Literals of truth. */
  readonly yes: string;
  readonly no: string;
}

/** The least and the greatest value of each kind of whole number. */
export const ranges = {
  tinyint: ['-128', '127'],
  integer: ['-2147483648', '2147483647'],
  bigint: ['-9223372036854775808', '9223372036854775807'],
} as const;

/** Returns true for a kind of whole number. */
export function isWhole(kind: Kind): kind is keyof typeof ranges {
  return kind in ranges;
}

/** The elements of a list in SQL: rows, and an expression for the value of one. */
interface Elements {
  readonly from: string;
  readonly where?: string;
  readonly value: string;
  /** Condition that there is a list. */
  readonly isThere: string;
}

/** Makes a list of its elements. */
export function listOf({ from, where = '1 = 1', value, isThere }: Elements): List {
  const when = (sql: string) => `(CASE WHEN ${isThere} THEN ${sql} END)`;
  return {
    has: (literal) => when(`EXISTS (SELECT 1 FROM ${from} WHERE ${where} AND ${value} = ${literal})`),
    size: when(`(SELECT COUNT(*) FROM ${from} WHERE ${where})`),
  };
}
