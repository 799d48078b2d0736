import type { DataSource } from 'typeorm';
import { Faults, FilterConfigurationError } from '../configuration/index.js';
import {
  type Condition,
  type Declared,
  type List,
  type PageSettings,
  type PageStyle,
  type Slice,
  type SortTerm,
  holdsRelative,
  mostUnpaged,
  pageStyles,
} from '../ast/index.js';
import { type IssueCollector, Location } from '../issues/index.js';
import { declaredOrder, isCarried } from '../page/index.js';
import {
  EntitySchemaBuilder,
  type ExpressionPath,
  type ExpressionSchema,
  type FilterSchema,
  type SchemaRegistry,
  type Sees,
  type View,
  type ViewKind,
  checkOperators,
  checkView,
  exposedTarget,
  isVisible,
  nobody,
  pathOfTarget,
  keyOf,
} from '../schema/index.js';
import type { ForeignParameters, ParameterNames } from '../wire/index.js';
import { type Limits, resolveLimits } from '../limits.js';
import {
  type ListAnswer,
  type OnRamp,
  type Overrides,
  type Settings,
  answerIn,
  namesRead,
  ofHandler,
  resolveParams,
  settingsText,
  soundOverrides,
} from './options.js';
import { declareFeatures, hiddenFeatures, parameterTable, parametersRead } from './parameters.js';
import { type FlatProfile, flatOf, flatSortOf } from '../features/flat/index.js';
import { pageKeysOf } from '../parse/index.js';
import { type FeatureName, deletedRule } from '../list/index.js';
import { type ForeignOwner, foreignParameters, looksLikeOurs, openFields } from './foreign.js';
import { checkAggregates, trustedConditions, trustedReader, trustedSort } from './trusted.js';
import type { EntityReference, Sources } from './sources.js';

/** Facts that decide the page styles of a list. */
export interface Listing {
  readonly schema: FilterSchema;
  /** The columns that clients may use. */
  readonly view: View;
  /** Order of a request without a sort, without the primary key. */
  readonly defaultSort: readonly SortTerm[];
  /** Adds the server's keys to an order. Undefined where there are none. */
  readonly around?: Profile['defaults']['around'];
  /** Styles of the handler itself, if it sets any. */
  readonly own: readonly PageStyle[] | undefined;
  /** Styles of the module, if it sets any. */
  readonly shared: readonly PageStyle[] | undefined;
  /** True where cursors are encrypted, and do not reveal their values. */
  readonly encrypted: boolean;
  /** The beginning of an error: `@FilterQuery(Post)`. */
  readonly subject: string;
}

/** Returns the page styles that a client may use, by its context. The first one is the default. */
export type StylesOf = (context: unknown) => readonly PageStyle[];

/**
 * Decides the page styles of a list. It has cursors only if they can carry its order, and reveal no column that is
 * hidden from the client. Otherwise, a handler that sets the style is wrong, and any other has pages without cursors.
 */
function stylesOf(listing: Listing): StylesOf {
  const { own, shared, subject } = listing;
  const styles = own ?? shared ?? pageStyles;
  if (!styles.includes('cursor')) return () => styles;
  const order = orderOf(listing);
  const obstacle = obstacleOf(order, listing);
  if (obstacle === undefined) return () => styles;
  if (own !== undefined || styles.length === 1) {
    throw new FilterConfigurationError(`${subject}: \`pagination.styles\` lists cursor, but ${obstacle}`);
  }
  const others = styles.filter((style) => style !== 'cursor');
  // A column that only some contexts may see is checked in each of them.
  const never = uncarried(order) !== undefined || hiddenIn(order, listing, () => true) !== undefined;
  if (never) return () => others;
  return (context) =>
    hiddenIn(order, listing, (member) => isVisible(member, context)) === undefined ? styles : others;
}

function orderOf({ schema, defaultSort, around }: Listing): readonly ExpressionPath[] {
  const sort = around?.([]) ?? (defaultSort.length > 0 ? defaultSort : declaredOrder(schema));
  return [
    ...sort.map(({ target }) => pathOfTarget(target)),
    ...schema.primaryKey.map((expression) => ({ hops: [], expression })),
  ];
}

/** Returns the reason why a list has no cursors, with the way out, or undefined where every client can have them. */
function obstacleOf(order: readonly ExpressionPath[], listing: Listing): string | undefined {
  const unfit = uncarried(order);
  if (unfit !== undefined) {
    const { metadata } = unfit.expression;
    return `its order has ${pathOf(unfit)}, of type ${typeNameOf(metadata.type)}, which no cursor can have; order it by another column`;
  }
  const hidden = hiddenIn(order, listing, ({ when }) => when === undefined);
  if (hidden === undefined) return undefined;
  return `its order has ${pathOf(hidden)}, which clients may not filter by, and cursors would show its values; set pagination.secret, which encrypts cursors, or expose the column`;
}

