import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { CountMode, QueryPlan } from '../ast/index.js';
import { type SqlChanges, addWhere, write } from '../sql/index.js';
import { selectFrom, sideCopyOf, uncut } from './copy.js';
import { estimatedRows } from './estimate.js';
import { dropIdleJoins, isOneRowEach } from './joins.js';
import { type Reading, unorderedPlanOf } from './plan.js';
import { lookUpKeys } from './related-keys.js';

/** How many rows there are, as far as was asked. */
export interface Total {
  readonly total: number;
  readonly totalIsCapped?: true;
  readonly totalIsEstimate?: true;
}

/** Counts the rows that a query finds, whatever its slice. */
export async function countRows<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  plan: QueryPlan,
): Promise<number> {
  const answered = await lookUpKeys(builder, plan);
  return exactCount(builder, write(builder, unorderedPlanOf(answered)));
}

/** Each row once, without an order and without idle joins. */
async function exactCount<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  changes: SqlChanges,
): Promise<number> {
  const rows = counted(builder, changes);
  if (!isOneRowEach(rows)) return countOf(distinctKeys(rows, changes));
  const name = changes.statement.name();
  const row = await bare(rows).select('COUNT(*)', name).getRawOne<Record<string, unknown>>();
  return Number(row?.[name] ?? 0);
}

/**
 * The total as the handler's configuration wants it; where it is not exact, it is at least what has been seen.
 *
 * @param changes what the rows were read with: their order is left out, their conditions are not written again
 */
export async function totalOf<E extends ObjectLiteral>(
  { builder }: Reading<E>,
  changes: SqlChanges,
  mode: Exclude<CountMode, 'none'>,
  atLeast: number,
): Promise<Total> {
  if (mode === 'exact') return { total: await exactCount(builder, changes) };
  const rows = counted(builder, changes);
  const keys = distinctKeys(rows, changes);
  if (mode === 'estimate') {
    const planned = await estimatedRows(keys, changes);
    if (planned === undefined) return { total: await exactCount(builder, changes) };
    return { total: Math.max(planned, atLeast), totalIsEstimate: true };
  }
  const found = await countOf(keys.limit(mode.capped + 1));
  return found > mode.capped ? { total: Math.max(mode.capped, atLeast), totalIsCapped: true } : { total: found };
}

function counted<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, changes: SqlChanges): SelectQueryBuilder<E> {
  const rows = dropIdleJoins(sideCopyOf(builder, 'count'));
  addWhere(rows, changes);
  return rows;
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
  return uncut(builder).orderBy().setOption('disable-global-order');
}

async function countOf<E extends ObjectLiteral>(rows: SelectQueryBuilder<E>): Promise<number> {
  const outer = selectFrom(rows, rows.getQuery(), 'nf_rows').select('COUNT(*)', 'nf_total');
  const row = await outer.getRawOne<Record<string, unknown>>();
  return Number(row?.['nf_total'] ?? 0);
}
