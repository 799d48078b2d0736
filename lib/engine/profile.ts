import type { DataSource } from 'typeorm';
import { type Declared, type List, type PageSettings, type SortTerm, mostUnpaged } from '../ast/index.js';
import { Faults, FilterConfigurationError } from '../configuration/index.js';
import { type Limits, resolveLimits } from '../limits.js';
import { type FeatureName, type FlatProfile, deletedRule } from '../list/index.js';
import { pageKeysOf } from '../parse/index.js';
import { type FilterSchema, type SchemaRegistry, type View, type ViewKind, viewsOf, nobody } from '../schema/index.js';
import type { ForeignParameters, ParameterNames } from '../wire/index.js';
import { type ForeignOwner, foreignParameters, looksLikeOurs, openFields } from './foreign.js';
import { namesRead, resolveParams } from './names.js';
import { type ListAnswer, type OnRamp, answerIn } from './on-ramp.js';
import { type Overrides, bindsCursors, ofHandler, soundOverrides } from './options.js';
import { checkKeysOnce, orderAround, stylesOf } from './order.js';
import { declareFeatures, flat, hiddenFeatures, parameterTable, parametersRead } from './parameters.js';
import { type Settings, settingsText } from './settings.js';
import type { EntityReference, Sources } from './sources.js';
import {
  type DeclaredConditions,
  atEachMoment,
  checkAggregates,
  trustedConditions,
  trustedReader,
  trustedSort,
} from './trusted.js';

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
    readonly filters: DeclaredConditions;
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

/**
 * Prints the overrides that change a list's rows or their order, as a text that binds its cursors. It is the same in
 * every process that runs the same code. All functions are printed alike. Empty without such overrides.
 *
 * @internal exported for its tests
 */
export function handlerOf(overrides: Overrides): string {
  const parts = Object.entries(overrides).filter(([key, value]) => value !== undefined && bindsCursors.has(key));
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
  const { registry, schema, settings, overrides, self, subject, faults, namesOf } = draft;
  const names = faults.collect(() => resolveParams(settings.params, overrides, subject)) ?? settings.params;
  const onRamp = overrides.onRamp === false ? undefined : (overrides.onRamp ?? settings.onRamp);
  const own = { subject, name: 'limits', value: overrides.limits };
  const limits = faults.collect(() => resolveLimits(own, settings.limits)) ?? settings.limits;
  const view = faults.collect(() => viewsOf(registry, schema, overrides, subject)) ?? schema.view;
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
  const flatNames = faults.collect(() =>
    flat.declare({
      overrides,
      others,
      settings,
      params,
      view,
      sortHops: limits.sortHops,
      pageKeys,
      hasDefaultSort,
      subject,
    }),
  );
  const looksLike = looksLikeOurs(lists.client);
  const fields = openFields(view('client'));
  const judge = { self, names, subject, looksLike, fields, namesOf, flat: flatNames?.rules };
  const foreignOf = (read: ParameterNames) =>
    faults.collect(() => foreignParameters({ ...judge, params: read, overrides }, settings)) ??
    foreignParameters({ ...judge, params: read, overrides: {} }, settings);
  return {
    params,
    lists,
    limits,
    flat: flatNames,
    foreignOf,
    onRamp,
    defaults,
    paginated: overrides.pagination !== false,
  };
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
  const { sort = flat.sortOf(overrides, settings), filters, when } = overrides.defaults ?? {};
  // Of an order of flat names, these report the mistakes.
  const ofSort = overrides.defaults?.sort === undefined ? new Faults() : faults;
  const terms = ofSort.collect(() => (sort === undefined ? [] : trustedSort(schema, sort, settings, subject)));
  const conditions = faults.collect(() =>
    atEachMoment(
      filters === undefined ? undefined : trustedConditions(schema, filters, { settings, subject }),
      settings,
    ),
  );
  const { sortBefore, sortAfter } = overrides.defaults ?? {};
  const [before = [], after = []] = [sortBefore, sortAfter].map((keys) =>
    faults.collect(() => (keys === undefined ? [] : trustedSort(schema, keys, settings, subject))),
  );
  const own = terms ?? [];
  faults.collect(() => checkKeysOnce([...before, ...own, ...after], subject));
  const around = before.length + after.length === 0 ? undefined : orderAround(before, own, after, schema);
  return { filters: conditions ?? noConditions, sort: own, around, always: when === 'always' };
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

const noConditions: DeclaredConditions = () => undefined;

type Views = (kind: ViewKind) => View;

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