/** A path to anything but a number of rows, which a cursor always carries. */
interface ValuePath extends ExpressionPath {
  readonly expression: ExpressionSchema;
}

function uncarried(order: readonly ExpressionPath[]): ValuePath | undefined {
  return order.filter(isOfValue).find(({ expression }) => !isCarried(expression));
}

function isOfValue(path: ExpressionPath): path is ValuePath {
  return path.expression !== 'count';
}

function hiddenIn(
  order: readonly ExpressionPath[],
  { view, encrypted }: Listing,
  sees: Sees,
): ExpressionPath | undefined {
  return encrypted ? undefined : order.find((path) => exposedTarget(view, path, sees) === undefined);
}

function pathOf({ hops, expression }: ExpressionPath): string {
  const end = expression === 'count' ? '$count' : expression.propertyPath;
  return [...hops.map(({ propertyPath }) => propertyPath), end].join('.');
}

/** Names the type of a column. A view's column may have none. */
function typeNameOf(type: unknown): string {
  if (typeof type === 'function') return type.name;
  return typeof type === 'string' ? type : 'unknown';
}

/** Refuses a cursor for a sort key whose values no cursor can carry. */
export function checkCursorSort(
  {
    pagination: slice,
    sort = [],
  }: { readonly pagination?: Slice | undefined; readonly sort?: readonly SortTerm[] | undefined },
  params: ParameterNames,
  issues: IssueCollector,
): void {
  if (slice?.type !== 'cursor' || sort.every(isCarriedTerm)) return;
  const text =
    'cannot be used with this sort, because no cursor can have the values of one of its keys; sort by another key, or request pages by number';
  issues.add(Location.root(params.pagination).child(slice.direction), { code: 'invalid_pagination' }, text);
}

/** Returns true where a cursor can carry the values of a sort key. A number of related rows always fits. */
export function isCarriedTerm({ target: { field } }: Pick<SortTerm, 'target'>): boolean {
  return field === 'count' || isCarried(field.expression);
}

/** The way in which one handler, or one call in code, reads its requests: entity, settings and overrides in one. */
export interface Profile {
  readonly schema: FilterSchema;
  /** The overrides object itself: profiles are kept by it. */
  readonly overrides: Overrides;
  readonly limits: Limits;
  readonly params: ParameterNames;
  /** Judges the parameters that the profile does not read. */
  readonly foreign: ForeignParameters;
  /** The flat names that the profile reads. Undefined where it has none. */
  readonly flat: FlatProfile | undefined;
  /** False where the handler has no pages, and refuses `pagination`. */
  readonly paginated: boolean;
  /** Form of the answers. Undefined where pages are answered. */
  readonly answer: ListAnswer | undefined;
  /** Reader of another library's requests. Undefined where requests are read as they are. */
  readonly onRamp: OnRamp | undefined;
  readonly relativeDates: boolean;
  readonly defaults: {
    readonly filters: Condition | undefined;
    /** True where the filters have relative dates, which each request reads at its own moment. */
    readonly isRelative: boolean;
    readonly sort: readonly SortTerm[];
    /**
     * Returns the whole order of a request: the client's keys, or else the default order, between the server's.
     * Undefined where the server has none.
     */
    readonly around: ((sort: readonly SortTerm[]) => readonly SortTerm[]) | undefined;
    /** True where the filters apply beside the client's own, not only in their absence. */
    readonly always: boolean;
  };
  /** Returns the list, in the names of clients or of the program. */
  list(this: void, kind: 'client' | 'code'): List;
  /** True where a parameter exists for some contexts alone. */
  readonly isConditional: boolean;
  /** Returns the profile for clients that may not send some parameters. */
  without(hidden: readonly FeatureName[]): Profile;
  /** Returns true where some entity has a `when`, so that the meaning of a name may depend on the context. */
  hasVisibilities(): boolean;
}

/** Returns a profile as one context knows it: without the parameters that do not exist for it. */
export function profileFor(profile: Profile, context: unknown): Profile {
  const { declared } = profile.list('client');
  const hidden = profile.isConditional ? hiddenFeatures(declared, context) : noFeatures;
  return hidden.length === 0 ? profile : profile.without(hidden);
}

const noFeatures: readonly FeatureName[] = [];

