import type { DataSource } from 'typeorm';
import { createHash } from 'node:crypto';
import {
  type FacetSchema,
  type FieldSchema,
  type FilterSchema,
  type RelatedAggregate,
  type RelationSchema,
  type RelationStrategy,
  type Report,
  type View,
  isWithinPath,
  keyOf,
  viewFingerprint,
  visibilityFingerprint,
} from '../schema/index.js';
import type { FilterValue } from '../values/index.js';
import { type Comparison, type Condition, type Moment, conjunctsOf, identityOf, identityOfTerm } from './condition.js';
import type {
  AggregateRequest,
  AggregateSchema,
  DeletedRows,
  FacetRequest,
  Hydration,
  PageSettings,
  PageStyle,
  Populated,
  Search,
  Selection,
  Slice,
  SortTerm,
} from './parts.js';
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

/** One condition on a field, as a handler may look at it. */
export interface AskedCondition {
  /** The operator: `$eq`. */
  readonly operator: string;
  /** The value as a property has it; a list of them for an operator of lists, and true for `$null` and `$notNull`. */
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

/** The parts of a plan that can ask for paths. */
interface Asked {
  readonly filters: Condition | undefined;
  readonly sort: readonly SortTerm[];
  readonly search: Search | undefined;
  readonly facets: readonly FacetRequest[];
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

/**
 * A whole request after validation: the private content of a `FilterQuery`, for the engine. A new member does not
 * compile without its part in cache keys (`cache-key.ts`), in scopes (`engine/requests/reach.ts`) and in SQL
 * (`page/list/plan.ts`): each has a table of all members.
 */
export interface QueryPlan {
  /** The entity that the request is about. */
  readonly schema: FilterSchema;
  /** Entity that the builder selects, if it extends the schema's. Set once there is a builder. */
  readonly selected?: FilterSchema | undefined;
  /** The members of the entity that this request may name. */
  readonly view: View;
  /** The deprecated names that the request has used. Nearly always none. */
  readonly used?: readonly DeprecatedName[] | undefined;
  /** True where the client's conditions have named filters. */
  readonly isNamed?: boolean | undefined;
  /** The client's own conditions. Undefined where it sent none. */
  readonly filters: Condition | undefined;
  /** The client's own sort keys; empty where it sent none. */
  readonly sort: readonly SortTerm[];
  readonly slice: Slice | undefined;
  /** The client's search. Undefined where it sent none. */
  readonly search: Search | undefined;
  /** The facets that the client wants; empty where it sent none. */
  readonly facets: readonly FacetRequest[];
  /** Facets that the list declares, for any client. Undefined where it declares none. */
  readonly declaredFacets: ReadonlyMap<string, FacetSchema> | undefined;
  /** The aggregates of the list that the client wants; empty where it sent none. */
  readonly aggregates: readonly AggregateRequest[];
  /** The aggregates that the list declares, whoever may ask for them. Undefined where it declares none. */
  readonly declaredAggregates: ReadonlyMap<string, AggregateSchema> | undefined;
  /** Fields of the answer. Undefined where the client does not choose them. */
  readonly selection: Selection | undefined;
  /** Aggregates of related rows that are answered in each row. Undefined for none. */
  readonly answered?: readonly FieldSchema[] | undefined;
  /** The relations whose rows are answered with each row; empty where the client sent none. */
  readonly populate: readonly Populated[];
  /** The soft-deleted rows that the request sees. Undefined where it sees none. */
  readonly deleted?: DeletedRows | undefined;
  /** The server's conditions, from `and()` and defaults, and what the client's `deleted` adds: never printed. */
  readonly added: readonly Condition[];
  /** The order of a request without sort keys: never printed. */
  readonly defaultSort: readonly SortTerm[];
  /** The whole order, where the server adds keys to the client's. Undefined where it adds none. Never printed. */
  readonly order?: readonly SortTerm[] | undefined;
  /** Visible rows of each entity with a scope, in the context of this request. */
  readonly scopes: ReadonlyMap<FilterSchema, Condition>;
  /** Declared conditions of the aggregates of related rows that the query reaches. Undefined where there are none. */
  readonly aggregated?: ReadonlyMap<RelatedAggregate, Condition | undefined> | undefined;
  /** Names of the parameters that this handler reads. */
  readonly params: ParameterNames;
  /** Counting of pages, and encryption of cursors. */
  readonly pagination: PageSettings;
  /** Page style for a request without a slice. */
  readonly pageStyle: PageStyle;
  /**
   * Identifies overrides that change a list's rows or their order, to bind cursors to them.
   * Empty without such overrides.
   */
  readonly handler: string;
  /** Strategy for conditions on relations that declare none. */
  readonly strategy: RelationStrategy;
  /** Way to make the entities of the rows. */
  readonly hydration: Hydration;
  /** Called when named statements stop working on the server. Without it, none are used. */
  readonly naming?: Report | undefined;
  /** Direction of the primary key at the end of the order. Undefined for the last sort key's direction. */
  readonly keyDirection?: 'asc' | undefined;
  /** Limits of the validation. Undefined for a request of the program itself. */
  readonly limits?: Limits | undefined;
  /**
   * Settings that an answer depends on, as one text made at boot, for cache keys. Undefined for a request of the
   * program itself, which never becomes a `FilterQuery`.
   */
  readonly settings: string | undefined;
  /** Context of scopes and visibility. */
  readonly context: unknown;
  /** The names that the client used for parts of the request. Undefined where all have their own. */
  readonly sent?: SentNames | undefined;
  /**
   * The flat names of the list, for links. Undefined where links have brackets, and `closed` where the list refuses
   * these, and the URL has not the names.
   */
  readonly flat?: FlatRules | 'closed' | undefined;
  /** Tells the parameters of the URL that an on-ramp reads, which links say in brackets. Undefined without one. */
  readonly isForeign?: ((pair: SentPair) => boolean) | undefined;
  /** The work that the client asks for, by kind. Undefined for a request of the program itself. */
  readonly work?: WorkParts | undefined;
  /** The moment of the request's relative dates. Undefined where the list reads none. */
  readonly moment?: Moment | undefined;
  /** Prints the client's part of a plan in canonical form. */
  readonly print: (plan: QueryPlan) => PrintedQuery;
  /** Validates the request again for another data source, whose names and dialect may differ. */
  readonly rebind: (source: DataSource) => QueryPlan;
}

/** Returns the order of a plan: the whole one, the client's, or the default. Empty where the builder decides. */
export function orderOf({
  order,
  sort,
  defaultSort,
}: Pick<QueryPlan, 'order' | 'sort' | 'defaultSort'>): readonly SortTerm[] {
  return order ?? (sort.length > 0 ? sort : defaultSort);
}

/** Returns the parts of a digest that a member of the plan decides. */
type Identify<Member extends keyof QueryPlan> = (value: QueryPlan[Member], plan: QueryPlan) => readonly unknown[];

/** Member outside the digest, with the reason. */
type NoPart = 'in the text' | 'in another member' | 'of the builder' | 'decides no answer';

/**
 * Every member of a plan, and its part in the digest, in the order of the digest. A new member does not compile without
 * a row here, because a key that forgot it would give one request the answer of another.
 */
const members: { readonly [Member in keyof Required<QueryPlan>]: Identify<Member> | NoPart } = {
  settings: (settings) => [settings],
  view: (view, { context }) => [viewFingerprint(view), visibilityFingerprint(view, context)],
  filters: (filters) => [filters === undefined ? null : identityOf(filters)],
  // Two handlers may look for the same words in different fields.
  search: (search) => [search === undefined ? null : identityOf(search.condition)],
  added: (conditions) => [[...new Set(conditions.map(identityOf))].sort()],
  sort: (_, plan) => [orderOf(plan).map(identityOfTerm)],
  scopes: (scopes) => [
    [...scopes].map(([{ metadata }, condition]) => [metadata.name, metadata.tablePath, identityOf(condition)]).sort(),
  ],
  aggregated: (aggregated) => (aggregated === undefined ? [] : identitiesOfAggregates(aggregated)),
  answered: (fields) => (fields === undefined ? [] : [{ answered: namesOfFields(fields) }]),
  selection: (selection) => [selection && [...selection.propertyPaths].sort()],
  aggregates: (aggregates) =>
    aggregates.map(({ aggregate, function: row, name }) => ['aggregate', name, keyOf('all', aggregate), row.name]),
  facets: (facets, { limits }) => facets.map((request) => identityOfFacet(request, limits?.facetValues)),
  populate: (populated) => populated.map(identityOfPopulated).sort(),
  // The text of the query has the mode; handlers may differ in what becomes of related rows.
  deleted: (deleted) => (deleted === undefined ? [] : [{ relatedDeleted: deleted.related }]),
  // A cursor of one handler is no cursor of another.
  handler: (handler, { slice, pageStyle }) =>
    (slice?.type ?? pageStyle) === 'cursor' && handler !== '' ? [{ handler }] : [],
  slice: 'in the text',
  params: 'in the text',
  context: 'in another member',
  defaultSort: 'in another member',
  order: 'in another member',
  limits: 'in another member',
  pagination: 'in another member',
  pageStyle: 'in another member',
  keyDirection: 'in another member',
  declaredFacets: 'in another member',
  declaredAggregates: 'in another member',
  // Conditions with relative dates are in the digest as what they resolved to.
  moment: 'in another member',
  schema: 'in another member',
  selected: 'of the builder',
  used: 'decides no answer',
  isNamed: 'decides no answer',
  strategy: 'decides no answer',
  hydration: 'decides no answer',
  naming: 'decides no answer',
  sent: 'decides no answer',
  flat: 'decides no answer',
  isForeign: 'decides no answer',
  work: 'decides no answer',
  print: 'decides no answer',
  rebind: 'decides no answer',
};

/** Binds a row of the table to its member. */
function identifierOf<Member extends keyof QueryPlan>(
  member: Member,
): readonly ((plan: QueryPlan) => readonly unknown[])[] {
  const row: Identify<Member> | NoPart = members[member];
  return typeof row === 'string' ? [] : [(plan) => row(plan[member], plan)];
}

const identifiers = (Object.keys(members) as (keyof QueryPlan)[]).flatMap((member) => identifierOf(member));

/**
 * Returns a digest of everything that decides an answer except the slice, from the client or the server: 43 characters
 * of SHA-256 in base64url. Equal digests reveal only that two scopes or secrets are equal.
 */
function digestOf(plan: QueryPlan): string {
  const parts = identifiers.flatMap((identify) => identify(plan));
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/**
 * Returns a list that is equal for facets with equal answers. A handler may declare another type or limit for a name.
 */
function identityOfFacet({ facet, name, limit, search }: FacetRequest, most = Infinity): readonly unknown[] {
  const { type, limit: declared = Infinity } = facet;
  return [name, keyOf('all', facet), type, limit ?? String(Math.min(declared, most)), search ?? null];
}

/**
 * Returns a text that is equal for populated relations with equal rows: a handler may declare another limit or order.
 */
function identityOfPopulated({ relation, filters, where, sort, limit, ...answer }: Populated): string {
  return JSON.stringify([
    'populate',
    relation.propertyPath,
    // The answer tells of it by the names that the client used, which may be former ones.
    answer.path,
    filters === undefined ? null : identityOf(filters),
    where === undefined ? null : identityOf(where),
    sort.map(identityOfTerm),
    limit ?? null,
    [...answer.propertyPaths].sort(),
    ...(answer.answered === undefined ? [] : [{ answered: namesOfFields(answer.answered) }]),
    answer.populate.map(identityOfPopulated).sort(),
  ]);
}

/** Returns texts that are equal for equal declared conditions: in two contexts, one declaration may give two. */
function identitiesOfAggregates(aggregated: NonNullable<QueryPlan['aggregated']>): readonly string[] {
  const each = [...aggregated].map(([{ where }, condition]) =>
    JSON.stringify(['aggregated', where?.subject, condition === undefined ? null : identityOf(condition)]),
  );
  return each.sort();
}

function namesOfFields(fields: readonly FieldSchema[]): readonly string[] {
  return fields.map(({ propertyPath }) => propertyPath).sort();
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
   * The cost of the client's request, in units of `limits.cost`, and its parts by kind of work. docs/limits.md has
   * the weights. What the server adds is not counted, nor is the page itself, which is about 4.
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
