import {
  type SortTerm,
  type Condition,
  type Moment,
  type QueryPlan,
  and,
  comparison,
  forEachCondition,
  not,
  or,
  populatedIn,
} from '../../ast/index.js';
import { builtIn } from '../../operators/index.js';
import {
  type FieldSchema,
  type FilterSchema,
  type RowScope,
  type SortTarget,
  relatedAggregateOf,
} from '../../schema/index.js';
import type { Settings } from '../options/settings.js';
import { givenConditions } from '../lists/given-conditions.js';

/** Parts of a query that lead to entities with possible scopes. */
export type Reach = Pick<
  QueryPlan,
  'schema' | 'filters' | 'search' | 'facets' | 'added' | 'sort' | 'defaultSort' | 'populate'
>;

/** Conditions of scopes, by the entity of their rows. */
export type Scopes = ReadonlyMap<FilterSchema, Condition>;

const noScopes: Scopes = new Map();

/** Calls the scopes of entities, for one context. */
export class ScopeReader {
  constructor(
    private readonly context: unknown,
    private readonly settings: Settings,
    /** The moment of relative dates in scopes. Default: the present. */
    private readonly moment?: Moment,
  ) {}

  /**
   * Returns the scopes of every entity that a query reaches. A scope that returns nothing is refused: an expression
   * that is undefined by mistake would show every row.
   */
  of(reach: Reach): Scopes {
    const schemas = scopedSchemas(reach);
    return schemas.length === 0 ? noScopes : this.with(noScopes, schemas);
  }

  /** Returns existing scopes with more entities' added. */
  with(existing: Scopes, schemas: readonly FilterSchema[]): Scopes {
    const scopes = new Map(existing);
    for (const schema of schemas) {
      const condition = and(schema.scopes.flatMap((rows) => this.rowCondition(rows) ?? []));
      if (condition !== undefined) scopes.set(schema, condition);
    }
    return scopes;
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

/** Returns the schemas with a scope that a query reaches, each once. */
function scopedSchemas(reach: Reach): readonly FilterSchema[] {
  const { schema, filters, search, facets, added, sort, defaultSort, populate } = reach;
  const schemas: FilterSchema[] = [];
  collectSchema(schema, schemas);
  if (filters !== undefined) collect(filters, schemas);
  if (search !== undefined) collect(search.condition, schemas);
  for (const condition of added) collect(condition, schemas);
  for (const { facet } of facets) for (const hop of facet.hops) collectSchema(hop.target, schemas);
  collectSort(sort, schemas);
  collectSort(defaultSort, schemas);
  if (populate.length > 0) collectPopulated(populate, schemas);
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
