import type { DataSource } from 'typeorm';
import { createHash } from 'node:crypto';
import {
  type FieldSchema,
  type FilterSchema,
  type RelatedAggregate,
  type RelationSchema,
  type RelationStrategy,
  type Report,
  type View,
  isWithinPath,
  viewFingerprint,
  visibilityFingerprint,
} from '../schema/index.js';
import type { FilterValue } from '../values/index.js';
import { type Comparison, type Condition, type Moment, conjunctsOf, identityOf, identityOfTerm } from './condition.js';
import type { Hydration, PageSettings, PageStyle, Slice, SortTerm } from './parts.js';
import { type QueryCost, type WorkParts, costOf } from '../cost.js';
import type { DeprecatedName } from '../issues/index.js';
import type { Limits } from '../limits.js';
import {
  type FlatRules,
  type Parameter,
  type ParameterNames,
  type SentNames,
  type SentPair,
  printQueryString,
} from '../wire/index.js';
import type { PrintedQuery } from './print.js';
import type { PathName } from '../contract/index.js';

/** One condition of a request on a field. */
export interface AskedCondition {
  /** The operator: `$eq`. */
  readonly operator: string;
  /** The value in the type of the property; a list for an operator of lists, and true for `$null` and `$notNull`. */
  readonly value: unknown;
}

/** The page that a client asked for, in the words of `pagination`. */
export type AskedPagination = AskedCount &
  (
    | (AskedSize & {
        /** The number of the page, from 1. */
        readonly page: number;
      })
    | {
        /** The number of rows to skip. */
        readonly start: number;
        /** The number of rows. */
        readonly limit: number;
      }
    | (AskedSize & {
        /** The cursor to read after. */
        readonly after: string;
      })
    | (AskedSize & {
        /** The cursor to read before. */
        readonly before: string;
      })
  );

interface AskedCount {
  /** True or false where the client says whether to count. */
  readonly withCount?: boolean;
}

interface AskedSize {
  /** The number of rows on a page. */
  readonly pageSize: number;
}

/** Returns true where the client's part of a request names a path, or one below it. */
function usesPath({ filters, sort, search, facets }: Asked, path: string): boolean {
  const isBelow = (found: string): boolean => isWithinPath(found, path);
  const isAt = (hops: readonly RelationSchema[], field: FieldSchema | 'count'): boolean =>
    isBelow(joined([...hops, ...(field === 'count' ? [] : [field])]));
  if (filters !== undefined && namesPath(filters, '', isBelow)) return true;
  if (search !== undefined && namesPath(search.condition, '', isBelow)) return true;
  return (
    sort.some(({ target }) => isAt(target.hops, target.field)) ||
    facets.some(({ facet }) => isAt(facet.hops, facet.field))
  );
}

function namesPath(condition: Condition, prefix: string, isBelow: (path: string) => boolean): boolean {
  switch (condition.type) {
    case 'and':
    case 'or':
      return condition.conditions.some((part) => namesPath(part, prefix, isBelow));
    case 'not':
      return namesPath(condition.condition, prefix, isBelow);
    case 'comparison':
      return isBelow(prefix + condition.field.propertyPath);
    case 'named':
      // The client has named the filter alone, and nothing of what it stands for.
      return namesPath(condition.said, prefix, isBelow);
    case 'related':
    case 'relatedCount': {
      const path = prefix + condition.relation.propertyPath;
      return isBelow(path) || (condition.where !== undefined && namesPath(condition.where, `${path}.`, isBelow));
    }
  }
}

function joined(members: readonly { readonly propertyPath: string }[]): string {
  return members.map(({ propertyPath }) => propertyPath).join('.');
}

/** Returns the conditions on a field that every row must satisfy. Conditions on related rows count. */
function conditionsOn(filters: Condition | undefined, path: string): readonly AskedCondition[] {
  return filters === undefined ? [] : conjunctsOf(filters).flatMap((each) => conditionsIn(each, path));
}

function conditionsIn(condition: Condition, path: string): readonly AskedCondition[] {
  if (condition.type === 'named') return conditionsIn(condition.said, path);
  if (condition.type === 'comparison') return condition.field.propertyPath === path ? [askedOf(condition)] : [];
  if (condition.type !== 'related' || condition.quantifier !== 'some' || condition.where === undefined) return [];
  const { propertyPath } = condition.relation;
  return path.startsWith(`${propertyPath}.`) ? conditionsOn(condition.where, path.slice(propertyPath.length + 1)) : [];
}

