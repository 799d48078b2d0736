import { Faults, FilterConfigurationError } from '../../configuration/index.js';
import {
  type Condition,
  type Hydration,
  type PageSettings,
  type PageStyle,
  type SortTerm,
  holdsRelative,
} from '../../ast/index.js';
import { type Limits, resolveLimits } from '../../limits.js';
import {
  EntitySchemaBuilder,
  type FilterSchema,
  type RelationStrategy,
  type SchemaRegistry,
  type View,
  type ViewKind,
  checkOperators,
  checkView,
  isShown,
} from '../../schema/index.js';
import { deletedRule } from '../../deleted/index.js';
import type { ForeignParameters, ParameterNames } from '../../wire/index.js';
import { type ForeignOwner, foreignParameters } from '../options/foreign.js';
import { type ListAnswer, answerIn } from '../options/answer.js';
import type { OnRamp } from '../options/on-ramp.js';
import { handlerOf } from './handler.js';
import { type Overrides, ofHandler, soundOverrides } from '../options/overrides.js';
import { type FlatProfile, flatOf } from './flat.js';
import { type StylesOf, stylesOf } from './page-styles.js';
import { type Lists, listsOf, noLists } from './lists.js';
import { looksLikeOurs } from './looks-like.js';
import { namesRead, resolveParams } from '../options/parameter-names.js';
import { parametersRead } from './parameters.js';
import type { Settings } from '../options/settings.js';
import { settingsText } from '../options/settings-text.js';
import { trustedConditions, trustedSort } from './trusted.js';
import { trustedReader } from './trusted-reader.js';

/** How one handler, or one call in code, reads its requests: entity, settings and overrides in one. */
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
  readonly pagination: PageSettings;
  /** False where the handler has no pages, and refuses `pagination`. */
  readonly paginated: boolean;
  /** Returns the page styles that a client may use, by its context. Empty where `pagination` is not read. */
  readonly styles: StylesOf;
  /**
   * Identifies overrides that change a list's rows or their order, to bind cursors to them.
   * Empty without such overrides.
   */
  readonly handler: string;
  /** Form of the answers. Undefined where pages are answered. */
  readonly answer: ListAnswer | undefined;
  /** Reader of another library's requests. Undefined where requests are read as they are. */
  readonly onRamp: OnRamp | undefined;
  /** The strategy of relations that declare none. */
  readonly strategy: RelationStrategy;
  /** The way to make the entities of the rows. */
  readonly hydration: Hydration;
  /** True where relative dates are read. */
  readonly relativeDates: boolean;
  readonly defaults: {
    readonly filters: Condition | undefined;
    /** True where the filters have relative dates, which each request reads at its own moment. */
    readonly isRelative: boolean;
    readonly sort: readonly SortTerm[];
    /** True where the filters apply beside the client's own, not only in their absence. */
    readonly always: boolean;
  };
  /** Settings that an answer depends on, as one text, for cache keys. */
  readonly settings: string;
  /** Returns the members that a request may name, in the names of its origin. */
  view(kind: ViewKind): View;
  /** Returns the declarations for the parameters that the list only reads if declared. */
  lists(kind: ViewKind): Lists;
  /** The profile for clients that may not send `deleted`. Undefined where it exists for all, or for none. */
  readonly withoutDeleted: ConditionalProfile | undefined;
  /** Refuses a `when` that returns a promise. It is called before a request is read. */
  checkVisibilities(context: unknown): void;
  /** Returns true where some entity has a `when`, so that the meaning of a name may depend on the context. */
  hasVisibilities(): boolean;
}

/** A profile that takes the place of another in some contexts. */
interface ConditionalProfile {
  readonly profile: Profile;
  /** Returns true for a context where it takes that place. */
  readonly isFor: (context: unknown) => boolean;
}

