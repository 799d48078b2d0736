import { Faults, FilterConfigurationError } from '../../configuration/index.js';
import { type PageStyle, type SortTerm, holdsRelative } from '../../ast/index.js';
import { resolveLimits } from '../../limits.js';
import {
  EntitySchemaBuilder,
  type FilterSchema,
  type SchemaRegistry,
  type ViewKind,
  checkOperators,
  checkView,
  isShown,
  nobody,
} from '../../schema/index.js';
import { pageKeysOf } from '../../parse/index.js';
import { deletedRule } from '../../deleted/index.js';
import { type ForeignOwner, foreignParameters } from '../options/foreign.js';
import { answerIn } from '../options/answer.js';
import { handlerOf } from './handler.js';
import { type Overrides, ofHandler, soundOverrides } from '../options/overrides.js';
import { flatOf } from './flat.js';
import { stylesOf } from './page-styles.js';
import { listsOf, noLists } from './lists.js';
import { looksLikeOurs, openFields } from './looks-like.js';
import { namesRead, resolveParams } from '../options/parameter-names.js';
import { parametersRead } from './parameters.js';
import type { ConditionalProfile, Profile } from './profile.js';
import type { Settings } from '../options/settings.js';
import { settingsText } from '../options/settings-text.js';
import { trustedConditions, trustedSort } from './trusted.js';
import { checkAggregates } from './aggregate-conditions.js';
import { trustedReader } from './trusted-reader.js';

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
  const names = faults.collect(() => resolveParams(settings.params, overrides, subject)) ?? settings.params;
  const own = { subject, name: 'limits', value: overrides.limits };
  const limits = faults.collect(() => resolveLimits(own, settings.limits)) ?? settings.limits;
  const view = faults.collect(() => viewsOf(draft)) ?? ((kind: ViewKind) => schema.view(kind));
  if (overrides.fields !== undefined) faults.collect(() => checkAggregates(view('code'), settings));
  const owner = { schema, overrides, view, subject, limits, reader: trustedReader(settings) };
  const readsPopulate = settings.compatibility.populate === 'always';
  const lists = faults.collect(() => listsOf({ ...owner, readsPopulate })) ?? (() => noLists);
  const read = parametersRead(lists('client'));
  const params = faults.collect(() => namesRead(names, read, subject)) ?? namesRead(settings.params, [], subject);
  const defaults = defaultsOf(draft);
  const pages = pagesOf(draft, view, defaults.sort);
  const pageKeys = pageKeysOf(pages.styles(nobody));
  const flat = faults.collect(() =>
    flatOf({ overrides, self, settings, params, view, sortHops: limits.sortHops, pageKeys, subject }),
  );
  const looksLike = looksLikeOurs(view('client'), lists('client'));
  const fields = openFields(view('client'));
  const judge = { self, params, names, subject, looksLike, fields, namesOf, flat: flat?.rules };
  const foreign = faults.collect(() => foreignParameters({ ...judge, overrides }, settings));
  return {
    params,
    view,
    lists,
    limits,
    flat,
    foreign: foreign ?? foreignParameters({ ...judge, overrides: {} }, settings),
    ...pages,
    defaults,
  };
}

/** Makes the filters and the sort that hold without a client's. */
function defaultsOf({ schema, settings, overrides, subject, faults }: Draft): Profile['defaults'] {
  const { sort, filters, when } = overrides.defaults ?? {};
  const terms = faults.collect(() => (sort === undefined ? [] : trustedSort(schema, sort, settings, subject)));
  const conditions = faults.collect(() =>
    filters === undefined ? undefined : trustedConditions(schema, filters, { settings, subject }),
  );
  const isRelative = conditions !== undefined && holdsRelative(conditions);
  return { filters: conditions, isRelative, sort: terms ?? [], always: when === 'always' };
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