function askedOf({ field, operator: { token, takes }, values }: Comparison): AskedCondition {
  const all = values.map((value) => givenValue(value, field));
  if (takes === 'list' || takes === 'pair') return { operator: token, value: all };
  return { operator: token, value: all.length === 0 ? true : all[0] };
}

/** Returns a value as a property has it; a whole day, or a relative date that is days, as its text. */
export function givenValue(value: FilterValue, { expression }: FieldSchema): unknown {
  if (typeof value === 'object' && value.type !== 'instant') return expression.kind.print(value);
  return expression.kind.toProperty(value);
}

/** Returns the page that a client asked for, in the words of `pagination`. */
function askedPagination(slice: Slice): AskedPagination {
  const count = slice.withCount === undefined ? {} : { withCount: slice.withCount };
  if (slice.type === 'page') return { page: slice.page, pageSize: slice.pageSize, ...count };
  if (slice.type === 'offset') return { start: slice.start, limit: slice.limit, ...count };
  const { direction, cursor, pageSize } = slice;
  return direction === 'after' ? { after: cursor, pageSize, ...count } : { before: cursor, pageSize, ...count };
}

/** What a list declares for its parameters, made at boot. A feature adds its member. */
export interface Declared {
  /** The pages of the list. */
  readonly pagination: DeclaredPages;
}

/** The pages of a list. */
export interface DeclaredPages {
  /** Returns the styles that a client may use, the default first. Empty where `pagination` is refused. */
  styles(this: void, context: unknown): readonly PageStyle[];
  /** True where a page size above the maximum is lowered to it. */
  readonly clamps: boolean;
}

/** What a client asks for, by parameter. Undefined or empty where it sent nothing. A feature adds its member. */
export interface Asked {
  readonly filters: Condition | undefined;
  readonly sort: readonly SortTerm[];
  readonly pagination: Slice | undefined;
}

/** A list: what is the same for all of its requests by one kind of names. */
export interface List {
  /** The entity that the list is about. */
  readonly schema: FilterSchema;
  /** The members of the entity that requests may name. */
  readonly view: View;
  readonly declared: Declared;
  /** Names of the parameters that the list reads. */
  readonly params: ParameterNames;
  /** Limits of the validation. Undefined for requests of the program itself. */
  readonly limits: Limits | undefined;
  /** Counting of pages, and encryption of cursors. */
  readonly pagination: PageSettings;
  /**
   * Identifies overrides that change the rows or their order, to bind cursors to them. Empty without such overrides.
   */
  readonly handler: string;
  /**
   * Settings that an answer depends on, as one text made at boot, for cache keys. Undefined for requests of the program
   * itself, which never become a `FilterQuery`.
   */
  readonly settings: string | undefined;
  /** Strategy for conditions on relations that declare none. */
  readonly strategy: RelationStrategy;
  /** Way to make the entities of the rows. */
  readonly hydration: Hydration;
  /** Called when named statements stop working on the server. Without it, none are used. */
  readonly naming: Report | undefined;
  /** Direction of the primary key at the end of the order. Undefined for the last sort key's direction. */
  readonly keyDirection: 'asc' | undefined;
  /** Returns true for the parameters of the URL that an on-ramp reads, which links say in brackets. */
  readonly isForeign: ((pair: SentPair) => boolean) | undefined;
  /** The table of parameters, which is above this layer. */
  readonly parameters: ParameterTable;
}

/** All that parameters mean, for the layers below their table. */
export interface ParameterTable {
  /** Prints the client's part of a plan in canonical form. */
  print(this: void, plan: Pick<QueryPlan, 'list' | 'asked'>): PrintedQuery;
  /** Returns the parts of a digest that features decide. */
  identify(this: void, plan: QueryPlan): readonly unknown[];
}

