import type { DataSource } from 'typeorm';
import type { FacetSchema, FilterSchema, RelationStrategy, Report, View } from '../schema/index.js';
import type { Limits } from '../limits.js';
import { type ParameterNames, printQueryString } from '../wire/index.js';
import type { Condition } from './condition.js';
import { digestOf } from './cache-key.js';
import type { FacetRequest } from './facets.js';
import type { PrintedQuery } from './print.js';
import type { PageSettings, PageStyle } from './page-settings.js';
import type { Search } from './search.js';
import type { Selection } from './selection.js';
import type { Slice } from './slice.js';
import type { SortTerm } from './sort.js';

/** A whole request after validation: the private content of a `FilterQuery`, with which the engine works. */
export interface QueryPlan {
  /** The entity that the request is about. */
  readonly schema: FilterSchema;
  /** The entity that the builder selects, if it is one that extends the schema's; set once there is a builder. */
  readonly selected?: FilterSchema | undefined;
  /** The members of the entity that this request may name. */
  readonly view: View;
  /** The client's own conditions; undefined where it sent none. */
  readonly filters: Condition | undefined;
  /** The client's own sort keys; empty where it sent none. */
  readonly sort: readonly SortTerm[];
  readonly slice: Slice | undefined;
  /** The client's search; undefined where it sent none. */
  readonly search: Search | undefined;
  /** The facets that the client wants; empty where it sent none. */
  readonly facets: readonly FacetRequest[];
  /** The facets that the list declares, whoever may ask for them; undefined where it declares none. */
  readonly declaredFacets: ReadonlyMap<string, FacetSchema> | undefined;
  /** The fields of the answer; undefined where the client leaves them to the handler. */
  readonly selection: Selection | undefined;
  /** The server's conditions, from `and()` and defaults: never printed. */
  readonly added: readonly Condition[];
  /** The order of a request without sort keys: never printed. */
  readonly defaultSort: readonly SortTerm[];
  /** The visible rows of each entity that has a scope, in the context of this request. */
  readonly scopes: ReadonlyMap<FilterSchema, Condition>;
  /** The names of the parameters that this handler reads. */
  readonly params: ParameterNames;
  /** The counting of pages and the encryption of cursors. */
  readonly pagination: PageSettings;
  /** The page style that answers a request without a slice. */
  readonly pageStyle: PageStyle;
  /** Identifies the overrides that change which rows a list has, or their order, for binding cursors; empty where there are none. */
  readonly handler: string;
  /** The way to answer conditions on relations that declare none. */
  readonly strategy: RelationStrategy;
  /** Statements are prepared on the server where this is given; it receives what puts an end to that. */
  readonly naming?: Report | undefined;
  /** The direction of the primary key that ends the order; undefined for the direction of the last sort key. */
  readonly keyDirection?: 'asc' | undefined;
  /** The limits that the request was validated by; undefined for a request of the program itself. */
  readonly limits?: Limits | undefined;
  /**
   * The settings that an answer depends on, as one text made at boot, for cache keys; undefined for a request of the program
   * itself, which never becomes a `FilterQuery`.
   */
  readonly settings: string | undefined;
  /** The context that scopes and visibility were decided by. */
  readonly context: unknown;
  /** Prints the client's part of a plan in canonical form. */
  readonly print: (plan: QueryPlan) => PrintedQuery;
  /** Validates the request again for another data source, whose names and dialect may differ. */
  readonly rebind: (source: DataSource) => QueryPlan;
}

declare const rowType: unique symbol;

/** Set by the class below, which alone can read its private member. */
let planBehind: (query: unknown) => QueryPlan | undefined;

/**
 * The key under which other copies of this package find the plan of a query: an application can load the CommonJS build and
 * the ES modules side by side, and a private member can be read by one class only.
 */
const sharedPlan = Symbol.for('nestjs-filterable:plan');

