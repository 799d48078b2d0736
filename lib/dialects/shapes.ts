/**
 * SQL that holds an engine to one way of answering conditions, where its planner would guess wrong, and the numbers of rows at
 * which the ways change places. Measured, on 100,000 rows; see docs/benchmarks.md.
 */
export interface Shapes {
  /** Writes that a column is among the keys that a subquery gives, which is answered first, as a whole. */
  readonly among: (column: string, keys: string) => string;
  /** Writes that a subquery about each row has a row, which is asked row by row, in the order of the statement. */
  readonly perRow: (subquery: string) => string;
  /** Makes a subquery one that is answered first, as a whole, even where that looks more expensive; used within `among`. */
  readonly apart: (keys: string) => string;
  /** True where a subquery about each row asks a junction table alone, beside the keys of the related rows, found before. */
  readonly farKeysFirst: boolean;
  /** The same for a relation to one row, by the foreign key of which there is one in each row. */
  readonly toOne: Pick<Shapes, 'among' | 'perRow'> & {
    /** Writes an expression that has the same value in all rows, which the planner does not know: ordered by it, rows are sorted. */
    readonly constant?: (column: string) => string;
  };
  /** Greatest number of rows that are few: their keys first is then the best way. */
  readonly few: number;
  /** Number of rows of a list, in its order, that may be looked at for one page. */
  readonly walk: number;
}

/** The part of an engine's row that these are. */
export interface Shaped {
  /** Ways of answering conditions on related rows, of which one can be chosen; undefined where none was measured. */
  readonly shapes?: Shapes | undefined;
  /** True where a foreign key constraint makes an index. */
  readonly indexesForeignKeys?: boolean;
}

const among: Shapes['among'] = (column, keys) => `${column} IN (${keys})`;

export const sqliteShapes: Shapes = {
  among,
  perRow: (subquery) => `EXISTS (${subquery})`,
  apart: (keys) => keys,
  farKeysFirst: false,
  toOne: { among, perRow: (subquery) => `EXISTS (${subquery})` },
  few: 2_000,
  walk: 1_500,
};

/**
 * The planner takes the average value for any value that it learns later. It knows nothing of an array, and cannot join OFFSET.
 *
 * Of an array it expects ten members. Where many rows refer to each, that is enough for it to read an index in the order of the
 * list, to its end if only few rows match. So foreign keys are compared with a subquery, and the order is one that no index has.
 * Row by row it chooses by itself between one look at the referred table and a hash of all its keys: in a table of a few pages it
 * would read all of these for each row.
 */
export const postgresShapes: Shapes = {
  among: (column, keys) => `${column} = ANY(ARRAY(${keys}))`,
  perRow: (subquery) => `EXISTS (${subquery} OFFSET 0)`,
  apart: (keys) => keys,
  farKeysFirst: true,
  toOne: {
    among,
    perRow: (subquery) => `COALESCE(EXISTS (${subquery}), FALSE)`,
    constant: (column) => `NULLIF(${column}, ${column})`,
  },
  few: 3_000,
  walk: 1_000,
};

/** EXISTS becomes a join again, unless something is around it; a derived table is merged, unless it has a limit. */
export const mysqlShapes: Shapes = {
  among,
  perRow: (subquery) => `COALESCE(EXISTS (${subquery}), FALSE)`,
  apart: (keys) => `SELECT * FROM (${keys} LIMIT 18446744073709551615) nf_apart`,
  farKeysFirst: false,
  toOne: { among, perRow: (subquery) => `COALESCE(EXISTS (${subquery}), FALSE)` },
  few: 3_000,
  walk: 1_500,
};
