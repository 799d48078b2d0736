import type { DataSource, ObjectLiteral, SelectQueryBuilder } from 'typeorm';

/** The data sources whose planner tells, as JSON, how many rows it expects. */
const tellingDrivers: ReadonlySet<string> = new Set(['postgres', 'aurora-postgres']);

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
  const given = rows['queryRunner'];
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
