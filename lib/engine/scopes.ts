import { type Condition, type QueryPlan, and, comparison, forEachCondition, not, or } from '../ast/index.js';
import { builtIn } from '../operators/index.js';
import { type FilterSchema, type RowScope, isPromise } from '../schema/index.js';
import type { Settings } from './settings.js';
import { trustedConditions } from './trusted.js';

/** The parts of a query that lead to entities, each of which may have a scope. */
export type Reach = Pick<QueryPlan, 'schema' | 'filters' | 'search' | 'facets' | 'added' | 'sort' | 'defaultSort'>;

/** The conditions of scopes, by the entity whose rows they hold for. */
export type Scopes = ReadonlyMap<FilterSchema, Condition>;

const noScopes: Scopes = new Map();

/** A scope that failed. Nobody can say which rows may be seen then, so the request is refused. */
export class ScopeFailure extends Error {
  override readonly name = 'ScopeFailure';

  /** @param lacksContext true where there was no context, which is then the likely reason */
  constructor(
    message: string,
    readonly lacksContext: boolean,
    options?: ErrorOptions,
  ) {
    super(
      lacksContext ? `${message}; it was given no context: { context } in code, context in forRoot()` : message,
      options,
    );
  }
}

/** Calls the scopes of entities, for one context. */
export class ScopeReader {
  constructor(
    private readonly context: unknown,
    private readonly settings: Settings,
  ) {}

  /**
   * Returns the scopes of every entity that a query reaches. A scope that returns nothing is refused: an expression that came
   * out undefined by mistake would show every row.
   */
  of(reach: Reach): Scopes {
    const schemas = scopedSchemas(reach);
    return schemas.length === 0 ? noScopes : this.with(noScopes, schemas);
  }

  /** Returns existing scopes with those of more entities. */
  with(existing: Scopes, schemas: readonly FilterSchema[]): Scopes {
    const scopes = new Map(existing);
    for (const schema of schemas) {
      const condition = and(schema.scopes.flatMap((rows) => this.rowCondition(rows) ?? []));
      if (condition !== undefined) scopes.set(schema, condition);
    }
    return scopes;
  }

  /**
   * Joins all scopes of some rows. Where these are not all rows of the entity, a row of another class passes; so does one
   * without a discriminator, which TypeORM takes for a row of the entity itself.
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
    const lacksContext = this.context === undefined;
    let isAwaited: boolean;
    try {
      const filters = scope(this.context);
      isAwaited = isPromise(filters);
      if (typeof filters === 'object' && filters !== null && !isAwaited) {
        return trustedConditions(schema, filters, this.settings, subject);
      }
    } catch (cause) {
      throw new ScopeFailure(`${subject} failed`, lacksContext, { cause });
    }
    if (isAwaited) {
      throw new ScopeFailure(
        `${subject} gave a promise; await what it needs in \`context\`, and decide by that`,
        false,
      );
    }
    throw new ScopeFailure(`${subject} gave nothing; give conditions, or {} for every row`, lacksContext);
  }
}

/** Returns the schemas that a query reaches and that have a scope, each once. */
function scopedSchemas({ schema, filters, search, facets, added, sort, defaultSort }: Reach): readonly FilterSchema[] {
  const schemas: FilterSchema[] = [];
  collectSchema(schema, schemas);
  if (filters !== undefined) collect(filters, schemas);
  if (search !== undefined) collect(search.condition, schemas);
  for (const condition of added) collect(condition, schemas);
  for (const { facet } of facets) for (const hop of facet.hops) collectSchema(hop.target, schemas);
  for (const { target } of sort) for (const hop of target.hops) collectSchema(hop.target, schemas);
  for (const { target } of defaultSort) for (const hop of target.hops) collectSchema(hop.target, schemas);
  return schemas;
}

/** Conditions on a relation reach the entity on its other side. */
function collect(condition: Condition, into: FilterSchema[]): void {
  forEachCondition(condition, (each) => {
    if (each.type === 'related' || each.type === 'relatedCount') collectSchema(each.relation.target, into);
  });
}

function collectSchema(schema: FilterSchema, into: FilterSchema[]): void {
  if (schema.scopes.length > 0 && !into.includes(schema)) into.push(schema);
}
