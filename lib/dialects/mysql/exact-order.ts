import type { ExactOrders } from '../exact-order.js';

/**
 * Collations of MariaDB without PAD SPACE, and those of several levels, such as accent- and case-sensitive ones.
 * A sort with LIMIT fills the weights of each text with zeros, so that `a` and `a` with NUL are equal in it.
 * Where a column is wide, the sort also leaves out the second level, so that `resume` and `résumé` are equal.
 * Comparisons tell them apart.
 */
const collations = 'nopad|uca1400.*(_as_|_cs)|_w2$|_czech_cs$';

/** Orders of MariaDB and MySQL that sorts and comparisons treat alike: by bytes. */
export const mysqlExactOrders: ExactOrders = {
  ofPaths: 'bytes',
  collations,
  columnsQuery:
    'SELECT TABLE_NAME AS tableName, COLUMN_NAME AS columnName FROM information_schema.COLUMNS ' +
    `WHERE TABLE_SCHEMA = DATABASE() AND COLLATION_NAME REGEXP '${collations}'`,
  orders: {
    weights: {
      of: (sql) => `WEIGHT_STRING(${sql})`,
      // The empty beginning of the text adds nothing but its collation.
      operand: (sql, parameter) => `WEIGHT_STRING(CONCAT(LEFT(${sql}, 0), ${parameter}))`,
    },
    bytes: {
      of: (sql) => `CAST(${sql} AS BINARY)`,
      operand: (_sql, parameter) => `CAST(CONVERT(${parameter} USING utf8mb4) AS BINARY)`,
    },
  },
};