/** What the server adds to a request. A feature adds its member. */
export interface Server {
  /** Conditions from `and()` and defaults, and what the client's parameters add: never printed. */
  readonly added: readonly Condition[];
  /** The order of a request without sort keys: never printed. */
  readonly defaultSort: readonly SortTerm[];
  /** The whole order, where the server adds keys to the client's. Undefined where it adds none. Never printed. */
  readonly order?: readonly SortTerm[] | undefined;
  /** Visible rows of each entity with a scope, in the context of this request. */
  readonly scopes: ReadonlyMap<FilterSchema, Condition>;
  /** Declared conditions of the aggregates of related rows that the query reaches. Undefined where there are none. */
  readonly aggregated: ReadonlyMap<RelatedAggregate, Condition | undefined> | undefined;
  /** Entity that the builder selects, if it extends the schema's. Set once there is a builder. */
  readonly selected?: FilterSchema | undefined;
}

/** The circumstances of one request. */
export interface Circumstances {
  /** Context of scopes and visibility. */
  readonly context: unknown;
  /** The moment of the request's relative dates. Undefined where the list reads none. */
  readonly moment: Moment | undefined;
  /** Page style for a request without a slice. */
  readonly pageStyle: PageStyle;
  /** The names that the client used for parts of the request. Undefined where all have their own. */
  readonly sent: SentNames | undefined;
  /**
   * The flat names of the list, for links. Undefined where links have brackets, and `closed` where the list refuses
   * these, and the URL has not the names.
   */
  readonly flat: FlatRules | 'closed' | undefined;
  /** The deprecated names that the request has used. Nearly always none. */
  readonly used: readonly DeprecatedName[];
  /** True where the client's conditions have named filters. */
  readonly isNamed: boolean;
  /** The work that the client asks for, by kind. Undefined for a request of the program itself. */
  readonly work: WorkParts | undefined;
  /** Validates the request again for another data source, whose names and dialect may differ. */
  readonly rebind: (source: DataSource) => QueryPlan;
}

/** A whole request after validation: the private content of a `FilterQuery`, for the engine. */
export interface QueryPlan {
  readonly list: List;
  readonly asked: Asked;
  readonly server: Server;
  readonly at: Circumstances;
}

/** Returns the order of a plan: the whole one, the client's, or the default. Empty where the builder decides. */
export function orderOf({ asked: { sort }, server: { order, defaultSort } }: Pick<QueryPlan, 'asked' | 'server'>) {
  return order ?? (sort.length > 0 ? sort : defaultSort);
}

/** Returns the parts of a digest that a member decides. */
type Identify<Section extends keyof QueryPlan, Member extends keyof QueryPlan[Section]> = (
  value: QueryPlan[Section][Member],
  plan: QueryPlan,
) => readonly unknown[];

/** Member outside the digest, with the reason. */
type NoPart = 'in the text' | 'in another member' | 'of the builder' | 'decides no answer';

type Digest<Section extends keyof QueryPlan, OfFeatures> = {
  readonly [Member in Exclude<keyof Required<QueryPlan[Section]>, OfFeatures>]: Identify<Section, Member> | NoPart;
};

/**
 * Every member of a plan, and its part in the digest. A new member does not compile without a row here, because a key
 * that forgot it would give one request the answer of another. Features have theirs in {@link List.parameters}.
 */
const members: {
  readonly list: Digest<'list', never>;
  readonly asked: Digest<'asked', Exclude<keyof Asked, 'filters' | 'sort' | 'pagination'>>;
  readonly server: Digest<
    'server',
    Exclude<keyof Server, 'added' | 'defaultSort' | 'order' | 'scopes' | 'aggregated' | 'selected'>
  >;
  readonly at: Digest<'at', never>;
} = {
  list: {
    settings: (settings) => [settings],
    view: (view, { at }) => [viewFingerprint(view), visibilityFingerprint(view, at.context)],
    parameters: ({ identify }, plan) => [identify(plan)],
    // A cursor of one handler is no cursor of another.
    handler: (handler, { asked, at }) =>
      (asked.pagination?.type ?? at.pageStyle) === 'cursor' && handler !== '' ? [{ handler }] : [],
    params: 'in the text',
    schema: 'in another member',
    declared: 'in another member',
    limits: 'in another member',
    pagination: 'in another member',
    keyDirection: 'in another member',
    strategy: 'decides no answer',
    hydration: 'decides no answer',
    naming: 'decides no answer',
    isForeign: 'decides no answer',
  },
  asked: {
    filters: (filters) => [filters === undefined ? null : identityOf(filters)],
    sort: (_, plan) => [orderOf(plan).map(identityOfTerm)],
    pagination: 'in the text',
  },
  server: {
    added: (conditions) => [[...new Set(conditions.map(identityOf))].sort()],
    scopes: (scopes) => [
      [...scopes].map(([{ metadata }, condition]) => [metadata.name, metadata.tablePath, identityOf(condition)]).sort(),
    ],
    aggregated: (aggregated) => (aggregated === undefined ? [] : identitiesOfAggregates(aggregated)),
    defaultSort: 'in another member',
    order: 'in another member',
    selected: 'of the builder',
  },
  at: {
    context: 'in another member',
    pageStyle: 'in another member',
    // Conditions with relative dates are in the digest as what they resolved to.
    moment: 'in another member',
    sent: 'decides no answer',
    flat: 'decides no answer',
    used: 'decides no answer',
    isNamed: 'decides no answer',
    work: 'decides no answer',
    rebind: 'decides no answer',
  },
};

