/**
 * SQL that forces an engine's planner to one way of answering conditions, and the row counts at which another way
 * becomes faster. Measured on 100,000 rows; see docs/benchmarks.md.
 */
export interface PlannerHints {
  /** Writes that a column is among the keys of a subquery, which the engine answers first, as a whole. */
  readonly among: (column: string, keys: string) => string;
  /**
   * Writes that a column is among the keys of several subqueries, which the engine answers first, as a whole.
   *
   * @param union the subqueries, joined by UNION ALL
   * @param alias a name for them, escaped
   */
  readonly amongAny: (column: string, union: string, alias: string) => string;
  /**
   * Writes that a subquery about each row has a row, which the engine answers row by row, in
   * the order of the statement.
   */
  readonly perRow: (subquery: string) => string;
  /**
   * Writes a subquery about each row that reads only a junction table, beside the keys of the related rows, found
   * before. Undefined where the engine finds these keys first by itself.
   */
  readonly farKeysFirst?: (subquery: string) => string;
  /** The same for a to-one relation, by the foreign key in each row. */
  readonly toOne: Pick<PlannerHints, 'among' | 'perRow'>;
  /** Hides a parameter's value from the planner. Undefined where the planner looks at no values, or at all of them. */
  readonly unseen?: (parameter: string) => string;
  /** Writes an expression that is equal in all rows, unknown to the planner. */
  readonly constant: (column: string) => string;
  /**
   * Writes a query in FROM whose rows the planner reads first, whatever the conditions around it are. Undefined where
   * it need not be kept from beginning at a condition, or {@link last} keeps it from that.
   */
  readonly whole?: (query: string) => string;
  /** Writes a condition that the planner does not look rows up by. Undefined where {@link whole} serves. */
  readonly last?: (condition: string) => string;
  /**
   * True where rows are ordered by {@link constant} first, so that the planner does not scan the list in its
   * order to find a few of them.
   */
  readonly sorts: {
    /** For rows whose related keys, of a to-one relation, are found first. */
    readonly byToOne: boolean;
    /** For rows that satisfy a list's own conditions. If these are many, their keys are found first instead. */
    readonly own: boolean;
  };
  /** Greatest number of rows that are "few": finding their keys first is then the best way. */
  readonly few: number;
  /** Greatest number of rows of a list that may be scanned in its order for one page. */
  readonly walk: number;
  /**
   * Least number of rows before a page from which on the page's keys are read first, along an index, and its rows
   * after. Undefined where LIMIT and OFFSET take no parameters.
   */
  readonly deep: number | undefined;
  /** True where many rows are sorted sooner by their keys, and read afterwards, than as a whole. */
  readonly sortsKeysFirst?: true;
  /**
   * Joins two tables so that the rows of the first are read first, in the order of the statement. Undefined where the
   * planner does so by itself, or gains nothing by it.
   */
  readonly readFirst?: (first: string, then: string, on: string) => string;
  /**
   * True where a total is counted sooner within the statement of a full page than by a second statement to the server.
   */
  readonly countsWithin: boolean;
  /**
   * Question to the statistics about a table `$1` and its related table `$2`, both escaped. It has a row where a
   * condition on an aggregate is answered sooner for each row, by an index on foreign key and value, than in groups.
   * Undefined where no statistics tell, or groups are never slower.
   */
  readonly aggregatesByIndex?: string | undefined;
  /**
   * True where an entry of any index ends with the primary key, so that conditions cost no more
   * when only keys are read.
   */
  readonly keysInIndexes: boolean;
}

/** The planner's part of an engine's row. */
export interface Hinted {
  /** Ways of answering conditions on related rows, to choose from. Undefined where none was measured. */
  readonly hints?: PlannerHints | undefined;
  /** True where a foreign key constraint makes an index. */
  readonly indexesForeignKeys?: boolean;
}

