import { type QueryCost, costOf } from '../cost.js';
import type { PathName } from '../contract/index.js';
import { type Parameter, printQueryString } from '../wire/index.js';
import { type AskedCondition, type AskedPagination, askedPagination, conditionsOn, usesPath } from './asked.js';
import { digestOf } from './cache-key.js';
import type { PrintedQuery } from './print/print.js';
import type { QueryPlan } from './query-plan.js';

/** A path of a field, or the beginning of one, which is a relation or an embedded object. */
export type AskedPath<E> = PathName<E> | Beginning<PathName<E>>;

type Beginning<Path extends string> = Path extends `${infer First}.${infer Rest}`
  ? First | `${First}.${Beginning<Rest>}`
  : Path;

declare const rowType: unique symbol;

/** Set by the class below, the only one that can read its private member. */
let planBehind: (query: unknown) => QueryPlan | undefined;

/**
 * Key under which other copies of this package find the plan of a query. An application can load the CommonJS and ESM
 * builds side by side, and only one class can read a private member.
 */
const sharedPlan = Symbol.for('nestjs-filterable:plan');

/**
 * A validated, immutable list request: the argument of a list handler, which `FilterService` applies to query builders.
 *
 * `E` is the entity of the request. `Row` is the type of a page's rows: the entity, or `Partial<E>` where clients may
 * choose the fields of the answer.
 */
export class FilterQuery<E = unknown, Row = E> {
  /** Only for the compiler: no query has it. */
  declare readonly [rowType]?: Row;

  /** The entity that the request is about: its class, or the name of its entity schema. */
  readonly entity: (new (...args: never[]) => E) | (abstract new (...args: never[]) => E) | string;

  /** Hidden from the host. A WeakMap took a quarter of the time of reading a request, mostly in garbage collection. */
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
   * Returns true where the client's filters, sort, search or facets name a path, in property names: a field, or a
   * relation with anything behind it.
   *
   * @example
   * if (query.uses('metadata.genres')) builder.leftJoinAndSelect('metadata.genres', 'genre');
   */
  uses<Path extends string>(path: Path extends AskedPath<E> ? Path : never): boolean {
    return usesPath(planOf(this), path);
  }

  /** Returns true where the client sent a parameter that says something. */
  has(parameter: Parameter): boolean {
    return Object.hasOwn(this.toJSON(), parameter);
  }

  /**
   * Returns the client's conditions on a field, in property names. Every row must satisfy them, so conditions in `$or`
   * and `$not` are left out. A condition through a relation counts where some related row satisfies it.
   *
   * @example
   * const [role] = query.conditionsOn('role'); // { operator: '$eq', value: 'admin' }
   */
  conditionsOn<Path extends string>(path: Path extends PathName<E> ? Path : never): readonly AskedCondition[] {
    return conditionsOn(planOf(this).filters, path);
  }

  /** The page that the client asked for: `{ page: 2, pageSize: 10 }`. Undefined where it asked for none. */
  get pagination(): AskedPagination | undefined {
    const { slice } = planOf(this);
    return slice && askedPagination(slice);
  }

  /**
   * The cost of the client's request, in units of `limits.cost`, and its parts by kind of work. SECURITY.md has the
   * weights. What the server adds is not counted, nor is the page itself, which is about 4.
   *
   * @example
   * await limiter.consume(user.id, Math.ceil(4 + query.cost.total));
   */
  get cost(): QueryCost {
    return costOf(planOf(this).work ?? {});
  }

  /**
   * Returns the client's request in canonical form: `{ filters, sort, pagination, … }`, with explicit operators and
   * text values. Equal requests give equal objects, and parsing one gives an equal query. It contains no scopes,
   * defaults or conditions of `and()`.
   */
  toJSON(): PrintedQuery {
    const plan = planOf(this);
    return plan.print(plan);
  }

  /**
   * Returns the client's request as a canonical query string, without `?`, for links and saved views. It is not a
   * cache key, because two users who send the same request may see different rows; see {@link cacheKey}.
   * Operators and indexes are explicit, so a request close to `limits.queryBytes` or `limits.parameters` may
   * exceed them in this form.
   */
  toString(): string {
    const { params } = planOf(this);
    return printQueryString(this.toJSON(), params);
  }

  /**
   * Returns a key for caching the answer to this query: the canonical query string, `#`, and a digest of
   * everything that the server adds. That includes scopes, `and()`, defaults, the members visible in the context,
   * and the handler's settings. Queries with equal keys find the same rows by the same builder. Users of different
   * tenants have different keys.
   *
   * The builder's own conditions are not in the key. Add a name of your own where handlers prepare different builders,
   * or where several data sources have the same entity.
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
    // The prototype, and objects that inherit from it, have no plan, but can be logged.
    if (planBehind(this) === undefined) return 'FilterQuery {}';
    const { schema } = planOf(this);
    return `FilterQuery<${schema.name}> ${this.toString()}`.trimEnd();
  }
}

function planOfAnotherCopy(query: object): QueryPlan | undefined {
  const plan: unknown = Reflect.get(query, sharedPlan);
  return isPlan(plan) ? plan : undefined;
}

/** Only copies of this package know the symbol, so that a few members are proof enough. */
function isPlan(plan: unknown): plan is QueryPlan {
  return typeof plan === 'object' && plan !== null && 'schema' in plan && 'rebind' in plan;
}

/**
 * Returns the plan of a query.
 *
 * @throws TypeError for an object that only looks like a query, which is a mistake of the program
 */
export function planOf(query: FilterQuery): QueryPlan {
  const plan = planBehind(query);
  if (plan === undefined) {
    throw new TypeError(
      'This is not a FilterQuery: pass on the object that @FilterQuery() or FilterService.parse() gave you',
    );
  }
  return plan;
}
