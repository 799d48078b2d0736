import type { DataSource } from 'typeorm';
import type { FilterSchema, View } from '../schema/index.js';
import type { Limits } from '../limits.js';
import { type ParameterNames, printQueryString } from '../wire/index.js';
import type { Condition } from './condition.js';
import { digestOf } from './cache-key.js';
import { type PrintedQuery, printQuery } from './print.js';
import type { PageSettings, PageStyle } from './page-settings.js';
import type { Slice } from './slice.js';
import type { SortTerm } from './sort.js';

/** Everything that one request comes to; what the engine works with, and a host never sees. */
export interface QueryPlan {
  readonly schema: FilterSchema;
  /** The entity that the builder selects, where that is one that extends the schema's; known with the builder. */
  readonly selected?: FilterSchema | undefined;
  readonly view: View;
  /** What the client asked for. */
  readonly filters: Condition | undefined;
  readonly sort: readonly SortTerm[];
  readonly slice: Slice | undefined;
  /** Conditions of the server's own: never printed. */
  readonly added: readonly Condition[];
  /** The order where the client names none: never printed. */
  readonly defaultSort: readonly SortTerm[];
  /** The rows that may be seen of each entity that has a scope, in the context of this request. */
  readonly scopes: ReadonlyMap<FilterSchema, Condition>;
  readonly params: ParameterNames;
  /** How pages are counted and cursors encrypted, for the page floor. */
  readonly pagination: PageSettings;
  /** The style of the page that answers a request without a slice. */
  readonly pageStyle: PageStyle;
  /** Tells the handler's reading of requests from others of the entity; empty where the handler overrides nothing. */
  readonly handler: string;
  /** In which direction the primary key ends the order; undefined: in that of the last key. */
  readonly keyDirection?: 'asc' | undefined;
  /** The limits it was read under; undefined for the program's own. */
  readonly limits?: Limits | undefined;
  /**
   * The settings that an answer depends on, as one text, made at boot for cache keys; undefined for the program's own
   * requests, of which no query is made.
   */
  readonly settings: string | undefined;
  /** What scopes and visibility were decided by. */
  readonly context: unknown;
  /** Reads the same request again for another data source, whose names and dialect may differ. */
  readonly rebind: (source: DataSource) => QueryPlan;
}

let planBehind: (query: unknown) => QueryPlan | undefined;

/**
 * Where a query of another copy of this package keeps its plan: an application can load the CommonJS build and the ES
 * modules side by side, and private members are known to one class alone.
 */
const sharedPlan = Symbol.for('nestjs-filterable:plan');

/**
 * What a client asked for, validated and frozen: the argument of a list handler, and what `FilterService` applies.
 *
 * `E` is the entity it is about.
 */
export class FilterQuery<E = unknown> {
  /** The entity it is about. It carries the type only; at run time it is the class, or the name of an entity schema. */
  readonly entity: (new (...args: never[]) => E) | (abstract new (...args: never[]) => E) | string;

  /** Hidden from the host. In a WeakMap it was a quarter of what reading a request cost, most of it garbage collection. */
  readonly #plan: QueryPlan;

  static {
    planBehind = (query) => {
      if (typeof query !== 'object' || query === null) return undefined;
      return #plan in query ? query.#plan : planOfAnotherCopy(query);
    };
  }

  /** @internal Made by `FilterService.parse` and the `@FilterQuery()` decorator. */
  constructor(plan: QueryPlan) {
    this.entity = plan.schema.metadata.target as FilterQuery<E>['entity'];
    this.#plan = plan;
    Object.freeze(this);
  }

  /**
   * The canonical form of what the client asked for: `{ filters, sort, pagination }`, with explicit operators and text
   * values. Equal requests give equal objects, and parsing one gives the same query again. What the server added is not in it.
   */
  toJSON(): PrintedQuery {
    return printQuery(planOf(this));
  }

  /**
   * The canonical query string, likewise: for links and saved views, without `?`. It is no cache key, because two users who
   * ask the same may see different rows; see {@link cacheKey}. Its operators and indexes are written out, so that of a
   * request close to `limits.queryBytes` or `limits.parameters` it may be longer than they allow.
   */
  toString(): string {
    const { params } = planOf(this);
    return printQueryString(this.toJSON(), params);
  }

  /**
   * The key under which an answer to this query can be kept: the canonical query string, `#`, and a digest of everything
   * that the server added, which is scopes, `and()`, defaults, what the context makes visible, and the settings of the
   * handler. With the same key, the same builder finds the same rows; users of different tenants have different keys.
   *
   * What the builder adds is not in it: where handlers prepare builders of their own, or the same entity lies in several
   * data sources, put their names beside the key.
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

  /** What `console.log()` shows: the entity, and the canonical query string. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    // To look at something is no mistake, whatever it is.
    if (planBehind(this) === undefined) return 'FilterQuery {}';
    const { schema } = planOf(this);
    return `FilterQuery<${schema.name}> ${this.toString()}`.trimEnd();
  }
}

function planOfAnotherCopy(query: object): QueryPlan | undefined {
  const plan: unknown = Reflect.get(query, sharedPlan);
  return isPlan(plan) ? plan : undefined;
}

/** Only this package knows the symbol, so that it is there is enough. */
function isPlan(plan: unknown): plan is QueryPlan {
  return typeof plan === 'object' && plan !== null && 'schema' in plan && 'rebind' in plan;
}

/** The plan behind a query. A look-alike has none, and is a mistake of the program. */
export function planOf(query: FilterQuery): QueryPlan {
  const plan = planBehind(query);
  if (plan === undefined) {
    throw new TypeError(
      'This is no FilterQuery: take one from @FilterQuery() or FilterService.parse(), and pass it on whole',
    );
  }
  return plan;
}
