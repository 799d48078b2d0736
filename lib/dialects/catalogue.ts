export type Ask = (sql: string, parameters?: readonly unknown[]) => Promise<readonly CatalogueRow[]>;

/** A row of a catalogue, by the names that its statement selects. */
export type CatalogueRow = Readonly<Record<string, unknown>>;

export interface IndexKey {
  /** Name of the column. Undefined for an expression. */
  readonly column: string | undefined;
  /** The expression in the database's own words. Undefined for a column. */
  readonly expression: string | undefined;
  readonly isDescending: boolean;
  /** Operator class that is not the type's usual one: `gin_trgm_ops`. */
  readonly operatorClass: string | undefined;
  /** Collation of the key, where that is known and is not the column's own. */
  readonly collation: string | undefined;
  /** True where only the beginning of each value is in the index. */
  readonly isPrefix: boolean;
}

export interface CatalogueIndex {
  readonly name: string;
  readonly method: string;
  /** True where it holds all rows, and the database uses it. */
  readonly isComplete: boolean;
  readonly keys: readonly IndexKey[];
}

/** Indexes of a table, and expressions over it in the database's own words. */
export interface TableIndexes {
  readonly indexes: readonly CatalogueIndex[];
  /** The database's own words for each expression that was asked about. */
  readonly expressions: ReadonlyMap<string, string>;
}

/** Indexes of an engine: what it can have, and what it has. */
export interface IndexDialect {
  /**
   * Reads the indexes of a table. Undefined where there is no such table, or it may not be seen.
   *
   * @param table its escaped name with its schema, and the two apart; no schema for the connection's own
   * @param expressions expressions over the columns of the table, without an alias
   */
  indexesOf(
    table: { readonly sql: string; readonly name: string; readonly schema: string | undefined },
    expressions: readonly string[],
    ask: Ask,
  ): Promise<TableIndexes | undefined>;
  /** Reason why an expression has no index. Undefined where it can have one. */
  readonly noExpressions?: string;
  /** Returns the index that serves the elements of a list, or the reason why there is none. */
  listIndex(list: {
    readonly storage: 'array' | 'delimited' | 'document';
    /** Escaped name of the column. */
    readonly column: string;
    /** Type of the column as its entity declares it. */
    readonly type: unknown;
    readonly collation: string | undefined;
    /** True where equal elements are equal JSON. */
    readonly isPlain: boolean;
  }): { readonly sql: string; readonly operatorClass?: string } | { readonly reason: string };
  /** Operator class by which an index finds a text within others. Undefined where there is none. */
  readonly substrings?: { readonly operatorClass: string; readonly extension: string };
  /**
   * Returns the form of a text column that a search compares, as an index must have it: an expression, or the column
   * under another collation, with the text of the key. Undefined for the column itself.
   */
  readonly searched?: (column: {
    readonly sql: string;
    readonly collation: string | undefined;
    readonly type: unknown;
  }) =>
    | {
        readonly sql: string;
        readonly isExpression: boolean;
        readonly collation?: string;
        readonly written?: string;
      }
    | undefined;
  /** Reads the schema of an extension. Undefined where it is not there. */
  schemaOf?(extension: string, ask: Ask): Promise<string | undefined>;
  /** Writes the key of a column of long texts, where an index takes no whole ones. */
  prefixOf?(column: string, type: unknown): string | undefined;
  /** Writes `USING` and the method, where the engine has several. */
  method(name: 'btree' | 'gin'): string;
}

/** Makes the indexes of rows with a key each, in its order. An engine selects what its keys can be beyond the usual. */
function indexesIn(rows: readonly CatalogueRow[]): readonly CatalogueIndex[] {
  const byName = new Map<string, CatalogueRow[]>();
  for (const row of rows) {
    const name = String(row['name']);
    byName.set(name, [...(byName.get(name) ?? []), row]);
  }
  return [...byName].map(([name, own]) => ({
    name,
    method: String(own[0]?.['method']).toLowerCase(),
    isComplete: flag(own[0]?.['is_complete']),
    keys: own.map((row) => {
      const column = optional(row['column_name']);
      return {
        column,
        expression: optional(row['expression']) ?? (column === undefined ? 'an expression' : undefined),
        isDescending: flag(row['is_descending']),
        operatorClass: optional(row['operator_class']),
        collation: optional(row['collation_name']),
        isPrefix: flag(row['is_prefix']),
      };
    }),
  }));
}

