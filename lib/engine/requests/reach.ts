import { type Condition, type QueryPlan, type SortTerm, forEachCondition, populatedIn } from '../../ast/index.js';
import {
  type FieldSchema,
  type FilterSchema,
  type RelatedAggregate,
  type SortTarget,
  relatedAggregateOf,
} from '../../schema/index.js';

/** Members of a plan that lead to entities with possible scopes. */
type Reaching = 'schema' | 'filters' | 'search' | 'added' | 'facets' | 'sort' | 'defaultSort' | 'populate' | 'answered';

/** Parts of a query that lead to entities with possible scopes. */
export type Reach = Pick<QueryPlan, Reaching>;

/** Adds the schemas with a scope that a member of the plan reaches. */
type Collect<Member extends Reaching> = (value: Reach[Member], into: Reached) => void;

/** Reason why a member reaches no rows of its own. */
type Reason =
  'holds what is found here' | 'added for its builder' | 'a declaration' | 'of the root' | 'names no entity';

/**
 * Every member of a plan, with the entities whose rows it reaches: their scopes apply. A new member does not compile
 * without a row here, because related rows without their scope would be seen by everyone.
 */
const members: {
  readonly reaching: { readonly [Member in Reaching]: Collect<Member> };
  readonly others: { readonly [Member in Exclude<keyof QueryPlan, Reaching>]: Reason };
} = {
  reaching: {
    schema: (schema, into) => {
      into.schema(schema);
    },
    filters: (condition, into) => {
      if (condition !== undefined) collect(condition, into);
    },
    search: (search, into) => {
      if (search !== undefined) collect(search.condition, into);
    },
    added: (conditions, into) => {
      for (const condition of conditions) collect(condition, into);
    },
    facets: (facets, into) => {
      for (const { facet } of facets) collectTarget(facet, into);
    },
    sort: collectSort,
    defaultSort: collectSort,
    populate: (populate, into) => {
      if (populate.length > 0) collectPopulated(populate, into);
    },
    answered: (fields, into) => {
      if (fields !== undefined) for (const field of fields) collectAggregated(field, into);
    },
  },
  others: {
    selected: 'added for its builder',
    scopes: 'holds what is found here',
    aggregated: 'holds what is found here',
    view: 'a declaration',
    declaredFacets: 'a declaration',
    declaredAggregates: 'a declaration',
    aggregates: 'of the root',
    selection: 'of the root',
    slice: 'of the root',
    deleted: 'of the root',
    used: 'names no entity',
    isNamed: 'names no entity',
    params: 'names no entity',
    pagination: 'names no entity',
    pageStyle: 'names no entity',
    handler: 'names no entity',
    strategy: 'names no entity',
    hydration: 'names no entity',
    naming: 'names no entity',
    keyDirection: 'names no entity',
    limits: 'names no entity',
    settings: 'names no entity',
    context: 'names no entity',
    sent: 'names no entity',
    flat: 'names no entity',
    isForeign: 'names no entity',
    work: 'names no entity',
    moment: 'names no entity',
    print: 'names no entity',
    rebind: 'names no entity',
  },
};

const collectors = (Object.keys(members.reaching) as Reaching[]).map((member) => collectorOf(member));

/** Binds a row of the table to its member. */
function collectorOf<Member extends Reaching>(member: Member): (reach: Reach, into: Reached) => void {
  const row: Collect<Member> = members.reaching[member];
  return (reach, into) => {
    row(reach[member], into);
  };
}

/** Entities with scopes, and declared aggregates with conditions, that a query reaches: each once. */
export class Reached {
  readonly schemas: FilterSchema[] = [];
  readonly aggregates: RelatedAggregate[] = [];

  schema(schema: FilterSchema): void {
    if (schema.scopes.length > 0 && !this.schemas.includes(schema)) this.schemas.push(schema);
  }

  aggregate(aggregate: RelatedAggregate): void {
    if (aggregate.where !== undefined && !this.aggregates.includes(aggregate)) this.aggregates.push(aggregate);
  }
}

/** Returns what a query reaches. */
export function reachedBy(reach: Reach): Reached {
  const reached = new Reached();
  for (const collectFrom of collectors) collectFrom(reach, reached);
  return reached;
}

/** Returns what facets alone reach. */
export function reachedByFacets(facets: QueryPlan['facets']): Reached {
  const reached = new Reached();
  members.reaching.facets(facets, reached);
  return reached;
}

/** Populated relations reach their entities, and all that their conditions, orders and aggregates reach. */
function collectPopulated(populate: QueryPlan['populate'], into: Reached): void {
  for (const { relation, filters, where, sort, answered = [] } of populatedIn(populate)) {
    into.schema(relation.target);
    if (filters !== undefined) collect(filters, into);
    if (where !== undefined) collect(where, into);
    collectSort(sort, into);
    for (const field of answered) collectAggregated(field, into);
  }
}

function collectSort(sort: readonly SortTerm[], into: Reached): void {
  for (const { target } of sort) collectTarget(target, into);
}

/** Adds what a condition reaches: the entities on the other side of relations, and aggregates. */
export function collect(condition: Condition, into: Reached): void {
  forEachCondition(condition, (each) => {
    if (each.type === 'related' || each.type === 'relatedCount') into.schema(each.relation.target);
    else if (each.type === 'comparison') collectAggregated(each.field, into);
  });
}

/** Adds the aggregates of a condition whose relations have no scopes. */
export function collectAggregates(condition: Condition, into: Reached): void {
  forEachCondition(condition, (each) => {
    const aggregate = each.type === 'comparison' ? relatedAggregateOf(each.field.expression) : undefined;
    if (aggregate !== undefined) into.aggregate(aggregate);
  });
}

/** Sort keys and facets reach the entities on their path, and the entities whose rows they aggregate. */
function collectTarget({ hops, field }: SortTarget, into: Reached): void {
  for (const hop of hops) into.schema(hop.target);
  if (field !== 'count') collectAggregated(field, into);
}

/** An aggregate of related rows reaches their entity. */
function collectAggregated({ expression }: FieldSchema, into: Reached): void {
  const aggregate = relatedAggregateOf(expression);
  if (aggregate === undefined) return;
  into.schema(aggregate.relation.target);
  into.aggregate(aggregate);
}
