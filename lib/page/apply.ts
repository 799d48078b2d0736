import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { QueryPlan, Slice } from '../ast/index.js';
import type { FilterIssue } from '../issues.js';
import { type NullsDefault, addOrder, addWhere, write } from '../sql/index.js';
import { sliceIssue, sqlPlanOf } from './plan.js';

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
  const { take, skip, limit, offset } = builder.expressionMap;
  const isSliced = [slice, take, skip, limit, offset].some((part) => part !== undefined);
  const changes = write(builder, sqlPlanOf(plan, nulls, isSliced));
  addWhere(builder, changes);
  addOrder(builder, changes);
  if (slice !== undefined) {
    const { skip, take } = windowOf(slice);
    builder.skip(skip).take(take);
  }
  return builder;
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

/** The refusal of a cursor where only conditions, order and an offset can be added. */
export function refuseCursor(plan: QueryPlan): FilterIssue | undefined {
  if (plan.slice?.type !== 'cursor') return undefined;
  const text = 'is not read here; this list has pages by number, not by cursor';
  return sliceIssue(plan, plan.slice.direction, 'invalid_pagination', text);
}
