/**
 * SQL that holds an engine to one way of answering conditions, where its planner would guess wrong, and the numbers of rows at
 * which the ways change places. Measured, on 100,000 rows; see docs/benchmarks.md.
 */
export interface Shapes {
  /** Writes that a column is among the keys that a subquery gives, which is answered first, as a whole. */
  readonly among: (column: string, keys: string) => string;
  /**
   * Writes that a column is among the keys that any of several subqueries gives, which are answered first, as a whole.
   *
   * @param union the subqueries, joined by UNION ALL
   * @param alias a name for them, escaped
   */
  readonly amongAny: (column: string, union: string, alias: string) => string;
  /** Writes that a subquery about each row has a row, which is asked row by row, in the order of the statement. */
  readonly perRow: (subquery: string) => string;
  /**
   * Writes a subquery about each row that asks a junction table alone, beside the keys of the related rows, found before; undefined
   * where the engine finds them by itself.
   */
  readonly farKeysFirst?: (subquery: string) => string;
  /** The same for a relation to one row, by the foreign key of which there is one in each row. */
  readonly toOne: Pick<Shapes, 'among' | 'perRow'>;
  /**
   * Writes a parameter at whose value the planner does not look; undefined where it looks at none, or at all of them. Where a shape
   * was chosen, there is nothing left to be decided by a value.
   */
  readonly unseen?: (parameter: string) => string;
  /** Writes an expression that has the same value in all rows, which the planner does not know. */
  readonly constant: (column: string) => string;
  /** True where rows are ordered by that first, so that the planner reads none in the order of the list to find a few of them. */
  readonly sorts: {
    /** Rows of which the keys of the rows that they refer to are found first. */
    readonly byToOne: boolean;
    /** Rows that satisfy a list's own conditions, where these are few; otherwise their keys are found first. */
    readonly own: boolean;
  };
  /** Greatest number of rows that are few: their keys first is then the best way. */
  readonly few: number;
  /** Number of rows of a list, in its order, that may be looked at for one page. */
  readonly walk: number;
  /**
   * Least number of rows before a page whose keys are then found first, in the order of an index, and its rows after; undefined
   * where the numbers of a window cannot be parameters.
   */
  readonly deep: number | undefined;
  /**
   * Joins two tables so that the rows of the first are read first, in the order of the statement; undefined where the planner does so
   * by itself, or gains nothing by it.
   */
  readonly readFirst?: (first: string, then: string, on: string) => string;
  /** True where a total is found sooner within the statement of a full page than by a statement of its own: by a server elsewhere. */
  readonly countsWithin: boolean;
  /** True where an entry of any index ends with the primary key, and conditions cost no more beside keys than beside rows. */
  readonly keysInIndexes: boolean;
}

/** The part of an engine's row that these are. */
export interface Shaped {
  /** Ways of answering conditions on related rows, of which one can be chosen; undefined where none was measured. */
  readonly shapes?: Shapes | undefined;
  /** True where a foreign key constraint makes an index. */
  readonly indexesForeignKeys?: boolean;
}

const among: Shapes['among'] = (column, keys) => `${column} IN (${keys})`;
const amongArray: Shapes['among'] = (column, keys) => `${column} = ANY(ARRAY(${keys}))`;
const constant: Shapes['constant'] = (column) => `NULLIF(${column}, ${column})`;

/**
 * In a database with statistics of ANALYZE, SQLite prepares a statement anew at each execution where its plan has to do with the value
 * of a parameter, be it the same value again: that takes as long as a small page. It looks at parameters that stand alone.
 */
export const sqliteShapes: Shapes = {
  among,
  amongAny: among,
  perRow: (subquery) => `EXISTS (${subquery})`,
  toOne: { among, perRow: (subquery) => `EXISTS (${subquery})` },
  unseen: (parameter) => `+${parameter}`,
  constant,
  sorts: { byToOne: false, own: false },
  few: 2_000,
  walk: 1_500,
  deep: 1_000,
  countsWithin: false,
  keysInIndexes: true,
};

/**
 * The planner takes the average value for any value that it learns later. It knows nothing of an array, and cannot join OFFSET.
 *
 * Of an array it expects ten members. Where many rows refer to each, that is enough for it to read an index in the order of the
 * list, to its end if only few rows match. So foreign keys are compared with a subquery, and the order is one that no index has.
 * An index of the related rows themselves tells it enough: OFFSET would only keep it from stopping at the first of them.
 * Row by row of a relation to one it chooses by itself between one look at the referred table and a hash of all its keys: in a table of a few pages it
 * would read all of these for each row.
 */
export const postgresShapes: Shapes = {
  among: amongArray,
  amongAny: amongArray,
  perRow: (subquery) => `EXISTS (${subquery})`,
  farKeysFirst: (subquery) => `EXISTS (${subquery} OFFSET 0)`,
  toOne: {
    among,
    perRow: (subquery) => `COALESCE(EXISTS (${subquery}), FALSE)`,
  },
  constant,
  sorts: { byToOne: true, own: false },
  few: 3_000,
  walk: 1_000,
  deep: 1_000,
  countsWithin: true,
  // An entry has the place of its row, which is then read: for a key that the index lacks, and to see whether a condition is true.
  keysInIndexes: false,
};

/**
 * EXISTS becomes a join again, unless something is around it. Keys of a derived table are believed to be as many as its rows, so that
 * all rows of the list were read in its order. An order by a column of a joined table is a sort of all rows, whatever the indexes and
 * the limit are.
 */
export const mysqlShapes: Shapes = {
  among,
  // A union of its own in IN would be asked row by row.
  amongAny: (column, union, alias) => `${column} IN (SELECT * FROM (${union}) ${alias})`,
  perRow: (subquery) => `COALESCE(EXISTS (${subquery}), FALSE)`,
  toOne: { among, perRow: (subquery) => `COALESCE(EXISTS (${subquery}), FALSE)` },
  constant,
  sorts: { byToOne: false, own: true },
  few: 3_000,
  walk: 1_500,
  deep: 1_000,
  readFirst: (first, then, on) => `${first} STRAIGHT_JOIN ${then} ON ${on}`,
  countsWithin: true,
  keysInIndexes: true,
};
