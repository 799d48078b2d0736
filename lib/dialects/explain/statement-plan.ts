/** Plan of a statement, as the database shows it without running the statement. */
export interface StatementPlan {
  /** Writes the statement that asks for the plan of another. Its parameters are those of the other. */
  explain(sql: string): string;
  /** Reads the plan from the answer, as the driver gives it. */
  planIn(answer: unknown): unknown;
}

/** Plan of PostgreSQL: `[{ 'QUERY PLAN': [{ Plan: … }] }]`, whose document is the one element of the list. */
export const postgresPlan: StatementPlan = {
  explain: (sql) => `EXPLAIN (FORMAT JSON) ${sql}`,
  planIn: (answer) => memberOf(memberOf(memberOf(answer, '0'), 'QUERY PLAN'), '0'),
};

/**
 * Plan of MariaDB and MySQL: `[{ EXPLAIN: '{ "query_block": … }' }]`. MariaDB writes the values of the conditions into
 * it as they are, so that one with a quote or a tab makes it no JSON; the plan is the text then.
 */
export const mysqlPlan: StatementPlan = {
  explain: (sql) => `EXPLAIN FORMAT=JSON ${sql}`,
  planIn: (answer) => {
    const text = memberOf(memberOf(answer, '0'), 'EXPLAIN');
    return typeof text === 'string' ? jsonOr(text) : text;
  },
};

/** Plan of SQLite: rows with `id`, `parent` and `detail`. */
export const sqlitePlan: StatementPlan = {
  explain: (sql) => `EXPLAIN QUERY PLAN ${sql}`,
  planIn: (answer) => answer,
};

/** Plan as rows, for CockroachDB and TiDB, which have no JSON format. */
export const rowsOfPlan: StatementPlan = {
  explain: (sql) => `EXPLAIN ${sql}`,
  planIn: (answer) => answer,
};

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns a member of a plan in JSON. */
export function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (Reflect.get(value, key) as unknown) : undefined;
}
