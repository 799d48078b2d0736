import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { QueryPlan } from '../ast/index.js';
import { type FilterIssue, Location } from '../issues.js';
import {
  type NullsDefault,
  addOrder,
  addWhere,
  compile,
  distinctOnOf,
  hasGroups,
  hasSlice,
  joinsOf,
  narrowSelection,
} from '../sql/index.js';
import { isOneRowEach } from './joins.js';
import { issueAt, sliceIssue, sqlPlanOf, unorderedPlanOf } from './plan.js';
import { nameOf, namesIn } from '../wire/index.js';
import { type Window, clearLimits, limitTo, windowOf } from './window.js';

/**
 * Adds the conditions, the order and the slice of a query to the host's builder, and narrows what that selects; without a
 * slice in the query, the builder keeps its own limits. Wherever there is a slice, the client's or the builder's, the order ends with the primary key:
 * slices of an order with ties would overlap.
 *
 * @typeParam Row the rows that the builder gives: its entity, or what the fields that clients choose leave of that
 */
export function applyPlan<E extends ObjectLiteral, Row extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  plan: QueryPlan,
  nulls: NullsDefault,
): SelectQueryBuilder<Row>;
export function applyPlan(
  builder: SelectQueryBuilder<ObjectLiteral>,
  plan: QueryPlan,
  nulls: NullsDefault,
): SelectQueryBuilder<ObjectLiteral> {
  const { slice, selection } = plan;
  // A group has no primary key to be ordered by.
  const isSliced = slice !== undefined || (hasSlice(builder) && !hasGroups(builder));
  const changes = compile({ ...sqlPlanOf({ builder, plan, nulls }, isSliced), givenAway: true }, builder);
  // Read before the order adds its joins: those are to-one, and multiply no rows.
  const oneRowEach = isOneRowEach(builder);
  if (selection !== undefined) narrowSelection(builder, selection.propertyPaths);
  addWhere(builder, changes);
  addOrder(builder, changes);
  if (slice !== undefined) {
    // The DISTINCT of TypeORM's `take` would run on rows that DISTINCT ON picked without this order.
    const isDistinct = plan.schema.dialect.distinctOn && distinctOnOf(builder).length > 0;
    addSlice(builder, windowOf(slice), oneRowEach || isDistinct);
  }
  return builder;
}

/**
 * Sets the window as LIMIT and OFFSET, or as TypeORM's `take` and `skip`. With joins, `take` sends a DISTINCT over the whole
 * join and then a second statement, so a limit is used where no join multiplies rows. Without joins both send the same
 * statement, and `take` stays right when the host adds joins afterwards.
 */
function addSlice<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, window: Window, oneRowEach: boolean): void {
  if (oneRowEach && joinsOf(builder).length > 0) limitTo(builder, window);
  // TypeORM lets a builder's own `limit` override `take`: left there, it would replace the client's slice.
  else clearLimits(builder).skip(window.skip).take(window.take);
}

/** Adds the conditions only, for aggregates of the host's own. Order and slice are ignored, a cursor included. */
export function applyConditions<E extends ObjectLiteral, Row extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  plan: QueryPlan,
): SelectQueryBuilder<Row>;
export function applyConditions(
  builder: SelectQueryBuilder<ObjectLiteral>,
  plan: QueryPlan,
): SelectQueryBuilder<ObjectLiteral> {
  addWhere(builder, compile({ ...unorderedPlanOf(plan), givenAway: true }, builder));
  return builder;
}

/**
 * Returns the issue of a query by cursor, which only `page()` can answer: the rows before a cursor have to be read in
 * reverse, and the cursors of the next page printed. Undefined for any other query.
 */
export function refuseCursor(plan: QueryPlan): FilterIssue | undefined {
  if (plan.slice?.type !== 'cursor') return undefined;
  const text = 'is not read here; this list has pages by number, not by cursor';
  return sliceIssue(plan, { parameter: plan.slice.direction, code: 'invalid_pagination', text });
}

/** Returns the issue of a query with facets, where nothing answers them; undefined for any other query. */
export function refuseFacets({ facets, params }: QueryPlan): FilterIssue | undefined {
  if (facets.length === 0) return undefined;
  const name = nameOf('facets', params);
  const details = { code: 'unknown_parameter', allowed: namesIn(params).filter((other) => other !== name) } as const;
  return issueAt(Location.root(name), details, 'is not read here; only pages have facets');
}
