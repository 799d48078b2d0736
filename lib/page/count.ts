import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { CountMode, QueryPlan } from '../ast/index.js';
import { type NullsDefault, type SqlChanges, addWhere, write } from '../sql/index.js';
import { isOneRowEach, withoutIdleJoins } from './joins.js';
import { sqlPlanOf, unordered } from './plan.js';

/** How many rows there are, as far as was asked. */
export interface Total {
  readonly total: number;
  readonly totalIsCapped?: true;
  readonly totalIsEstimate?: true;
}

/** Counts the rows that a query finds, each once, without an order and without idle joins. */
export async function countRows<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  plan: QueryPlan,
  nulls: NullsDefault,
): Promise<number> {
  const { copy, changes } = counted(builder, plan, nulls);
  if (!isOneRowEach(copy)) return countOf(distinctKeys(copy, changes));
  const name = changes.statement.name();
  const row = await bare(copy).select('COUNT(*)', name).getRawOne<Record<string, unknown>>();
  return Number(row?.[name] ?? 0);
}

/** The total as the handler's configuration wants it. */
export async function totalOf<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  plan: QueryPlan,
  nulls: NullsDefault,
  mode: Exclude<CountMode, 'none'>,
): Promise<Total> {
  if (mode === 'estimate' && plan.schema.dialect.name === 'postgres') return estimate(builder, plan, nulls);
  if (typeof mode === 'string') return { total: await countRows(builder, plan, nulls) };
  const { copy, changes } = counted(builder, plan, nulls);
  const found = await countOf(distinctKeys(copy, changes).limit(mode.capped + 1));
  return found > mode.capped ? { total: mode.capped, totalIsCapped: true } : { total: found };
}

function counted<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, plan: QueryPlan, nulls: NullsDefault) {
  const copy = withoutIdleJoins(builder);
  const changes = write(copy, unordered(sqlPlanOf(plan, nulls, false)));
  addWhere(copy, changes);
  return { copy, changes };
}

/** The builder reduced to the keys of its rows, each once. */
function distinctKeys<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, changes: SqlChanges) {
  const severalEach = !isOneRowEach(builder);
  bare(builder);
  const alias = builder.escape(builder.alias);
  for (const { sql } of changes.primaryKey) builder.addSelect(`${alias}.${sql}`, changes.statement.name());
  return severalEach ? builder.distinct(true) : builder;
}

function bare<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): SelectQueryBuilder<E> {
  builder.expressionMap.selects = [];
  builder.orderBy().skip(undefined).take(undefined).limit(undefined).offset(undefined);
  return builder.setOption('disable-global-order');
}

async function countOf<E extends ObjectLiteral>(rows: SelectQueryBuilder<E>): Promise<number> {
  const outer = rows.createQueryBuilder() as SelectQueryBuilder<ObjectLiteral>;
  const row = await outer
    .select('COUNT(*)', 'nf_total')
    .from(`(${rows.getQuery()})`, 'nf_rows')
    .setParameters(rows.getParameters())
    .getRawOne<Record<string, unknown>>();
  return Number(row?.['nf_total'] ?? 0);
}

/** PostgreSQL's own guess, from its statistics: it costs nothing, and may be far from right. */
async function estimate<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  plan: QueryPlan,
  nulls: NullsDefault,
): Promise<Total> {
  const { copy, changes } = counted(builder, plan, nulls);
  const [sql, parameters] = distinctKeys(copy, changes).getQueryAndParameters();
  const { source } = changes;
  const given = copy['queryRunner'];
  const runner = given ?? source.createQueryRunner('slave');
  try {
    const rows: unknown = await runner.query(`EXPLAIN (FORMAT JSON) ${sql}`, parameters);
    return { total: plannedRows(rows), totalIsEstimate: true };
  } finally {
    if (runner !== given) await runner.release();
  }
}

function plannedRows(rows: unknown): number {
  const [row] = rows as { 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }[];
  return row?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0;
}
