import type { DeclaredType } from './stored.js';

/** The values of one key, in the order of its columns. */
export type KeyValues = readonly unknown[];

/** The parts of a statement's FROM that are the keys of rows. */
export interface KeyRows {
  /** The keys as they stand in FROM. */
  readonly from: string;
  /** The number of a key, from 0. */
  readonly place: string;
  /** The columns of the keys. */
  readonly columns: readonly KeyRowsColumn[];
}

/** One column of the keys. */
export interface KeyRowsColumn {
  readonly sql: string;
  /** Reads a column of the table as the text that the keys are. Left out for a known type. */
  readonly textOf: ((column: string) => string) | undefined;
}

/** The names that keys have in a statement: escaped, and of nothing else in it. */
export interface KeyRowsNames {
  readonly table: string;
  readonly place: string;
  readonly columns: readonly string[];
}

/**
 * Keys of rows as a table of the statement, whose text is then the same for any number of them. Engines without it bind
 * the keys one by one.
 */
export interface KeyTable {
  /**
   * Place of the query for the first rows of each key: beside the keys (`lateral`), or in the condition by which the
   * rows are joined with them (`correlated`).
   */
  readonly firstRows: 'lateral' | 'correlated';
  /** Makes the values of the parameters: texts, one for each column of the keys, or one for all. */
  readonly encode: (keys: readonly KeyValues[]) => readonly string[];
  /** Writes the keys, by the parameters that stand for what {@link encode} gives. */
  readonly write: (parameters: readonly string[], columns: readonly DeclaredType[], names: KeyRowsNames) => KeyRows;
  /** Writes the condition that a column of whole numbers is among keys of one column, of a type of its own. */
  readonly among: (column: string, parameter: string, key: DeclaredType) => string;
}
