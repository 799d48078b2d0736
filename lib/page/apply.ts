import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { QueryPlan, Slice } from '../ast/index.js';
import type { FilterIssue } from '../issues.js';
import { type NullsDefault, addOrder, addWhere, compile } from '../sql/index.js';
import { cut, uncut } from './copy.js';
import { isOneRowEach } from './joins.js';
import { sliceIssue, sqlPlanOf, unorderedPlanOf } from './plan.js';

/**
 * Adds conditions, order and slice to a builder; without a slice in the query, none. The order is total wherever a slice is
 * taken, by the client or by the builder itself, so that slices never overlap.
 */
export function applyPlan<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  plan: QueryPlan,
  nulls: NullsDefault,
): SelectQueryBuilder<E> {
  const { slice } = plan;
  const { take, skip, limit, offset, groupBys } = builder.expressionMap;
  const own = [take, skip, limit, offset].some((part) => part !== undefined);
  // A group has no primary key to be put in order by.
  const isSliced = slice !== undefined || (own && groupBys.length === 0);
  const changes = compile({ ...sqlPlanOf({ builder, plan, nulls }, isSliced), givenAway: true }, builder);
  // What the order joins is to-one, so it is the builder's own joins that tell.
  const oneRowEach = isOneRowEach(builder);
  addWhere(builder, changes);
  addOrder(builder, changes);
  if (slice !== undefined) {
    // TypeORM's DISTINCT would be over rows of which DISTINCT ON has taken any, without their order.
    const isDistinct = plan.schema.dialect.distinctOn && builder.expressionMap.selectDistinctOn.length > 0;
    addSlice(builder, windowOf(slice), oneRowEach || isDistinct);
  }
  return builder;
}

/**
 * With joins TypeORM's `take` is a DISTINCT over all that is joined, and a second statement. Where no join multiplies rows a
 * limit is as exact; without joins both are the same statement, and `take` stays right whatever the caller joins later.
 */
function addSlice<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  window: { readonly skip: number; readonly take: number },
  oneRowEach: boolean,
): void {
  if (oneRowEach && builder.expressionMap.joinAttributes.length > 0) cut(builder, window);
  // TypeORM prefers a limit that the builder brought, and the slice would be lost.
  else uncut(builder).skip(window.skip).take(window.take);
}

/** Which rows a slice is, counted from 0; a cursor's from wherever it stands. */
export function windowOf(slice: Slice): { readonly skip: number; readonly take: number } {
  switch (slice.type) {
    case 'page':
      return { skip: (slice.page - 1) * slice.pageSize, take: slice.pageSize };
    case 'offset':
      return { skip: slice.start, take: slice.limit };
    case 'cursor':
      return { skip: 0, take: slice.pageSize };
  }
}

/** Adds the conditions alone, for aggregates of the host's own: neither an order nor a slice, so any slice may be asked for. */
export function applyConditions<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  plan: QueryPlan,
): SelectQueryBuilder<E> {
  addWhere(builder, compile({ ...unorderedPlanOf(plan), givenAway: true }, builder));
  return builder;
}

/** The refusal of a cursor where only conditions, order and an offset can be added. */
export function refuseCursor(plan: QueryPlan): FilterIssue | undefined {
  if (plan.slice?.type !== 'cursor') return undefined;
  const text = 'is not read here; this list has pages by number, not by cursor';
  return sliceIssue(plan, plan.slice.direction, 'invalid_pagination', text);
}