function optional(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Reads a truth value: drivers give a boolean, a number or a bigint. */
function flag(value: unknown): boolean {
  return value === true || Number(value) === 1;
}

/** Expressions of an engine whose catalogue has them as somebody wrote them: they are compared with no other text. */
function asWritten(expressions: readonly string[]): ReadonlyMap<string, string> {
  return new Map(expressions.map((expression) => [expression, expression]));
}

/** Estimate of the number of rows of a statement, which the planner makes from its statistics without reading them. */
export interface RowEstimate {
  /** Writes the statement that asks the planner about another. */
  explain(sql: string): string;
  /** Reads the number of rows from the planner's answer, as the driver gives it. Undefined where it has none. */
  rowsIn(answer: unknown): number | undefined;
}

/** Plan of a statement, as the database shows it without running the statement. */
export interface StatementPlan {
  /** Writes the statement that asks for the plan of another. Its parameters are those of the other. */
  explain(sql: string): string;
  /** Reads the plan from the answer, as the driver gives it. */
  planIn(answer: unknown): unknown;
}

function planBy(explain: string, planIn: StatementPlan['planIn'] = (answer: unknown) => answer): StatementPlan {
  return { explain: (sql) => `${explain} ${sql}`, planIn };
}

/** Plan of PostgreSQL: `[{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': 25, … } }] }]`. */
export const postgresPlan = planBy('EXPLAIN (FORMAT JSON)', (answer) => memberOf(answer, '0', 'QUERY PLAN', '0'));

export const postgresEstimate: RowEstimate = {
  explain: (sql) => postgresPlan.explain(sql),
  rowsIn: (answer) => {
    const rows = memberOf(postgresPlan.planIn(answer), 'Plan', 'Plan Rows');
    return typeof rows === 'number' ? rows : undefined;
  },
};

/**
 * Plan of MariaDB and MySQL: `[{ EXPLAIN: '{ "query_block": … }' }]`. MariaDB writes the values of the conditions into
 * it as they are, so that one with a quote or a tab makes it no JSON; the plan is the text then.
 */
export const mysqlPlan = planBy('EXPLAIN FORMAT=JSON', (answer) => {
  const text = memberOf(answer, '0', 'EXPLAIN');
  try {
    return typeof text === 'string' ? (JSON.parse(text) as unknown) : text;
  } catch {
    return text;
  }
});

/** Plan of SQLite: rows with `id`, `parent` and `detail`. */
export const sqlitePlan = planBy('EXPLAIN QUERY PLAN');

/** Plan as rows, for CockroachDB and TiDB, which have no JSON format. */
export const rowsOfPlan = planBy('EXPLAIN');

/** Returns what the keys lead to in a plan. */
function memberOf(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );
}

/** Columns of a table. A key of one integer column is the table itself, and SQLite lists no index for it. */
const sqliteColumns = `
SELECT 'the primary key' AS name, 'btree' AS method, 1 AS is_complete, name AS column_name, pk
FROM pragma_table_xinfo(?)
ORDER BY pk, cid`;

const sqliteKeys = `
SELECT l.name AS name, 'btree' AS method, NOT l.partial AS is_complete, x.name AS column_name,
  x."desc" AS is_descending, x.coll AS collation_name
FROM pragma_index_list(?) l
JOIN pragma_index_xinfo(l.name) x ON x.key = 1
ORDER BY l.name, x.seqno`;

const everyList =
  'no index serves the elements of a list on this engine: keep them in a table of their own, and filter through the relation';

export const sqliteIndexes: IndexDialect = {
  indexesOf: async ({ name }, expressions, ask) => {
    const columns = await ask(sqliteColumns, [name]);
    if (columns.length === 0) return undefined;
    const primary = columns.filter(({ pk }) => Number(pk) > 0);
    return {
      indexes: indexesIn([...(await ask(sqliteKeys, [name])), ...primary]),
      expressions: asWritten(expressions),
    };
  },
  noExpressions: 'indexes on expressions are not compared on this engine: docs/indexes.md has the statement',
  listIndex: () => ({ reason: everyList }),
  method: () => '',
};

/** Keys of the indexes of a table, in their order. Included columns are no keys. */
const postgresKeys = `
SELECT i.relname AS name, am.amname AS method, x.indisvalid AND x.indisready AND x.indpred IS NULL AS is_complete,
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

export const postgresIndexes: IndexDialect = {
  indexesOf: async ({ sql }, expressions, ask) => {
    const [found] = await ask('SELECT pg_catalog.to_regclass($1) IS NOT NULL AS there', [sql]);
    if (found?.['there'] !== true) return undefined;
    const indexes = indexesIn(await ask(postgresKeys, [sql]));
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
};

/** Returns expressions as PostgreSQL's planner prints them, which is how its catalogue has them. No row is read. */
async function inOwnWords(
  table: string,
  expressions: readonly string[],
  ask: Ask,
): Promise<ReadonlyMap<string, string>> {
  if (expressions.length === 0) return new Map();
  const [row] = await ask(`EXPLAIN (VERBOSE, FORMAT JSON) SELECT ${expressions.join(', ')} FROM ${table} AS nf_table`);
  const output = memberOf(row, 'QUERY PLAN', '0', 'Plan', 'Output');
  if (!Array.isArray(output) || output.length !== expressions.length)
    throw new TypeError('the server has printed other expressions than were asked for');
  return new Map(expressions.map((expression, place) => [expression, String(output[place])]));
}

const tables =
  'SELECT 1 AS there FROM information_schema.TABLES WHERE TABLE_SCHEMA = COALESCE(?, DATABASE()) AND TABLE_NAME = ?';

const mysqlKeys = `
SELECT s.INDEX_NAME AS name, s.INDEX_TYPE AS method, 1 AS is_complete, s.COLUMN_NAME AS column_name,
  s.COLLATION = 'D' AS is_descending, s.SUB_PART IS NOT NULL AS is_prefix
FROM information_schema.STATISTICS s
WHERE s.TABLE_SCHEMA = COALESCE(?, DATABASE()) AND s.TABLE_NAME = ?
ORDER BY s.INDEX_NAME, s.SEQ_IN_INDEX`;

/** Columns whose texts an index takes only by their beginning. */
const long: ReadonlySet<unknown> = new Set([
  ...['tinytext', 'text', 'mediumtext', 'longtext', 'simple-array', 'simple-json'],
]);

/** Indexes of MariaDB and MySQL. MySQL has indexes on expressions, which no test has run on. */
export const mysqlIndexes: IndexDialect = {
  indexesOf: async ({ name, schema = null }, expressions, ask) => {
    const found = await ask(tables, [schema, name]);
    if (found.length === 0) return undefined;
    return { indexes: indexesIn(await ask(mysqlKeys, [schema, name])), expressions: asWritten(expressions) };
  },
  noExpressions:
    'no index serves an expression on this engine: declare a generated column with an index (docs/indexes.md)',
  listIndex: () => ({ reason: everyList }),
  prefixOf: (column, type) => (long.has(type) ? `${column}(191)` : undefined),
  method: () => '',
};
