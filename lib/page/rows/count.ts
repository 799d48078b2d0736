import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { CountMode, QueryPlan } from '../../ast/index.js';
import { type SqlChanges, type SqlPlan, noAddition, withOwnStatement } from '../../sql/index.js';
import { tellStatement, tracing } from '../../tracing/index.js';
import { dataSourceOf, hasWhere, joinsOf, queryRunnerOf } from '../../typeorm/index.js';
import { startsIndex } from '../../adaptive/index.js';
import { type RelationSchema, relatedAggregateOf } from '../../schema/index.js';
import { type PagePlan, groupableIn, listPlanOf, unorderedPlanOf } from '../list/plan.js';
import type { ListPlan, WrittenStatement } from '../../statements/index.js';
import { checkEntityRows } from '../list/builder.js';
import { isOneRowEachWithoutIdle } from './joins.js';
import { clearSelection, distinctKeys, matchingRows, selectFrom } from './matching-rows.js';
import { asPart } from '../list/trace.js';
import { readValues } from './read-statement.js';

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

/** The tracing channel's view of an estimate. */
const told = { text: undefined, withheld: 'an estimate is written anew each time' };

/**
 * Returns the planner's estimate of the number of rows, which costs nothing and may be far off.
 *
 * @returns undefined where the database has no estimate
 */
async function estimatedRows<E extends ObjectLiteral>(
  rows: SelectQueryBuilder<E>,
  { statement: { dialect } }: Pick<SqlChanges, 'statement'>,
): Promise<number | undefined> {
  const { estimate } = dialect;
  if (estimate === undefined) return undefined;
  const [sql, values]: readonly [string, readonly unknown[]] = rows.getQueryAndParameters();
  const existing = queryRunnerOf(rows);
  const source = dataSourceOf(rows);
  const runner = existing ?? source.createQueryRunner(source.defaultReplicationModeForReads());
  try {
    const statement = tracing.hasSubscribers ? tellStatement({ ...told }) : undefined;
    const lines: unknown = await runner.query(estimate.explain(sql), [...values]);
    if (statement !== undefined) statement.rows = Array.isArray(lines) ? lines.length : 1;
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
export function isInGroups<E extends ObjectLiteral>(
  plan: QueryPlan,
  builder: SelectQueryBuilder<E>,
  reading: 'page' | 'total',
): boolean {
  const condition = groupableIn(plan);
  if (condition === undefined || isListNarrowed(plan, builder)) return false;
  const aggregate = condition.type === 'comparison' ? relatedAggregateOf(condition.field.expression) : undefined;
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
  return unorderedPlanOf(plan, isInGroups(plan, builder, 'total') ? groupableIn(plan) : undefined);
}

/** A number of rows, and its exactness: the part of a page's `meta` for a total. */
export interface Total {
  readonly total: number;
  /** Counting stopped at the cap, so that there may be more rows. */
  readonly totalIsCapped?: true;
  /** The total is an estimate of the database's planner. */
  readonly totalIsEstimate?: true;
}

/** Counts the rows that a query matches, whatever its slice. */
export function countRows<E extends ObjectLiteral>({ builder, plan }: CountedList<E>): Promise<number> {
  checkEntityRows(builder, 'count()');
  return exactCount(countPlan({ builder, plan }));
}

type CountedList<E extends ObjectLiteral> = Pick<PagePlan<E>, 'builder' | 'plan'>;

export function countPlan<E extends ObjectLiteral>({ builder, plan }: CountedList<E>): ListPlan<E> {
  return listPlanOf(builder, totalPlanOf(builder, plan), 'count');
}

/** Returns true where the rows of a list are counted by another plan than they are read by. */
export function isCountedApart<E extends ObjectLiteral>({ plan, builder, isInGroups: areRead }: PagePlan<E>): boolean {
  return isInGroups(plan, builder, 'total') !== (areRead ?? false);
}

/** Counts each row once: by COUNT(*) where no join multiplies rows, and otherwise by the distinct primary keys. */
function exactCount<E extends ObjectLiteral>(plan: ListPlan<E>): Promise<number> {
  const { builder } = plan.list;
  return isOneRowEachWithoutIdle(builder)
    ? countOf(plan, 'COUNT(*)', (changes) => countOfRows(builder, changes))
    : countOf(plan, 'COUNT of keys', (changes) => countOfKeys(builder, changes));
}

/** Counts rows up to a number, by their keys. Other values need other plans, because counting stops at the cap. */
function countUpTo<E extends ObjectLiteral>(plan: ListPlan<E>, most: number): Promise<number> {
  return countOf(plan, `COUNT up to ${most}`, (changes) => countOfKeys(plan.list.builder, changes, most), true);
}

async function countOf<E extends ObjectLiteral>(
  plan: ListPlan<E>,
  counted: string,
  writeBy: (changes: SqlChanges) => WrittenStatement<ObjectLiteral>,
  isPlannedForValues = false,
): Promise<number> {
  const write = () => writeBy(withOwnStatement(plan.changes));
  const { raw, names } = await readValues({
    plan,
    addition: noAddition,
    selected: [counted],
    isPlannedForValues,
    write,
  });
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
 * @param atLeast the number of rows that were already seen: a capped or estimated total is never below it
 */
export function totalOf<E extends ObjectLiteral>(
  plan: ListPlan<E>,
  mode: Exclude<CountMode, 'none'>,
  atLeast: number,
): Promise<Total> {
  return asPart('count', async (): Promise<Total> => {
    if (mode === 'exact') return { total: await exactCount(plan) };
    if (mode === 'estimate') {
      const { changes } = plan;
      const estimate = await estimatedRows(distinctKeys(plan.list.builder, changes, 'count'), changes);
      if (estimate === undefined) return { total: await exactCount(plan) };
      return { total: Math.max(estimate, atLeast), totalIsEstimate: true };
    }
    // One row beyond the cap shows whether the list goes on.
    const total = await countUpTo(plan, mode.capped + 1);
    return total > mode.capped ? { total: Math.max(mode.capped, atLeast), totalIsCapped: true } : { total };
  });
}
