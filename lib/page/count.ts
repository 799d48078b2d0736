import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { CountMode, QueryPlan } from '../ast/index.js';
import { type SqlChanges, addWhere, compile, sideCopyOf } from '../sql/index.js';
import { estimatedRows } from './estimate.js';
import { dropIdleJoins, isOneRowEach } from './joins.js';
import { unorderedPlanOf } from './plan.js';
import { lookUpKeys } from './related-keys.js';
import { selectFrom } from './subquery.js';
import { clearLimits } from './window.js';

/** A number of rows, and how far it can be trusted: the part of a page's `meta` that a total comes with. */
export interface Total {
  readonly total: number;
  /** Counting stopped at the cap, so that there may be more rows. */
  readonly totalIsCapped?: true;
  /** The total is the guess of the database's planner. */
  readonly totalIsEstimate?: true;
}

/** A request for a total. */
export interface TotalRequest {
  readonly mode: Exclude<CountMode, 'none'>;
  /** The number of rows that were seen already: a capped or estimated total is never below it. */
  readonly atLeast: number;
}

/** Counts the rows that a query matches, whatever its slice. */
export async function countRows<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  plan: QueryPlan,
): Promise<number> {
  const planWithKeys = await lookUpKeys(builder, plan);
  return exactCount(builder, compile(unorderedPlanOf(planWithKeys), builder));
}

/** Counts each row once: by COUNT(*) where no join multiplies rows, and otherwise by counting the distinct primary keys. */
async function exactCount<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  changes: SqlChanges,
): Promise<number> {
  const rows = matchingRows(builder, changes);
  if (!isOneRowEach(rows)) return countOf(distinctKeys(rows, changes));
  const name = changes.statement.name();
  const row = await clearSelection(rows).select('COUNT(*)', name).getRawOne<Record<string, unknown>>();
  return Number(row?.[name] ?? 0);
}

/**
 * Finds the total of a page in the mode that the handler is configured with. Where the database has no estimate, it counts
 * exactly.
 *
 * @param changes those that the page's rows were read with. Their conditions are used as they are, their order is not
 */
export async function totalOf<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  changes: SqlChanges,
  { mode, atLeast }: TotalRequest,
): Promise<Total> {
  if (mode === 'exact') return { total: await exactCount(builder, changes) };
  const keys = distinctKeys(matchingRows(builder, changes), changes);
  if (mode === 'estimate') {
    const estimate = await estimatedRows(keys, changes);
    if (estimate === undefined) return { total: await exactCount(builder, changes) };
    return { total: Math.max(estimate, atLeast), totalIsEstimate: true };
  }
  // One row beyond the cap tells a list that ends there from one that goes on.
  const total = await countOf(keys.limit(mode.capped + 1));
  return total > mode.capped ? { total: Math.max(mode.capped, atLeast), totalIsCapped: true } : { total };
}

/** Copies the builder with the query's conditions, and without the joins that decide nothing about which rows there are. */
function matchingRows<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  changes: SqlChanges,
): SelectQueryBuilder<E> {
  const rows = dropIdleJoins(sideCopyOf(builder, 'count'));
  addWhere(rows, changes);
  return rows;
}

/** Reduces a builder to the primary keys of its rows, each once. */
function distinctKeys<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, changes: SqlChanges) {
  const hasDuplicates = !isOneRowEach(builder);
  clearSelection(builder);
  const alias = builder.escape(builder.alias);
  for (const { sqlOf } of changes.primaryKey) builder.addSelect(sqlOf(alias), changes.statement.name());
  return hasDuplicates ? builder.distinct(true) : builder;
}

/** Removes the columns, the order and the limits of a builder, the order that the entity declares included. */
function clearSelection<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): SelectQueryBuilder<E> {
  return clearLimits(builder).select([]).orderBy().setOption('disable-global-order');
}

/** Counts the rows of a subquery, so that its DISTINCT and LIMIT come before the count. */
async function countOf<E extends ObjectLiteral>(rows: SelectQueryBuilder<E>): Promise<number> {
  const outer = selectFrom(rows, rows.getQuery(), 'nf_rows').select('COUNT(*)', 'nf_total');
  const row = await outer.getRawOne<Record<string, unknown>>();
  return Number(row?.['nf_total'] ?? 0);
}
