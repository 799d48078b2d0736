import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { FilterConfigurationError, checkIsOptions, describeValue } from '../configuration/index.js';
import type { QueryPlan } from '../ast/index.js';
import { type FilterIssue, Location } from '../issues/index.js';
import { type NullsDefault, addOrder, addWhere, compile } from '../sql/index.js';
import { distinctOnOf, hasGroups, hasSlice, joinsOf, narrowSelection, showDeleted } from '../typeorm/index.js';
import { isOneRowEach } from './rows/joins.js';
import { issueAt, sliceIssue, sqlPlanOf, unorderedPlanOf } from './list/plan.js';
import { type Parameter, type ParameterNames, nameOf, namesIn } from '../wire/index.js';
import { clearLimits, windowOf } from './list/builder.js';

/** The options of `FilterService.apply()`. */
export interface ApplyOptions {
  /**
   * `'filters'` adds only conditions, without order and slice, for aggregates of your own. By
   * default, everything is added.
   */
  readonly only?: 'filters' | undefined;
  /**
   * `'later'` accepts a query that populates relations, for rows that you then give to `FilterService.populate()`. By
   * default, such a query is refused: a builder alone cannot load them.
   */
  readonly populate?: 'later' | undefined;
}

/** Reads the options. Throws on a misspelled one, which would add a slice to an aggregate, or lose related rows. */
export function readApplyOptions(options: ApplyOptions): {
  readonly onlyFilters: boolean;
  readonly populatesLater: boolean;
} {
  checkIsOptions('apply()', options);
  const { only, populate }: { readonly only?: unknown; readonly populate?: unknown } = options;
  const unknown = Object.keys(options).find((key) => key !== 'only' && key !== 'populate');
  if (unknown !== undefined) {
    throw new FilterConfigurationError(`apply(): there is no option ${unknown}; there are: only, populate`);
  }
  return { onlyFilters: isChosen('only', only, 'filters'), populatesLater: isChosen('populate', populate, 'later') };
}

function isChosen(name: string, value: unknown, choice: string): boolean {
  if (value === undefined || value === choice) return value === choice;
  throw new FilterConfigurationError(`apply(): ${name} must be '${choice}', or left out, not ${describeValue(value)}`);
}

/**
 * Adds the conditions, the order and the slice of a query to the host's builder, and narrows its selection. Without a
 * slice in the query, the builder keeps its own limits. With a slice, the client's or the builder's, the order ends
 * with the primary key: slices of an order with ties would overlap.
 *
 * @typeParam Row the rows of the builder: its entity, or a part of it where clients choose fields
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
  const {
    asked: { pagination: slice, fields: selection },
  } = plan;
  // A group has no primary key to be ordered by.
  const isSliced = slice !== undefined || (hasSlice(builder) && !hasGroups(builder));
  const changes = compile({ ...sqlPlanOf({ builder, plan, nulls }, isSliced), givenAway: true }, builder);
  // Read before the order adds its joins, which are to-one, and multiply no rows.
  const oneRowEach = isOneRowEach(builder);
  if (selection !== undefined) narrowSelection(builder, selection.propertyPaths);
  if (plan.asked.deleted !== undefined) showDeleted(builder);
  addWhere(builder, changes);
  addOrder(builder, changes);
  if (slice !== undefined) {
    // The DISTINCT of TypeORM's `take` would run on rows that DISTINCT ON picked without this order.
    const isDistinct = plan.list.schema.dialect.distinctOn && distinctOnOf(builder).length > 0;
    const { skip, take } = windowOf(slice);
    // With joins, `take` sends a DISTINCT over the whole join and then a second statement, so a limit is used where no
    // join multiplies rows. Without joins both send the same statement, and `take` stays right when the host adds joins
    // afterwards. In TypeORM, a builder's own `limit` overrides `take`, and would replace the client's slice.
    clearLimits(builder);
    if (!(oneRowEach || isDistinct) || joinsOf(builder).length === 0) builder.skip(skip).take(take);
    else builder.limit(take).offset(skip > 0 ? skip : undefined);
  }
  return builder;
}

/** Adds only the conditions, for aggregates of the host's own. Order and slice are ignored, a cursor included. */
export function applyConditions<E extends ObjectLiteral, Row extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  plan: QueryPlan,
): SelectQueryBuilder<Row>;
export function applyConditions(
  builder: SelectQueryBuilder<ObjectLiteral>,
  plan: QueryPlan,
): SelectQueryBuilder<ObjectLiteral> {
  const changes = compile({ ...unorderedPlanOf(plan), givenAway: true }, builder);
  if (plan.asked.deleted !== undefined) showDeleted(builder);
  addWhere(builder, changes);
  return builder;
}

/** Returns the issue of a query by cursor, which only `page()` can answer. Undefined for any other query. */
export function refuseCursor(plan: QueryPlan): FilterIssue | undefined {
  if (plan.asked.pagination?.type !== 'cursor') return undefined;
  const text = 'is not supported here: this list is paged by number';
  return sliceIssue(plan, plan.asked.pagination.direction, 'invalid_pagination', text);
}

/** Returns the issue of a query with populated relations, which a builder alone cannot load. Undefined for others. */
export function refusePopulate({ list: { params }, server: { populate } }: QueryPlan): FilterIssue | undefined {
  if (populate.length === 0) return undefined;
  return notRead('populate', params, 'is not read here; only pages have related rows');
}

/** Returns the issue of a query whose `fields` name aggregates of related rows, which a builder has no place for. */
export function refuseAnswered({ list: { params }, asked: { fields: selection } }: QueryPlan): FilterIssue | undefined {
  const aggregates = selection?.aggregates;
  if (aggregates === undefined) return undefined;
  const names = aggregates.fields.map(({ propertyPath }) => propertyPath).join(', ');
  const details = { code: 'unknown_field', allowed: aggregates.columns } as const;
  return issueAt(
    Location.root(nameOf('fields', params)),
    details,
    `: ${names} cannot be chosen here; only pages have it`,
  );
}

/** Returns the issue of a query with facets or aggregates, where nothing answers them; else undefined. */
export function refuseFacets({ list: { params }, asked: { facets, aggregates } }: QueryPlan): FilterIssue | undefined {
  const parameter = facets.length > 0 ? 'facets' : 'aggregates';
  if (facets.length === 0 && aggregates.length === 0) return undefined;
  return notRead(parameter, params, `is not read here; only pages have ${parameter}`);
}

/** Returns the issue of a query that sees deleted rows, where the program's own words say so; else undefined. */
export function refuseDeleted({ list: { params }, asked: { deleted } }: QueryPlan): FilterIssue | undefined {
  if (deleted === undefined) return undefined;
  return notRead('deleted', params, 'is not read here; call withDeleted() of the builder');
}

function notRead(parameter: Parameter, params: ParameterNames, text: string): FilterIssue {
  const name = nameOf(parameter, params);
  const details = { code: 'unknown_parameter', allowed: namesIn(params).filter((other) => other !== name) } as const;
  return issueAt(Location.root(name), details, text);
}
