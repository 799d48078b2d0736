import type { CatalogueIndex, CatalogueRow, IndexDialect } from '../explain/catalogue.js';
import { byIndex, flag, optional } from '../explain/catalogue-rows.js';

const tables =
  'SELECT 1 AS there FROM information_schema.TABLES WHERE TABLE_SCHEMA = COALESCE(?, DATABASE()) AND TABLE_NAME = ?';

const keysOfTable = `
SELECT s.INDEX_NAME AS name, s.INDEX_TYPE AS method, s.NON_UNIQUE = 0 AS is_unique, s.COLUMN_NAME AS column_name,
  s.COLLATION = 'D' AS is_descending, s.SUB_PART IS NOT NULL AS is_prefix,
  EXISTS (
    SELECT 1 FROM information_schema.TABLE_CONSTRAINTS c
    WHERE c.TABLE_SCHEMA = s.TABLE_SCHEMA AND c.TABLE_NAME = s.TABLE_NAME AND c.CONSTRAINT_NAME = s.INDEX_NAME
  ) AS is_constraint
FROM information_schema.STATISTICS s
WHERE s.TABLE_SCHEMA = COALESCE(?, DATABASE()) AND s.TABLE_NAME = ?
ORDER BY s.INDEX_NAME, s.SEQ_IN_INDEX`;

/** Columns whose texts an index takes only by their beginning. */
const long: ReadonlySet<unknown> = new Set([
  'tinytext',
  'text',
  'mediumtext',
  'longtext',
  'simple-array',
  'simple-json',
]);

const everyList =
  'no index serves the elements of a list on this engine: keep them in a table of their own, and filter through the relation';

/** Indexes of MariaDB and MySQL. MySQL has indexes on expressions, which no test has run on. */
export const mysqlIndexes: IndexDialect = {
  indexesOf: async ({ name, schema = null }, expressions, ask) => {
    const found = await ask(tables, [schema, name]);
    if (found.length === 0) return undefined;
    const indexes = byIndex(await ask(keysOfTable, [schema, name]), indexOf);
    return { indexes, expressions: new Map(expressions.map((expression) => [expression, expression])) };
  },
  noExpressions:
    'no index serves an expression on this engine: declare a generated column with an index (docs/indexes.md)',
  listIndex: () => ({ reason: everyList }),
  prefixOf: (column, type) => (long.has(type) ? `${column}(191)` : undefined),
  method: () => '',
  drop: (index, table) => `DROP INDEX ${index} ON ${table}`,
};

function indexOf(rows: readonly CatalogueRow[], name: string): CatalogueIndex {
  const [first = {}] = rows;
  return {
    name,
    method: String(first['method']).toLowerCase(),
    isUnique: flag(first['is_unique']),
    isOfConstraint: flag(first['is_constraint']),
    isComplete: true,
    keys: rows.map((row) => ({
      column: optional(row['column_name']),
      expression: row['column_name'] === null ? 'an expression' : undefined,
      isDescending: flag(row['is_descending']),
      operatorClass: undefined,
      collation: undefined,
      isPrefix: flag(row['is_prefix']),
    })),
  };
}
