import type { DataSource, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { CountMode, QueryPlan } from '../ast/index.js';
import { hasHaving, hasWhere, joinsOf, queryRunnerOf } from '../sql/index.js';

/** The data sources whose planner tells, as JSON, how many rows it expects. */
const tellingDrivers: ReadonlySet<string> = new Set(['postgres', 'aurora-postgres']);

/** How a total is found where a guess would tell of rows that may not be seen. */
export const insteadOfEstimate: CountMode = Object.freeze({ capped: 1_000 });

/**
 * Whether the server narrows the list: by a scope, by `and()` or defaults, or by a condition of the builder. The statistics
 * that a guess is made from are those of all rows, so that it would tell how often a value is there in anybody's.
 */
export function isNarrowed<E extends ObjectLiteral>(
  { scopes, added }: QueryPlan,
  builder: SelectQueryBuilder<E>,
): boolean {
  if (scopes.size > 0 || added.length > 0) return true;
  if (hasWhere(builder) || hasHaving(builder)) return true;
  return joinsOf(builder).some(({ direction, condition }) => direction !== 'LEFT' && condition !== undefined);
}

/**
 * PostgreSQL's own guess, from its statistics: it costs nothing, and may be far from right. Undefined where the database
 * makes none.
 */
export async function estimatedRows<E extends ObjectLiteral>(
  rows: SelectQueryBuilder<E>,
  source: DataSource,
): Promise<number | undefined> {
  if (!tellingDrivers.has(source.options.type)) return undefined;
  const [sql, parameters] = rows.getQueryAndParameters();
  const given = queryRunnerOf(rows);
  const runner = given ?? source.createQueryRunner('slave');
  try {
    const explained: unknown = await runner.query(`EXPLAIN (FORMAT JSON) ${sql}`, parameters);
    return plannedRows(explained);
  } finally {
    if (runner !== given) await runner.release();
  }
}

/** `[{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': 25 } }] }]` */
function plannedRows(explained: unknown): number | undefined {
  const planned = ['0', 'QUERY PLAN', '0', 'Plan', 'Plan Rows'].reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    explained,
  );
  return typeof planned === 'number' ? planned : undefined;
}
