import { type Condition, type QueryPlan, type SortTerm, forEachCondition, populatedIn } from '../../ast/index.js';
import { type FieldSchema, type FilterSchema, type SortTarget, relatedAggregateOf } from '../../schema/index.js';

/** Members of a plan that lead to entities with possible scopes. */
type Reaching = 'schema' | 'filters' | 'search' | 'added' | 'facets' | 'sort' | 'defaultSort' | 'populate';

/** Parts of a query that lead to entities with possible scopes. */
export type Reach = Pick<QueryPlan, Reaching>;

/** Adds the schemas with a scope that a member of the plan reaches. */
type Collect<Member extends Reaching> = (value: Reach[Member], into: FilterSchema[]) => void;

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
    schema: collectSchema,
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
      for (const { facet } of facets) for (const hop of facet.hops) collectSchema(hop.target, into);
    },
    sort: collectSort,
    defaultSort: collectSort,
    populate: (populate, into) => {
      if (populate.length > 0) collectPopulated(populate, into);
    },
  },
  others: {
    selected: 'added for its builder',
    scopes: 'holds what is found here',
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
    work: 'names no entity',
    moment: 'names no entity',
    print: 'names no entity',
    rebind: 'names no entity',
  },
};

const collectors = (Object.keys(members.reaching) as Reaching[]).map((member) => collectorOf(member));

/** Binds a row of the table to its member. */
function collectorOf<Member extends Reaching>(member: Member): (reach: Reach, into: FilterSchema[]) => void {
  const row: Collect<Member> = members.reaching[member];
  return (reach, into) => {
    row(reach[member], into);
  };
}

/** Returns the schemas with a scope that a query reaches, each once. */
export function scopedSchemas(reach: Reach): readonly FilterSchema[] {
  const schemas: FilterSchema[] = [];
  for (const collectFrom of collectors) collectFrom(reach, schemas);
  return schemas;
}

/** Populated relations reach their entities, and all that their conditions and orders reach. */
function collectPopulated(populate: QueryPlan['populate'], into: FilterSchema[]): void {
  for (const { relation, filters, where, sort } of populatedIn(populate)) {
    collectSchema(relation.target, into);
    if (filters !== undefined) collect(filters, into);
    if (where !== undefined) collect(where, into);
    collectSort(sort, into);
  }
}

function collectSort(sort: readonly SortTerm[], into: FilterSchema[]): void {
  for (const { target } of sort) collectTarget(target, into);
}

/** Conditions on a relation reach the entity on its other side. */
function collect(condition: Condition, into: FilterSchema[]): void {
  forEachCondition(condition, (each) => {
    if (each.type === 'related' || each.type === 'relatedCount') collectSchema(each.relation.target, into);
    else if (each.type === 'comparison') collectAggregated(each.field, into);
  });
}

/** Sort keys reach the entities on their path, and the entities whose rows they aggregate. */
function collectTarget({ hops, field }: SortTarget, into: FilterSchema[]): void {
  for (const hop of hops) collectSchema(hop.target, into);
  if (field !== 'count') collectAggregated(field, into);
}

/** An aggregate of related rows reaches their entity. */
function collectAggregated({ expression }: FieldSchema, into: FilterSchema[]): void {
  const aggregate = relatedAggregateOf(expression);
  if (aggregate !== undefined) collectSchema(aggregate.relation.target, into);
}

function collectSchema(schema: FilterSchema, into: FilterSchema[]): void {
  if (schema.scopes.length > 0 && !into.includes(schema)) into.push(schema);
}