/** Names of overrides about one call or one answer, which do not change a list's rows or their order. */
const irrelevant: ReadonlySet<string> = new Set([
  'limits',
  'pagination',
  'select',
  'aggregates',
  'populate',
  'deleted',
  'context',
  'trusted',
  'source',
  'answer',
  'onRamp',
  'strategy',
  'flat',
  'hydration',
  'relativeDates',
]);

/**
 * Prints the overrides that change a list's rows or their order, as a text that binds its cursors. It is the same in
 * every process that runs the same code. All functions are printed alike. Empty without such overrides.
 *
 * @internal exported for its tests
 */
export function handlerOf(overrides: Overrides): string {
  const parts = Object.entries(overrides).filter(([key, value]) => value !== undefined && !irrelevant.has(key));
  return parts.length === 0 ? '' : JSON.stringify(parts.sort(byName), printable);
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

/** Replaces functions, whose text may change with every build, and bigints, which JSON lacks. */
function printable(_: string, value: unknown): unknown {
  if (typeof value === 'function') return 'a function';
  return typeof value === 'bigint' ? value.toString() : value;
}

/** The parts that every profile of an entity shares. */
export interface ProfileBase {
  readonly registry: SchemaRegistry;
  readonly schema: FilterSchema;
  readonly settings: Settings;
  /** Returns the parameter names of another list of the same handler. */
  readonly namesOf: ForeignOwner['namesOf'];
}

/**
 * Makes a profile.
 *
 * @throws FilterConfigurationError with every mistake in the overrides; for decorators, at boot
 */
function makeProfile(base: ProfileBase, overrides: Overrides): Profile {
  const subject = `@FilterQuery(${base.schema.name})`;
  if (!base.schema.filterable) {
    const { name } = base.schema;
    throw new FilterConfigurationError(`${subject}: ${name} is not filterable; decorate the class with @Filterable()`);
  }
  const faults = new Faults();
  const sound = soundOverrides(overrides, subject, faults);
  const populate = base.registry.visibilities.withSafeRules(sound.populate, base.schema.name);
  const deleted =
    sound.deleted && base.registry.visibilities.withSafeWhen(deletedRule(sound.deleted), `deleted in ${subject}`);
  const own = { ...sound, populate, deleted, [ofHandler]: overrides[ofHandler] };
  const { foreignOf, lists, params, ...parts } = partsOf({ ...base, overrides: own, self: overrides, subject, faults });
  const foreign = foreignOf(params);
  faults.throwIfAny();
  const variants = new Map<string, Profile>();
  const whole: Profile = Object.freeze<Profile>({
    ...parts,
    params,
    foreign,
    schema: base.schema,
    overrides,
    list: (kind) => lists[kind],
    answer: answerIn(overrides, base.settings),
    relativeDates: overrides.relativeDates ?? base.settings.relativeDates,
    hasVisibilities: () => base.registry.visibilities.example !== undefined,
    isConditional: deleted?.when !== undefined,
    without: (hidden) => {
      const key = hidden.join();
      const variant = variants.get(key) ?? without(whole, hidden, foreignOf);
      variants.set(key, variant);
      return variant;
    },
  });
  return whole;
}

/** Makes the profile for clients that may not send some parameters, which are the host's for them. */
function without(
  whole: Profile,
  hidden: readonly FeatureName[],
  foreignOf: (read: ParameterNames) => ForeignParameters,
): Profile {
  const shown = { ...whole.params };
  for (const name of hidden) Reflect.deleteProperty(shown, name);
  const params = Object.freeze(shown);
  const listOf = (list: List): List => {
    const declared = { ...list.declared, ...Object.fromEntries(hidden.map((name) => [name, undefined])) };
    return Object.freeze({ ...list, params, declared });
  };
  const lists = { client: listOf(whole.list('client')), code: listOf(whole.list('code')) };
  return Object.freeze({
    ...whole,
    params,
    list: (kind: 'client' | 'code') => lists[kind],
    foreign: foreignOf(params),
  });
}

/** Base of a profile in the making, with its correct overrides. */
interface Draft extends ProfileBase {
  readonly overrides: Overrides;
  /** The overrides as they were given. */
  readonly self: Overrides;
  readonly subject: string;
  readonly faults: Faults;
}

/** Makes each part of a profile that can be wrong. A wrong part is replaced by the default. */
function partsOf(draft: Draft) {
  const { schema, settings, overrides, self, subject, faults, namesOf } = draft;
  const names = faults.collect(() => resolveParams(settings.params, overrides, subject)) ?? settings.params;
  const onRamp = overrides.onRamp === false ? undefined : (overrides.onRamp ?? settings.onRamp);
  const own = { subject, name: 'limits', value: overrides.limits };
  const limits = faults.collect(() => resolveLimits(own, settings.limits)) ?? settings.limits;
  const view = faults.collect(() => viewsOf(draft)) ?? ((kind: ViewKind) => schema.view(kind));
  if (overrides.fields !== undefined) faults.collect(() => checkAggregates(view('code'), settings));
  const declared = declaredIn(draft, view, limits);
  const defaults = defaultsOf(draft);
  const { pages, pagination } = pagesOf(draft, view, defaults);
  const declaredBy = (kind: 'client' | 'code'): Declared => ({ pagination: pages, ...declared[kind] });
  const listOf = (kind: 'client' | 'code', params: ParameterNames): List =>
    Object.freeze<List>({
      schema,
      view: view(kind),
      declared: declaredBy(kind),
      params,
      limits,
      pagination,
      handler: handlerOf(self),
      settings: settingsText(schema, settings, { pagination, limits }),
      strategy: overrides.strategy ?? settings.strategy,
      hydration: overrides.hydration ?? settings.hydration,
      naming: settings.naming,
      keyDirection: settings.compatibility.keyDirection,
      isForeign: onRamp?.claims,
      parameters: parameterTable,
    });
  const read = parametersRead(declaredBy('client'));
  const params = faults.collect(() => namesRead(names, read, subject)) ?? namesRead(settings.params, [], subject);
  const lists = { client: listOf('client', params), code: listOf('code', params) };
  if (declared.client.populate !== undefined) faults.collect(() => checkUnpaged(pagination, subject));
  const pageKeys = pageKeysOf(pages.styles(nobody));
  const hasDefaultSort = overrides.defaults?.sort !== undefined;
  const facts = overrides[ofHandler];
  const others =
    facts && (() => facts().lists.flatMap((list) => (list.overrides === self ? [] : (list.overrides ?? {}))));
  const flat = faults.collect(() =>
    flatOf({ overrides, others, settings, params, view, sortHops: limits.sortHops, pageKeys, hasDefaultSort, subject }),
  );
  const looksLike = looksLikeOurs(lists.client);
  const fields = openFields(view('client'));
  const judge = { self, names, subject, looksLike, fields, namesOf, flat: flat?.rules };
  const foreignOf = (read: ParameterNames) =>
    faults.collect(() => foreignParameters({ ...judge, params: read, overrides }, settings)) ??
    foreignParameters({ ...judge, params: read, overrides: {} }, settings);
  return { params, lists, limits, flat, foreignOf, onRamp, defaults, paginated: overrides.pagination !== false };
}

/** Reads what the list declares, in the names of clients and of the program. */
function declaredIn({ schema, overrides, settings, subject, faults }: Draft, view: Views, limits: Limits) {
  const reader = trustedReader(settings);
  const readsPopulate = settings.compatibility.populate === 'always';
  const list = { schema, options: overrides, view, subject, limits, reader, readsPopulate };
  const declared = declareFeatures(list, faults);
  return { client: declared('client'), code: declared('code') };
}

/** Makes the filters and the sort that hold without a client's. */
function defaultsOf({ schema, settings, overrides, subject, faults }: Draft): Profile['defaults'] {
  const { sort = flatSortOf(overrides, settings), filters, when } = overrides.defaults ?? {};
  // Of an order of flat names, these report the mistakes.
  const ofSort = overrides.defaults?.sort === undefined ? new Faults() : faults;
  const terms = ofSort.collect(() => (sort === undefined ? [] : trustedSort(schema, sort, settings, subject)));
  const conditions = faults.collect(() =>
    filters === undefined ? undefined : trustedConditions(schema, filters, { settings, subject }),
  );
  const isRelative = conditions !== undefined && holdsRelative(conditions);
  const { sortBefore, sortAfter } = overrides.defaults ?? {};
  const [before = [], after = []] = [sortBefore, sortAfter].map((keys) =>
    faults.collect(() => (keys === undefined ? [] : trustedSort(schema, keys, settings, subject))),
  );
  const own = terms ?? [];
  faults.collect(() => checkKeysOnce([...before, ...own, ...after], subject));
  const around = before.length + after.length === 0 ? undefined : orderAround({ before, after, own, schema });
  return { filters: conditions, isRelative, sort: own, around, always: when === 'always' };
}

/** Refuses two keys of the server's for one column: the second would say nothing. */
function checkKeysOnce(keys: Sort, subject: string): void {
  const names = keys.map(({ target }) => keyOf('all', target));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return;
  throw new FilterConfigurationError(
    `${subject}: \`defaults\` orders by ${twice} twice, in two of \`sortBefore\`, \`sort\` and \`sortAfter\`; leave one of them out`,
  );
}

/** The keys of the server's around a client's, and its default order. */
interface ServerOrder {
  readonly before: Sort;
  readonly after: Sort;
  readonly own: Sort;
  readonly schema: FilterSchema;
}

/** Puts an order between the server's keys. Of two keys for one column, the first one decides, as in SQL. */
function orderAround({ before, after, own, schema }: ServerOrder): (sort: Sort) => Sort {
  return (sort) => {
    const asked = sort.length > 0 ? sort : own.length > 0 ? own : declaredOrder(schema);
    const order = new Map<string, SortTerm>();
    for (const term of [...before, ...asked, ...after]) {
      const key = keyOf('all', term.target);
      if (!order.has(key)) order.set(key, term);
    }
    return [...order.values()];
  };
}

/** Makes the parts of a profile about a list's pages. */
function pagesOf(
  { schema, settings, overrides, subject, faults }: Draft,
  view: Views,
  { sort: defaultSort, around }: Profile['defaults'],
) {
  if (overrides.pagination === false) return { pages: noPages, pagination: settings.pagination };
  const pagination = { ...settings.pagination, ...overrides.pagination };
  const own = overrides.pagination?.styles;
  const shared = settings.pagination.styles;
  const encrypted = pagination.secret !== undefined;
  const styles = faults.collect(() =>
    stylesOf({ schema, view: view('client'), defaultSort, around, own, shared, encrypted, subject }),
  );
  const pages = { styles: styles ?? noPages.styles, clamps: pagination.oversize === 'clamp' };
  return { pages, pagination };
}

const noPages: Declared['pagination'] = { styles: () => [], clamps: false };
/** Refuses all rows at once with their related rows: these are limited for each page. */
function checkUnpaged(pagination: PageSettings, subject: string): void {
  if (mostUnpaged(pagination) === undefined) return;
  throw new FilterConfigurationError(
    `${subject}: \`pagination.absent\` is all, and the list reads \`populate\`, whose rows are limited for each page; set \`populate: false\`, or leave \`absent\` out`,
  );
}

type Sort = readonly SortTerm[];

type Views = (kind: ViewKind) => View;

/** Returns the entity's own views, or views for this profile alone where the overrides change them. */
function viewsOf({ registry, schema, overrides, subject }: Draft): Views {
  const { fields, relations, sort, operators } = overrides;
  if ([fields, relations, sort, operators].every((list) => list === undefined)) return (kind) => schema.view(kind);
  checkOperators(registry, operators ?? [], subject);
  const builder = new EntitySchemaBuilder(registry, schema.metadata, subject);
  const client = builder.view(schema, 'client', overrides);
  const code = builder.view(schema, 'code', overrides);
  checkView(client);
  checkView(code);
  return (kind) => (kind === 'client' ? client : kind === 'code' ? code : schema.view('all'));
}

const noOverrides: Overrides = Object.freeze({});

/** Profiles of a program, each made once for an overrides object, which decorators keep, and a schema. */
export class Profiles {
  private readonly profiles = new WeakMap<object, WeakMap<FilterSchema, Profile>>();

  constructor(
    private readonly sources: Sources,
    private readonly settings: Settings,
  ) {}

  /**
   * Returns the profile of an entity under overrides.
   *
   * @param source the entity's data source; by default {@link Sources.of} chooses it
   * @throws FilterConfigurationError with every mistake in the overrides
   */
  of(entity: EntityReference, overrides: Overrides = noOverrides, source = this.sources.of(entity)): Profile {
    const { registry, schema } = this.sources.schemaOf(entity, source);
    const bySchema = this.profiles.get(overrides) ?? new WeakMap<FilterSchema, Profile>();
    this.profiles.set(overrides, bySchema);
    const existing = bySchema.get(schema);
    if (existing !== undefined) return existing;
    const namesOf: ProfileBase['namesOf'] = (list) => {
      const { params, flat } = this.of(list.entity, list.overrides);
      return { params, flat: flat?.rules };
    };
    const profile = makeProfile({ registry, schema, settings: this.settings, namesOf }, overrides);
    bySchema.set(schema, profile);
    return profile;
  }

  /** Returns the profile of the same handler for another data source, to read a query again. */
  in(source: DataSource, { schema, overrides }: Profile): Profile {
    return this.of(schema.metadata.target, overrides, source);
  }
}
