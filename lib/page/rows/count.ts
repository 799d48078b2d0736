import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { CountMode, QueryPlan } from '../../ast/index.js';
import type { PlanSql, SqlChanges, SqlPlan } from '../../sql/index.js';
import { tracePart, traceStatement } from '../../tracing/index.js';
import { dataSourceOf, hasWhere, joinsOf, queryRunnerOf } from '../../typeorm/index.js';
import { startsIndex } from '../../adaptive/index.js';
import type { RelationSchema } from '../../schema/index.js';
import { type PagePlan, groupableIn, listOf, unorderedPlanOf } from '../list/plan.js';
import { type ListQuery, type Read, type StatementResult, type Written, read } from '../../statements/index.js';
import { checkEntityRows } from '../list/builder.js';
import { isOneRowEachWithoutIdle } from './joins.js';
import { clearSelection, distinctKeys, matchingRows, selectFrom } from './matching-rows.js';

/** Mode of a total where an estimate would reveal rows that may not be seen. */
export const insteadOfEstimate: CountMode = Object.freeze({ capped: 1_000 });

/**
 * Returns true where the program narrows the list: by a scope, by `and()` or defaults, or by a condition of the
 * builder. An estimate comes from statistics on all rows, so it would reveal how often a value occurs in others' rows.
 */
export function isNarrowed<E extends ObjectLiteral>(
  { server: { scopes, added } }: QueryPlan,
  builder: SelectQueryBuilder<E>,
): boolean {
  return scopes.size > 0 || added.length > 0 || isNarrowedByHost(builder);
}

/** Returns true where the program narrows the list itself, not its related rows. */
function isListNarrowed<E extends ObjectLiteral>(
  { list: { schema }, server: { selected = schema, scopes, added } }: QueryPlan,
  builder: SelectQueryBuilder<E>,
): boolean {
  return scopes.has(selected) || scopes.has(schema) || added.length > 0 || isNarrowedByHost(builder);
}

function isNarrowedByHost<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): boolean {
  if (hasWhere(builder)) return true;
  return joinsOf(builder).some(({ direction, condition }) => direction !== 'LEFT' && condition !== undefined);
}

/** Returns the planner's estimate, which costs nothing and may be far off. Undefined where the database has none. */
async function estimatedRows<E extends ObjectLiteral>(
  rows: SelectQueryBuilder<E>,
  { schema: { dialect } }: PlanSql,
): Promise<number | undefined> {
  const { estimate } = dialect;
  if (estimate === undefined) return undefined;
  const [sql, values]: readonly [string, readonly unknown[]] = rows.getQueryAndParameters();
  const existing = queryRunnerOf(rows);
  const source = dataSourceOf(rows);
  const runner = existing ?? source.createQueryRunner(source.defaultReplicationModeForReads());
  try {
    const lines = await traceStatement(
      () => ({ text: undefined, withheld: 'an estimate is written anew each time' }),
      (): Promise<unknown> => runner.query(estimate.explain(sql), [...values]),
      (answer) => (Array.isArray(answer) ? answer.length : 1),
    );
    return estimate.rowsIn(lines);
  } finally {
    if (runner !== existing) await runner.release();
  }
}

/**
 * Returns true where the only condition of a list is on related rows, and all of these are read once, in groups: for a
 * total, which checks every row, and where no index finds the related rows of one row. A page may be full after a few
 * rows, each with a subquery.
 */
export function readsInGroups<E extends ObjectLiteral>(
  plan: QueryPlan,
  builder: SelectQueryBuilder<E>,
  reading: 'page' | 'total',
): boolean {
  const condition = groupableIn(plan);
  if (condition === undefined || isListNarrowed(plan, builder)) return false;
  const aggregate = condition.type === 'comparison' ? condition.field.expression.aggregate : undefined;
  const relation = condition.type === 'comparison' ? aggregate?.relation : condition.relation;
  if (relation === undefined) return false;
  if (!isIndexed(relation)) return true;
  if (reading === 'page') return false;
  const { groupsRelated = false, groupsTotals } = plan.list.schema.dialect;
  // Rows without related ones may satisfy these, so that the groups are joined with all rows.
  const isOfAll = condition.type === 'relatedCount' || condition.operator.takes === 'boolean';
  return isOfAll || aggregate?.function.counts === true ? groupsRelated : groupsTotals;
}

/** Returns true where an index finds the related rows of a row. The key of a junction table begins with the row's. */
function isIndexed({ link, target, indexedByConstraint }: RelationSchema): boolean {
  const [pair] = link.via === 'columns' ? link.pairs : [];
  return pair === undefined || indexedByConstraint || startsIndex(target, pair.related);
}

