import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { CountMode, QueryPlan } from '../ast/index.js';
import type { WrittenStatement } from '../prepared/index.js';
import { type SqlChanges, compile, withOwnStatement } from '../sql/index.js';
import { estimatedRows, isListNarrowed } from './estimate.js';
import { isOneRowEachWithoutIdle } from './joins.js';
import { clearSelection, distinctKeys, matchingRows } from './matching-rows.js';
import { countAlone, unorderedPlanOf } from './plan.js';
import { readValues } from './read-statement.js';
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
  const inGroups = isListNarrowed(plan, builder) ? undefined : countAlone(planWithKeys);
  return exactCount(builder, compile({ ...unorderedPlanOf(planWithKeys), inGroups }, builder));
}

/** Counts each row once: by COUNT(*) where no join multiplies rows, and otherwise by counting the distinct primary keys. */
function exactCount<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, list: SqlChanges): Promise<number> {
  const changes = withOwnStatement(list);
  const isOneRow = isOneRowEachWithoutIdle(builder);
  return countOf(builder, changes, {
    selected: [isOneRow ? 'COUNT(*)' : 'COUNT of keys'],
    write: () => (isOneRow ? countOfRows(builder, changes) : countOfKeys(builder, changes)),
  });
}

/** Counts rows up to a number, by their keys. */
function countUpTo<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  list: SqlChanges,
  most: number,
): Promise<number> {
  const changes = withOwnStatement(list);
  // The rows that are seen before counting ends are found by other plans for other values.
  changes.statement.planForValues();
  return countOf(builder, changes, {
    selected: [`COUNT up to ${most}`],
    write: () => countOfKeys(builder, changes, most),
  });
}

/** A statement that counts rows, and what tells it from others with the same conditions. */
interface Counting {
  readonly selected: readonly string[];
  readonly write: () => WrittenStatement<ObjectLiteral>;
}

async function countOf<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { where, statement }: SqlChanges,
  counting: Counting,
): Promise<number> {
  const changes = { where, statement, joins: [], order: [], leading: [] };
  const { raw, names } = await readValues({ builder, changes, ...counting });
  return Number(raw[0]?.[names[0] ?? ''] ?? 0);
}

/** Writes the statement that counts the rows of a builder, each of which is one entity once idle joins are dropped. */
function countOfRows<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  changes: SqlChanges,
): WrittenStatement<ObjectLiteral> {
  const name = changes.statement.name();
  const rows = clearSelection<ObjectLiteral>(matchingRows(builder, changes, 'count'));
  return { builder: rows.select('COUNT(*)', name), names: [name] };
}

/** Writes the statement that counts keys in a subquery, so that its DISTINCT and LIMIT come before the count. */
function countOfKeys<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  changes: SqlChanges,
  most?: number,
): WrittenStatement<ObjectLiteral> {
  const keys = distinctKeys(matchingRows(builder, changes, 'count'), changes);
  if (most !== undefined) keys.limit(most);
  return { builder: selectFrom(keys, keys.getQuery(), 'nf_rows').select('COUNT(*)', 'nf_total'), names: ['nf_total'] };
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
  if (mode === 'estimate') {
    const keys = distinctKeys(matchingRows(builder, changes, 'count'), changes);
    const estimate = await estimatedRows(keys, changes);
    if (estimate === undefined) return { total: await exactCount(builder, changes) };
    return { total: Math.max(estimate, atLeast), totalIsEstimate: true };
  }
  // One row beyond the cap tells a list that ends there from one that goes on.
  const total = await countUpTo(builder, changes, mode.capped + 1);
  return total > mode.capped ? { total: Math.max(mode.capped, atLeast), totalIsCapped: true } : { total };
}
