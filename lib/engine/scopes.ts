import {
  type Condition,
  type Moment,
  type QueryPlan,
  type SortTerm,
  and,
  comparison,
  forEachCondition,
  not,
  or,
  populatedIn,
} from '../ast/index.js';
import {
  type FieldSchema,
  type FilterSchema,
  type RelatedAggregate,
  type RowScope,
  type SortTarget,
  relatedAggregateOf,
} from '../schema/index.js';
import { builtIn } from '../operators/index.js';
import { type AggregateConditions, aggregateConditions, givenConditions } from './trusted.js';
import type { Settings } from './options.js';

/** Members of a plan that lead to entities with possible scopes. */
type Reaching =
  'schema' | 'filters' | 'search' | 'added' | 'facets' | 'sort' | 'defaultSort' | 'order' | 'populate' | 'answered';

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
    order: (order, into) => {
      if (order !== undefined) collectSort(order, into);
    },
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
function reachedBy(reach: Reach): Reached {
  const reached = new Reached();
  for (const collectFrom of collectors) collectFrom(reach, reached);
  return reached;
}

function reachedByFacets(facets: QueryPlan['facets']): Reached {
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
function collect(condition: Condition, into: Reached): void {
  forEachCondition(condition, (each) => {
    if (each.type === 'related' || each.type === 'relatedCount') into.schema(each.relation.target);
    else if (each.type === 'comparison') collectAggregated(each.field, into);
  });
}

/** Adds the aggregates of a condition whose relations have no scopes. */
function collectAggregates(condition: Condition, into: Reached): void {
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

/** The conditions that scopes and declared aggregates add to a query, in one context. */
export type ServerConditions = Pick<QueryPlan, 'scopes' | 'aggregated'>;

const noConditions: ServerConditions = Object.freeze({ scopes: new Map(), aggregated: undefined });

/** Calls the scopes of entities, and reads the conditions of declared aggregates, for one context. */
export class ScopeReader {
  private readonly aggregates: AggregateConditions;

  constructor(
    private readonly context: unknown,
    private readonly settings: Settings,
    /** The moment of relative dates in scopes. Default: the present. */
    private readonly moment?: Moment,
  ) {
    this.aggregates = aggregateConditions(settings);
  }

  /**
   * Returns the scopes of every entity that a query reaches, and the conditions of every declared aggregate. A scope
   * that returns nothing is refused: an expression that is undefined by mistake would show every row.
   */
  of(reach: Reach): ServerConditions {
    const reached = reachedBy(reach);
    const isNone = reached.schemas.length === 0 && reached.aggregates.length === 0;
    return isNone ? noConditions : this.within(noConditions, reached);
  }

  /** Returns existing conditions with more entities' scopes added. */
  with(existing: ServerConditions, schemas: readonly FilterSchema[]): ServerConditions {
    const reached = new Reached();
    for (const schema of schemas) reached.schema(schema);
    return this.within(existing, reached);
  }

  withFacets(existing: ServerConditions, facets: QueryPlan['facets']): ServerConditions {
    return this.within(existing, reachedByFacets(facets));
  }

  /** Reads what was reached. Conditions may reach more, so that both lists grow while they are read. */
  private within(existing: ServerConditions, reached: Reached): ServerConditions {
    const scopes = new Map(existing.scopes);
    const aggregated = new Map(existing.aggregated);
    const { schemas, aggregates } = reached;
    for (let scoped = 0, read = 0; scoped < schemas.length || read < aggregates.length;) {
      for (const aggregate of aggregates.slice(read)) {
        const condition = this.aggregates.of(aggregate, this.context, this.moment);
        aggregated.set(aggregate, condition);
        if (condition !== undefined) collect(condition, reached);
        read += 1;
      }
      for (const schema of schemas.slice(scoped)) {
        const condition = and(schema.scopes.flatMap((rows) => this.rowCondition(rows) ?? []));
        if (condition !== undefined) scopes.set(schema, condition);
        // No scope applies to what is in a scope.
        if (condition !== undefined) collectAggregates(condition, reached);
        scoped += 1;
      }
    }
    return { scopes, aggregated: aggregated.size === 0 ? undefined : aggregated };
  }

  /**
   * Joins all scopes of some rows. If they do not concern all rows of the entity, a row of another class passes. So
   * does a row without a discriminator, which TypeORM takes for the entity itself.
   */
  private rowCondition({ schema, declared, only }: RowScope): Condition | undefined {
    const condition = and(declared.flatMap((scope) => this.conditionOf(schema, scope) ?? []));
    if (condition === undefined || only === undefined) return condition;
    const { discriminator, values } = only;
    const isOther = not(comparison(discriminator, builtIn('$in'), values));
    return or([comparison(discriminator, builtIn('$null'), []), isOther, condition]);
  }

  private conditionOf(schema: FilterSchema, { scope, by }: RowScope['declared'][number]): Condition | undefined {
    const subject = `The scope of ${by}${by === schema.name ? '' : `, which ${schema.name} extends,`}`;
    return givenConditions({ schema, give: scope, subject }, this.context, {
      settings: this.settings,
      moment: this.moment,
    });
  }
}