/**
 * A validated, immutable list request: the argument of a list handler, which `FilterService` applies to query builders.
 *
 * `E` is the entity that the request is about. `Row` is what its pages consist of: the entity, or `Partial<E>` where clients may
 * choose the fields of the answer.
 */
export class FilterQuery<E = unknown, Row = E> {
  /** For the compiler alone: no query has it. */
  declare readonly [rowType]?: Row;

  /** The entity that the request is about: its class, or the name of its entity schema. */
  readonly entity: (new (...args: never[]) => E) | (abstract new (...args: never[]) => E) | string;

  /** Not visible to the host. In a WeakMap it took a quarter of the time of reading a request, mostly in garbage collection. */
  readonly #plan: QueryPlan;

  static {
    planBehind = (query) => {
      if (typeof query !== 'object' || query === null) return undefined;
      return #plan in query ? query.#plan : planOfAnotherCopy(query);
    };
  }

  /** @internal Created by `FilterService.parse` and the `@FilterQuery()` decorator. */
  constructor(plan: QueryPlan) {
    this.entity = plan.schema.metadata.target as FilterQuery<E>['entity'];
    this.#plan = plan;
    Object.freeze(this);
  }

  /**
   * Returns the client's request in canonical form: `{ filters, sort, pagination, … }`, with explicit operators and text values.
   * Equal requests give equal objects, and parsing one gives an equal query. Scopes, defaults and `and()` are not in it.
   */
  toJSON(): PrintedQuery {
    const plan = planOf(this);
    return plan.print(plan);
  }

  /**
   * Returns the client's request as a canonical query string, without `?`: for links and saved views. It is not a cache key,
   * because two users who send the same request may see different rows; see {@link cacheKey}. Operators and indexes are
   * written out, so a request close to `limits.queryBytes` or `limits.parameters` may exceed them in this form.
   */
  toString(): string {
    const { params } = planOf(this);
    return printQueryString(this.toJSON(), params);
  }

  /**
   * Returns a key for caching the answer to this query: the canonical query string, `#`, and a digest of everything that the
   * server adds, which is scopes, `and()`, defaults, the members that the context makes visible, and the handler's settings.
   * Queries with equal keys find the same rows by the same builder; users of different tenants have different keys.
   *
   * The builder's own conditions are not in the key. Add a name of your own where handlers prepare different builders, or
   * where several data sources have the same entity.
   *
   * @example
   * const key = `posts:${query.cacheKey()}`;
   * const page = (await cache.get(key)) ?? (await this.posts.page(query));
   */
  cacheKey(): string {
    return `${this.toString()}#${digestOf(planOf(this))}`;
  }

  /** @internal The plan, for other copies of this package. */
  get [sharedPlan](): QueryPlan | undefined {
    return #plan in this ? this.#plan : undefined;
  }

  /** Returns the text that `console.log()` shows: the entity, and the canonical query string. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    // The prototype, and objects that inherit from it, can be logged, too, and have no plan.
    if (planBehind(this) === undefined) return 'FilterQuery {}';
    const { schema } = planOf(this);
    return `FilterQuery<${schema.name}> ${this.toString()}`.trimEnd();
  }
}

function planOfAnotherCopy(query: object): QueryPlan | undefined {
  const plan: unknown = Reflect.get(query, sharedPlan);
  return isPlan(plan) ? plan : undefined;
}

/** Only copies of this package know the symbol, so a few members are proof enough. */
function isPlan(plan: unknown): plan is QueryPlan {
  return typeof plan === 'object' && plan !== null && 'schema' in plan && 'rebind' in plan;
}

/** Returns the plan of a query. Throws a TypeError for an object that only looks like one: that is a mistake of the program. */
export function planOf(query: FilterQuery): QueryPlan {
  const plan = planBehind(query);
  if (plan === undefined) {
    throw new TypeError(
      'This is not a FilterQuery: pass on the object that @FilterQuery() or FilterService.parse() gave you',
    );
  }
  return plan;
}
