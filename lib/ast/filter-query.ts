import type { DataSource } from 'typeorm';
import type { FilterSchema, View } from '../schema/index.js';
import type { Limits } from '../limits.js';
import { type ParameterNames, printQueryString } from '../wire/index.js';
import type { Condition } from './condition.js';
import { type PrintedQuery, printQuery } from './print.js';
import type { PageSettings } from './page-settings.js';
import type { Slice } from './slice.js';
import type { SortTerm } from './sort.js';

/** Everything that one request comes to; what the engine works with, and a host never sees. */
export interface QueryPlan {
  readonly schema: FilterSchema;
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
  /** How pages are counted and cursors signed, for the page floor. */
  readonly pagination: PageSettings;
  /** In which direction the primary key ends the order; undefined: in that of the last key. */
  readonly keyDirection?: 'asc' | undefined;
  /** The limits it was read under; undefined for the program's own. */
  readonly limits?: Limits | undefined;
  /** What scopes and visibility were decided by. */
  readonly context: unknown;
  /** Reads the same request again for another data source, whose names and dialect may differ. */
  readonly rebind: (source: DataSource) => QueryPlan;
}

let planBehind: (query: unknown) => QueryPlan | undefined;

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
    planBehind = (query) => (typeof query === 'object' && query !== null && #plan in query ? query.#plan : undefined);
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
   * The canonical query string, likewise: a cache key, a saved view, a link. Without `?`. Its operators and indexes are
   * written out, so that of a request close to `limits.queryBytes` or `limits.parameters` it may be longer than they allow.
   */
  toString(): string {
    const { params } = planOf(this);
    return printQueryString(this.toJSON(), params);
  }
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
