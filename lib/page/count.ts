import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { CountMode, QueryPlan } from '../ast/index.js';
import { type WrittenStatement, readPrepared } from '../prepared/index.js';
import { type SqlChanges, compile } from '../sql/index.js';
import { estimatedRows } from './estimate.js';
import { isOneRowEach } from './joins.js';
import { clearSelection, distinctKeys, matchingRows } from './matching-rows.js';
import { unorderedPlanOf } from './plan.js';
import { lookUpKeys } from './related-keys.js';
import { selectFrom } from './subquery.js';

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
  if (isOneRowEach(builder)) return countOfRows(builder, changes);
  const rows = matchingRows(builder, changes, 'count');
  return isOneRowEach(rows) ? countOfRows(builder, changes) : countOf(distinctKeys(rows, changes));
}

/** Counts the rows of a builder, each of which is one entity once idle joins are dropped. */
async function countOfRows<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { where, statement }: SqlChanges,
): Promise<number> {
  const changes = { where, statement, joins: [], order: [], leading: [] };
  const write = (): WrittenStatement<E> => {
    const name = statement.name();
    const rows = matchingRows(builder, changes, 'count');
    return { builder: clearSelection(rows).select('COUNT(*)', name), names: [name] };
  };
  const prepared = await readPrepared({ builder, changes, rowsAs: 'values', selected: ['COUNT(*)'], write });
  const { raw, names } = prepared ?? (await readWritten(write()));
  return Number(raw[0]?.[names[0] ?? ''] ?? 0);
}

/** True where the total of a full page is found sooner within its statement. */
export function countsWithin({ schema, strategy }: QueryPlan): boolean {
  return strategy === 'adaptive' && schema.dialect.shapes?.countsWithin === true;
}

/** Adds the total to what a page's statement reads, as a subquery that is answered once. */
export function addTotal<E extends ObjectLiteral>(
  { builder, names }: WrittenStatement<E>,
  host: SelectQueryBuilder<E>,
  changes: SqlChanges,
): WrittenStatement<E> {
  const name = changes.statement.name();
  const count = clearSelection(matchingRows(host, changes, 'count')).select('COUNT(*)', changes.statement.name());
  return { builder: builder.addSelect(`(${count.getQuery()})`, name), names: [...names, name] };
}

/** Sends the builder itself. */
async function readWritten<E extends ObjectLiteral>({ builder, names }: WrittenStatement<E>) {
  return { raw: await builder.getRawMany<Readonly<Record<string, unknown>>>(), names };
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
  const keys = distinctKeys(matchingRows(builder, changes, 'count'), changes);
  if (mode === 'estimate') {
    const estimate = await estimatedRows(keys, changes);
    if (estimate === undefined) return { total: await exactCount(builder, changes) };
    return { total: Math.max(estimate, atLeast), totalIsEstimate: true };
  }
  // One row beyond the cap tells a list that ends there from one that goes on.
  const total = await countOf(keys.limit(mode.capped + 1));
  return total > mode.capped ? { total: Math.max(mode.capped, atLeast), totalIsCapped: true } : { total };
}

/** Counts the rows of a subquery, so that its DISTINCT and LIMIT come before the count. */
async function countOf<E extends ObjectLiteral>(rows: SelectQueryBuilder<E>): Promise<number> {
  const outer = selectFrom(rows, rows.getQuery(), 'nf_rows').select('COUNT(*)', 'nf_total');
  const row = await outer.getRawOne<Record<string, unknown>>();
  return Number(row?.['nf_total'] ?? 0);
}
