import type { Ask, CatalogueIndex, CatalogueRow, IndexDialect } from '../explain/catalogue.js';
import { byIndex, flag, optional } from '../explain/catalogue-rows.js';
import { memberOf } from '../explain/statement-plan.js';

/** Keys of the indexes of a table, in their order. Included columns are no keys. */
const keysOfTable = `
SELECT i.relname AS name, am.amname AS method, x.indisunique AS is_unique,
  x.indisvalid AND x.indisready AND x.indpred IS NULL AS is_complete,
  EXISTS (SELECT 1 FROM pg_catalog.pg_constraint c WHERE c.conindid = x.indexrelid) AS is_constraint,
  a.attname AS column_name,
  CASE WHEN a.attname IS NULL THEN pg_catalog.pg_get_indexdef(x.indexrelid, k.n, true) END AS expression,
  (x.indoption[k.n - 1] & 1) = 1 AS is_descending,
  CASE WHEN NOT o.opcdefault THEN o.opcname END AS operator_class,
  CASE WHEN a.attcollation <> x.indcollation[k.n - 1] THEN l.collname END AS collation_name
FROM pg_catalog.pg_index x
JOIN pg_catalog.pg_class i ON i.oid = x.indexrelid
JOIN pg_catalog.pg_am am ON am.oid = i.relam
CROSS JOIN LATERAL pg_catalog.generate_series(1, x.indnkeyatts) AS k(n)
JOIN pg_catalog.pg_opclass o ON o.oid = x.indclass[k.n - 1]
LEFT JOIN pg_catalog.pg_collation l ON l.oid = x.indcollation[k.n - 1]
LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = x.indrelid AND a.attnum = x.indkey[k.n - 1] AND a.attnum <> 0
WHERE x.indrelid = pg_catalog.to_regclass($1)
ORDER BY i.relname, k.n`;

/** Indexes of PostgreSQL. */
export const postgresIndexes: IndexDialect = {
  indexesOf: async ({ sql }, expressions, ask) => {
    const [found] = await ask('SELECT pg_catalog.to_regclass($1) IS NOT NULL AS there', [sql]);
    if (found?.['there'] !== true) return undefined;
    const indexes = byIndex(await ask(keysOfTable, [sql]), indexOf);
    const own = indexes.flatMap(({ keys }) => keys.flatMap(({ expression }) => expression ?? []));
    const words = await inOwnWords(sql, [...new Set([...expressions, ...own])], ask);
    return {
      indexes: indexes.map((index) => ({
        ...index,
        keys: index.keys.map((key) => ({ ...key, expression: key.expression && words.get(key.expression) })),
      })),
      expressions: words,
    };
  },
  listIndex: ({ storage, column, type, collation, isPlain }) => {
    if (storage === 'array') return { sql: column };
    if (storage === 'delimited') {
      const list = collation === undefined ? column : `${column} COLLATE "default"`;
      return { sql: `(string_to_array(${list}, ','))` };
    }
    if (type !== 'jsonb') return { reason: 'no index serves lists in a `json` column: make it `jsonb`' };
    if (!isPlain)
      return { reason: 'no index serves lists of uuids and floats, whose equal values may be different JSON' };
    return { sql: column, operatorClass: 'jsonb_path_ops' };
  },
  substrings: { operatorClass: 'gin_trgm_ops', extension: 'pg_trgm' },
  searched: ({ sql, collation, type }) => {
    if (type === 'citext') return { sql: `(CAST(${sql} AS text))`, isExpression: true };
    if (collation === undefined) return undefined;
    // The server keeps such a key as the column, with a collation.
    return { sql, isExpression: false, collation: 'default', written: `(${sql} COLLATE "default")` };
  },
  schemaOf: async (extension, ask) => {
    const [row] = await ask(
      'SELECT n.nspname AS name FROM pg_catalog.pg_extension e JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = $1',
      [extension],
    );
    return optional(row?.['name']);
  },
  method: (name) => (name === 'btree' ? '' : `USING ${name} `),
  drop: (index, _, schema) => `DROP INDEX ${schema === undefined ? '' : `${schema}.`}${index}`,
};

function indexOf(rows: readonly CatalogueRow[], name: string): CatalogueIndex {
  const [first = {}] = rows;
  return {
    name,
    method: String(first['method']),
    isUnique: flag(first['is_unique']),
    isOfConstraint: flag(first['is_constraint']),
    isComplete: flag(first['is_complete']),
    keys: rows.map((row) => ({
      column: optional(row['column_name']),
      expression: optional(row['expression']),
      isDescending: flag(row['is_descending']),
      operatorClass: optional(row['operator_class']),
      collation: optional(row['collation_name']),
      isPrefix: false,
    })),
  };
}

/** Returns expressions as PostgreSQL's planner prints them, which is how its catalogue has them. No row is read. */
async function inOwnWords(
  table: string,
  expressions: readonly string[],
  ask: Ask,
): Promise<ReadonlyMap<string, string>> {
  if (expressions.length === 0) return new Map();
  const [row] = await ask(`EXPLAIN (VERBOSE, FORMAT JSON) SELECT ${expressions.join(', ')} FROM ${table} AS nf_table`);
  const [plan] = listOf(row?.['QUERY PLAN']);
  const output = listOf(memberOf(memberOf(plan, 'Plan'), 'Output'));
  if (output.length !== expressions.length)
    throw new TypeError('the server has printed other expressions than were asked for');
  return new Map(expressions.map((expression, place) => [expression, String(output[place])]));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