const among: PlannerHints['among'] = (column, keys) => `${column} IN (${keys})`;
const amongArray: PlannerHints['among'] = (column, keys) => `${column} = ANY(ARRAY(${keys}))`;
const constant: PlannerHints['constant'] = (column) => `NULLIF(${column}, ${column})`;

/**
 * After ANALYZE, SQLite re-prepares a statement whenever a parameter that its plan depends on is bound, even to the
 * same value. That takes as long as reading a small page. It looks only at parameters that stand alone.
 */
export const sqliteHints: PlannerHints = {
  among,
  amongAny: among,
  perRow: (subquery) => `EXISTS (${subquery})`,
  toOne: { among, perRow: (subquery) => `EXISTS (${subquery})` },
  unseen: (parameter) => `+${parameter}`,
  constant,
  last: (condition) => `+(${condition})`,
  sorts: { byToOne: false, own: false },
  few: 2_000,
  walk: 1_500,
  deep: 1_000,
  countsWithin: false,
  keysInIndexes: true,
};

/**
 * An index is read without its table where VACUUM has marked the pages. A later change unmarks a page, and the planner
 * does not see it. From 40 related rows of each row on, a look-up in the index is cheaper than a hash of all of them,
 * whose cost the planner underestimates; docs/scale.md has the figures.
 */
const manyInIndex = `SELECT 1 FROM pg_class own, pg_class related
 WHERE own.oid = to_regclass($1) AND related.oid = to_regclass($2)
 AND own.reltuples > 0 AND related.reltuples >= 40 * own.reltuples
 AND related.relpages > 0 AND related.relallvisible >= 0.95 * related.relpages
 AND pg_stat_get_dead_tuples(related.oid) <= 0.05 * related.relpages`;

/**
 * PostgreSQL plans with the average for any value that it does not know yet. It knows nothing of an array, and cannot
 * flatten a subquery with OFFSET.
 *
 * It expects ten members of an array. If many rows refer to each member, it then reads an index in the order of the
 * list, to its end where only few rows match. So foreign keys are compared with a subquery, under an order without an
 * index. For an index of the related rows themselves the guess is good enough: OFFSET would only keep the scan from
 * stopping at the first match. Row by row of a to-one relation, the planner chooses between a look-up in the referred
 * table and a hash of all its keys; for a table of a few pages it would read all of these for each row.
 */
export const postgresHints: PlannerHints = {
  among: amongArray,
  amongAny: amongArray,
  perRow: (subquery) => `EXISTS (${subquery})`,
  farKeysFirst: (subquery) => `EXISTS (${subquery} OFFSET 0)`,
  toOne: {
    among,
    perRow: (subquery) => `COALESCE(EXISTS (${subquery}), FALSE)`,
  },
  constant,
  whole: (query) => `${query} OFFSET 0`,
  sorts: { byToOne: true, own: false },
  few: 3_000,
  walk: 1_000,
  deep: 1_000,
  countsWithin: true,
  aggregatesByIndex: manyInIndex,
  // An index entry has the place of its row. The row is read for a key that the index lacks, and to check a condition.
  keysInIndexes: false,
};

/**
 * MariaDB turns EXISTS back into a join unless something is around it. It takes the keys of a derived table for as
 * many as its rows, so that it reads all rows of the list in order. An order by a joined column sorts all rows,
 * under any indexes and limit.
 */
export const mysqlHints: PlannerHints = {
  among,
  // IN with a bare union would be answered row by row.
  amongAny: (column, union, alias) => `${column} IN (SELECT * FROM (${union}) ${alias})`,
  perRow: (subquery) => `COALESCE(EXISTS (${subquery}), FALSE)`,
  toOne: { among, perRow: (subquery) => `COALESCE(EXISTS (${subquery}), FALSE)` },
  constant,
  sorts: { byToOne: false, own: true },
  few: 3_000,
  walk: 1_500,
  deep: 1_000,
  sortsKeysFirst: true,
  readFirst: (first, then, on) => `${first} STRAIGHT_JOIN ${then} ON ${on}`,
  countsWithin: true,
  keysInIndexes: true,
};