/** Returns the plan for the SQL of a statement over all rows of a list, such as a count. */
export function totalPlanOf<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, plan: QueryPlan): SqlPlan {
  return unorderedPlanOf(plan, readsInGroups(plan, builder, 'total') ? groupableIn(plan) : undefined);
}

/** A number of rows, and its exactness: the part of a page's `meta` for a total. */
export interface Total {
  readonly total: number;
  /** Counting stopped at the cap, so that there may be more rows. */
  readonly totalIsCapped?: true;
  /** The total is an estimate of the database's planner. */
  readonly totalIsEstimate?: true;
}

export function countRows<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, plan: QueryPlan): Promise<number> {
  checkEntityRows(builder, 'count()');
  return exactCount(countedList(builder, plan));
}

export function countedList<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, plan: QueryPlan): ListQuery<E> {
  return listOf(builder, totalPlanOf(builder, plan), 'count');
}

/** Returns true where the rows of a list are counted by another plan than they are read by. */
export function isCountedApart<E extends ObjectLiteral>({ plan, builder, isInGroups: areRead }: PagePlan<E>): boolean {
  return readsInGroups(plan, builder, 'total') !== (areRead ?? false);
}

/** Number of a builder's rows. Without idle joins, each row is one entity. */
const rowCount: Read = {
  write: (builder, changes) => {
    const name = changes.statement.name();
    const rows = clearSelection<ObjectLiteral>(matchingRows(builder, changes, 'count'));
    return { builder: rows.select('COUNT(*)', name), names: [name] };
  },
};

/** Number of the distinct primary keys of a builder's rows. */
const keyCount: Read = { write: (builder, changes) => writeKeyCount(distinctKeys(builder, changes, 'count')) };

/** Number of keys up to a greatest one. Other values need other plans, because counting stops there. */
const cappedCount: Read<{ readonly most: number }> = {
  isPlannedForValues: true,
  write: (builder, changes, { most }) => writeKeyCount(distinctKeys(builder, changes, 'count').limit(most)),
};

function writeKeyCount(keys: SelectQueryBuilder<ObjectLiteral>): Written {
  return { builder: selectFrom(keys, keys.getQuery(), 'nf_rows').select('COUNT(*)', 'nf_total'), names: ['nf_total'] };
}

/** Counts each row once: by COUNT(*) where no join multiplies rows, and otherwise by the distinct primary keys. */
async function exactCount<E extends ObjectLiteral>(list: ListQuery<E>): Promise<number> {
  return numberIn(await read(list, isOneRowEachWithoutIdle(list.builder) ? rowCount : keyCount, {}));
}

function numberIn({ raw, names: [name = ''] }: StatementResult<unknown>): number {
  return Number(raw[0]?.[name] ?? 0);
}

/** True where the total of a full page is found sooner within its statement. */
export function countsWithin({ schema, strategy }: SqlPlan): boolean {
  return strategy === 'adaptive' && schema.dialect.hints?.countsWithin === true;
}

/** Adds the total to a page's statement, as a subquery that is answered once, and returns its name. */
export function addTotal(
  rows: SelectQueryBuilder<ObjectLiteral>,
  host: SelectQueryBuilder<ObjectLiteral>,
  changes: SqlChanges,
): string {
  const name = changes.statement.name();
  const count = clearSelection(matchingRows(host, changes, 'count')).select('COUNT(*)', changes.statement.name());
  rows.addSelect(`(${count.getQuery()})`, name);
  return name;
}

/**
 * Finds the total of a page in the handler's mode. Where the database has no estimate, rows are counted exactly.
 *
 * @param list the page's; its conditions are used as they are, its order is not
 * @param atLeast the number of rows that were already seen: a capped or estimated total is never below it
 */
export function totalOf<E extends ObjectLiteral>(
  list: ListQuery<E>,
  mode: Exclude<CountMode, 'none'>,
  atLeast: number,
): Promise<Total> {
  return tracePart('count', async (): Promise<Total> => {
    if (mode === 'exact') return { total: await exactCount(list) };
    if (mode === 'estimate') {
      const estimate = await estimatedRows(distinctKeys(list.builder, list.changes(), 'count'), list.sql);
      if (estimate === undefined) return { total: await exactCount(list) };
      return { total: Math.max(estimate, atLeast), totalIsEstimate: true };
    }
    // One row beyond the cap shows whether the list goes on.
    const total = numberIn(await read(list, cappedCount, { most: mode.capped + 1 }));
    return total > mode.capped ? { total: Math.max(mode.capped, atLeast), totalIsCapped: true } : { total };
  });
}