/** Binds the rows of a section to its members. */
function identifiersOf<Section extends keyof typeof members>(
  section: Section,
): ((plan: QueryPlan) => readonly unknown[])[] {
  return Object.entries<((value: never, plan: QueryPlan) => readonly unknown[]) | NoPart>(members[section]).flatMap(
    ([member, row]) =>
      typeof row === 'string' ? [] : (plan) => row(Reflect.get(plan[section], member) as never, plan),
  );
}

const identifiers = (['list', 'asked', 'server', 'at'] as const).flatMap((section) => identifiersOf(section));

/**
 * Returns a digest of everything that decides an answer except the slice, from the client or the server: 43 characters
 * of SHA-256 in base64url. Equal digests reveal only that two scopes or secrets are equal.
 */
function digestOf(plan: QueryPlan): string {
  const parts = identifiers.flatMap((identify) => identify(plan));
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** Returns texts that are equal for equal declared conditions: in two contexts, one declaration may give two. */
function identitiesOfAggregates(aggregated: NonNullable<Server['aggregated']>): readonly string[] {
  const each = [...aggregated].map(([{ where }, condition]) =>
    JSON.stringify(['aggregated', where?.subject, condition === undefined ? null : identityOf(condition)]),
  );
  return each.sort();
}

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
    this.entity = plan.list.schema.metadata.target as FilterQuery<E>['entity'];
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
    return usesPath(planOf(this).asked, path);
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
    return conditionsOn(planOf(this).asked.filters, path);
  }

  /** The page that the client asked for: `{ page: 2, pageSize: 10 }`. Undefined where it asked for none. */
  get pagination(): AskedPagination | undefined {
    const { pagination } = planOf(this).asked;
    return pagination && askedPagination(pagination);
  }

  /**
   * The cost of the client's request, in units of `limits.cost`, and its parts by kind of work. docs/limits.md has
   * the weights. What the server adds is not counted, nor is the page itself, which is about 4.
   *
   * @example
   * await limiter.consume(user.id, Math.ceil(4 + query.cost.total));
   */
  get cost(): QueryCost {
    return costOf(planOf(this).at.work ?? {});
  }

  /**
   * Returns the client's request in canonical form: `{ filters, sort, pagination, … }`, with explicit operators and
   * text values. Equal requests give equal objects, and parsing one gives an equal query. It contains no scopes,
   * defaults or conditions of `and()`.
   */
  toJSON(): PrintedQuery {
    const plan = planOf(this);
    return plan.list.parameters.print(plan);
  }

  /**
   * Returns the client's request as a canonical query string, without `?`, for links and saved views. It is not a
   * cache key, because two users who send the same request may see different rows; see {@link cacheKey}.
   * Operators and indexes are explicit, so a request close to `limits.queryBytes` or `limits.parameters` may
   * exceed them in this form.
   */
  toString(): string {
    const { params } = planOf(this).list;
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
    const { schema } = planOf(this).list;
    return `FilterQuery<${schema.name}> ${this.toString()}`.trimEnd();
  }
}

function planOfAnotherCopy(query: object): QueryPlan | undefined {
  const plan: unknown = Reflect.get(query, sharedPlan);
  return isPlan(plan) ? plan : undefined;
}

/** Only copies of this package know the symbol, so that a few members are proof enough. */
function isPlan(plan: unknown): plan is QueryPlan {
  return typeof plan === 'object' && plan !== null && 'list' in plan && 'asked' in plan;
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
      'This is not a FilterQuery: pass the object that @FilterQuery() or FilterService.parse() returned',
    );
  }
  return plan;
}
