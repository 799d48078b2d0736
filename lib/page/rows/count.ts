import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { CountMode } from '../../ast/index.js';
import { ListPlan, type WrittenStatement, listOf } from '../../statements/index.js';
import { type SqlChanges, type SqlPlan, compile, noAddition, withOwnStatement } from '../../sql/index.js';
import { estimatedRows } from './estimate.js';
import { checkEntityRows } from '../list/check-selection.js';
import { isInGroups, totalPlanOf } from './in-groups.js';
import { isOneRowEachWithoutIdle } from './joins.js';
import { clearSelection, distinctKeys, matchingRows } from './matching-rows.js';
import type { PagePlan } from '../list/plan.js';
import { asPart } from '../list/trace.js';
import { readValues } from './read-statement.js';
import { selectFrom } from './subquery.js';

/** A number of rows, and its exactness: the part of a page's `meta` for a total. */
export interface Total {
  readonly total: number;
  /** Counting stopped at the cap, so that there may be more rows. */
  readonly totalIsCapped?: true;
  /** The total is an estimate of the database's planner. */
  readonly totalIsEstimate?: true;
}

/** A request for a total. */
export interface TotalRequest {
  readonly mode: Exclude<CountMode, 'none'>;
  /** Number of rows that were already seen. A capped or estimated total is never below it. */
  readonly atLeast: number;
}

/** Counts the rows that a query matches, whatever its slice. */
export function countRows<E extends ObjectLiteral>(list: CountedList<E>): Promise<number> {
  checkEntityRows(list.builder, 'count()');
  return exactCount(countPlan(list));
}

type CountedList<E extends ObjectLiteral> = Pick<PagePlan<E>, 'builder' | 'plan'>;

/** Returns the plan that counts the rows of a list. */
export function countPlan<E extends ObjectLiteral>(counted: CountedList<E>): ListPlan<E> {
  const { builder } = counted;
  const list = listOf(builder, totalPlanOf(counted));
  return new ListPlan(list, 'count', () => compile(list.plan, builder));
}

/** Returns true where the rows of a list are counted by another plan than they are read by. */
export function isCountedApart<E extends ObjectLiteral>({ plan, builder, isInGroups: areRead }: PagePlan<E>): boolean {
  return isInGroups(plan, builder, 'total') !== (areRead ?? false);
}

/** Counts each row once: by COUNT(*) where no join multiplies rows, and otherwise by the distinct primary keys. */
function exactCount<E extends ObjectLiteral>(plan: ListPlan<E>): Promise<number> {
  const { builder } = plan.list;
  const isOneRow = isOneRowEachWithoutIdle(builder);
  return countOf(plan, {
    selected: [isOneRow ? 'COUNT(*)' : 'COUNT of keys'],
    write: (changes) => (isOneRow ? countOfRows(builder, changes) : countOfKeys(builder, changes)),
  });
}

/** Counts rows up to a number, by their keys. */
function countUpTo<E extends ObjectLiteral>(plan: ListPlan<E>, most: number): Promise<number> {
  return countOf(plan, {
    selected: [`COUNT up to ${most}`],
    // Other values need other plans, because counting stops at the cap.
    isPlannedForValues: true,
    write: (changes) => countOfKeys(plan.list.builder, changes, most),
  });
}

/** A statement that counts rows, and its difference from others with the same conditions. */
interface Counting {
  readonly selected: readonly string[];
  readonly isPlannedForValues?: boolean;
  readonly write: (changes: SqlChanges) => WrittenStatement<ObjectLiteral>;
}

async function countOf<E extends ObjectLiteral>(
  plan: ListPlan<E>,
  { selected, isPlannedForValues, write }: Counting,
): Promise<number> {
  const request = { plan, addition: noAddition, selected, isPlannedForValues };
  const { raw, names } = await readValues({ ...request, write: () => write(withOwnStatement(plan.changes)) });
  return Number(raw[0]?.[names[0] ?? ''] ?? 0);
}

/** Writes the statement that counts a builder's rows. Without idle joins, each row is one entity. */
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
  const keys = distinctKeys(builder, changes, 'count');
  if (most !== undefined) keys.limit(most);
  return { builder: selectFrom(keys, keys.getQuery(), 'nf_rows').select('COUNT(*)', 'nf_total'), names: ['nf_total'] };
}

/** True where the total of a full page is found sooner within its statement. */
export function countsWithin({ schema, strategy }: SqlPlan): boolean {
  return strategy === 'adaptive' && schema.dialect.hints?.countsWithin === true;
}

/** Adds the total to a page's statement, as a subquery that is answered once. */
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
 * Finds the total of a page in the handler's mode. Where the database has no estimate, rows are counted exactly.
 *
 * @param plan the page's; its conditions are used as they are, its order is not
 */
export function totalOf<E extends ObjectLiteral>(plan: ListPlan<E>, request: TotalRequest): Promise<Total> {
  const find = () => findTotal(plan, request);
  return asPart('count', find);
}

async function findTotal<E extends ObjectLiteral>(plan: ListPlan<E>, { mode, atLeast }: TotalRequest): Promise<Total> {
  if (mode === 'exact') return { total: await exactCount(plan) };
  if (mode === 'estimate') {
    const { changes } = plan;
    const keys = distinctKeys(plan.list.builder, changes, 'count');
    const estimate = await estimatedRows(keys, changes);
    if (estimate === undefined) return { total: await exactCount(plan) };
    return { total: Math.max(estimate, atLeast), totalIsEstimate: true };
  }
  // One row beyond the cap tells whether the list goes on.
  const total = await countUpTo(plan, mode.capped + 1);
  return total > mode.capped ? { total: Math.max(mode.capped, atLeast), totalIsCapped: true } : { total };
}