/** Returns a profile as one context knows it. */
export function profileFor(profile: Profile, context: unknown): Profile {
  const { withoutDeleted: other } = profile;
  return other?.isFor(context) === true ? other.profile : profile;
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
export function makeProfile(base: ProfileBase, overrides: Overrides): Profile {
  const subject = `@FilterQuery(${base.schema.name})`;
  if (!base.schema.filterable) {
    const { name } = base.schema;
    throw new FilterConfigurationError(`${subject}: ${name} is not filterable; decorate the class with @Filterable()`);
  }
  const faults = new Faults();
  const sound = soundOverrides(overrides, subject, faults);
  const populate = base.registry.visibilities.withSafeRules(sound.populate, base.schema.name);
  const own = { ...sound, populate, [ofHandler]: overrides[ofHandler] };
  const parts = partsOf({ ...base, overrides: own, self: overrides, subject, faults });
  faults.throwIfAny();
  const { schema, registry, settings } = base;
  const { pagination, limits } = parts;
  return Object.freeze({
    ...parts,
    schema,
    overrides,
    settings: settingsText(schema, settings, { pagination, limits }),
    handler: handlerOf(overrides),
    onRamp: overrides.onRamp === false ? undefined : (overrides.onRamp ?? settings.onRamp),
    answer: answerIn(overrides, settings),
    strategy: overrides.strategy ?? settings.strategy,
    hydration: overrides.hydration ?? settings.hydration,
    relativeDates: overrides.relativeDates ?? settings.relativeDates,
    withoutDeleted: withoutDeleted(base, overrides, subject),
    checkVisibilities: (context: unknown) => registry.visibilities.check(context),
    hasVisibilities: () => registry.visibilities.example !== undefined,
  });
}

/** Makes the profile without `deleted`, where a function decides for whom the parameter exists. */
function withoutDeleted(base: ProfileBase, overrides: Overrides, subject: string): ConditionalProfile | undefined {
  if (overrides.deleted === undefined) return undefined;
  const rule = base.registry.visibilities.withSafeWhen(deletedRule(overrides.deleted), `deleted in ${subject}`);
  if (rule.when === undefined) return undefined;
  const others = { ...overrides, deleted: undefined, [ofHandler]: factsWithout(overrides) };
  return { profile: makeProfile(base, others), isFor: (context) => !isShown({ when: rule.when }, context) };
}

/** Leaves the list itself out of its handler's facts, because copies of its overrides are not known by them. */
function factsWithout(overrides: Overrides): Overrides[typeof ofHandler] {
  const facts = overrides[ofHandler];
  if (facts === undefined) return undefined;
  return () => {
    const { lists, ...others } = facts();
    return { ...others, lists: lists.filter((list) => list.overrides !== overrides) };
  };
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
  const { defaults = {} } = overrides;
  const names = faults.collect(() => resolveParams(settings.params, overrides, subject)) ?? settings.params;
  const own = { subject, name: 'limits', value: overrides.limits };
  const limits = faults.collect(() => resolveLimits(own, settings.limits)) ?? settings.limits;
  const view = faults.collect(() => viewsOf(draft)) ?? ((kind: ViewKind) => schema.view(kind));
  const owner = { schema, overrides, view, subject, limits, reader: trustedReader(settings) };
  const readsPopulate = settings.compatibility.populate === 'always';
  const lists = faults.collect(() => listsOf({ ...owner, readsPopulate })) ?? (() => noLists);
  const read = parametersRead(lists('client'));
  const params = faults.collect(() => namesRead(names, read, subject)) ?? namesRead(settings.params, [], subject);
  const { sort, filters } = defaults;
  const defaultSort =
    faults.collect(() => (sort === undefined ? [] : trustedSort(schema, sort, settings, subject))) ?? [];
  const flat = faults.collect(() =>
    flatOf({ overrides, self, settings, params, view, sortHops: limits.sortHops, subject }),
  );
  const defaultFilters = faults.collect(() =>
    filters === undefined ? undefined : trustedConditions(schema, filters, { settings, subject }),
  );
  const looksLike = looksLikeOurs(view('client'), lists('client'));
  const judge = { self, params, names, subject, looksLike, namesOf, flat: flat?.rules };
  const foreign = faults.collect(() => foreignParameters({ ...judge, overrides }, settings));
  return {
    params,
    view,
    lists,
    limits,
    flat,
    foreign: foreign ?? foreignParameters({ ...judge, overrides: {} }, settings),
    ...pagesOf(draft, view, defaultSort),
    defaults: {
      filters: defaultFilters,
      isRelative: defaultFilters !== undefined && holdsRelative(defaultFilters),
      sort: defaultSort,
      always: defaults.when === 'always',
    },
  };
}

/** Makes the parts of a profile about a list's pages. */
function pagesOf({ schema, settings, overrides, subject, faults }: Draft, view: Profile['view'], defaultSort: Sort) {
  if (overrides.pagination === false)
    return { pagination: settings.pagination, paginated: false, styles: () => noStyles };
  const pagination = { ...settings.pagination, ...overrides.pagination };
  const own = overrides.pagination?.styles;
  const shared = settings.pagination.styles;
  const encrypted = pagination.secret !== undefined;
  const styles = faults.collect(() =>
    stylesOf({ schema, view: view('client'), defaultSort, own, shared, encrypted, subject }),
  );
  return { pagination, paginated: true, styles: styles ?? (() => noStyles) };
}

type Sort = readonly SortTerm[];

const noStyles: readonly PageStyle[] = [];

/** Returns the entity's own views, or views for this profile alone where the overrides change them. */
function viewsOf({ registry, schema, overrides, subject }: Draft): Profile['view'] {
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
