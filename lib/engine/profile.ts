import { Faults, FilterConfigurationError } from '../configuration/index.js';
import type { Condition, PageSettings, PageStyle, SortTerm } from '../ast/index.js';
import { type Limits, resolveLimits } from '../limits.js';
import {
  EntitySchemaBuilder,
  type FilterSchema,
  type RelationStrategy,
  type SchemaRegistry,
  type View,
  type ViewKind,
  checkOperators,
  checkView,
} from '../schema/index.js';
import type { ForeignParameters, ParameterNames } from '../wire/index.js';
import { foreignParameters } from './foreign.js';
import { handlerOf } from './handler.js';
import { type Overrides, ofHandler, soundOverrides } from './overrides.js';
import { type StylesOf, stylesOf } from './page-styles.js';
import { type Lists, listsOf, noLists } from './lists.js';
import { looksLikeOurs } from './looks-like.js';
import { namesRead, resolveParams } from './parameter-names.js';
import { parametersRead } from './parameters.js';
import type { Settings } from './settings.js';
import { settingsText } from './settings-text.js';
import { trustedConditions, trustedSort } from './trusted.js';

/** The way in which one handler, or one call in code, reads its requests: entity, settings and overrides in one. */
export interface Profile {
  readonly schema: FilterSchema;
  /** The very object of the overrides, by which the profile is kept. */
  readonly overrides: Overrides;
  readonly limits: Limits;
  readonly params: ParameterNames;
  /** The judge of the parameters that the profile does not read. */
  readonly foreign: ForeignParameters;
  readonly pagination: PageSettings;
  /** False where the handler has no pages, and refuses `pagination`. */
  readonly paginated: boolean;
  /** Gives the styles of pages that a client may use, by its context; none where `pagination` is not read. */
  readonly styles: StylesOf;
  /** Identifies the overrides that change which rows a list has, or their order, for binding cursors; empty where there are none. */
  readonly handler: string;
  /** The strategy of relations that declare none. */
  readonly strategy: RelationStrategy;
  readonly defaults: {
    readonly filters: Condition | undefined;
    readonly sort: readonly SortTerm[];
    /** True where the filters hold beside the client's own, and not only in their absence. */
    readonly always: boolean;
  };
  /** The settings that an answer depends on, as one text: for cache keys. */
  readonly settings: string;
  /** Returns the members that a request may name, in the names that its origin uses. */
  view(kind: ViewKind): View;
  /** Returns the declarations for the parameters that the list reads only where they are declared. */
  lists(kind: ViewKind): Lists;
  /** Refuses a `when` that gives a promise; to be called before a request is read. */
  checkVisibilities(context: unknown): void;
  /** Returns true where some entity has a `when`, so that the meaning of a name may depend on the context. */
  hasVisibilities(): boolean;
}

/** The parts that every profile of an entity shares. */
export interface ProfileBase {
  readonly registry: SchemaRegistry;
  readonly schema: FilterSchema;
  readonly settings: Settings;
}

/** Makes a profile. Throws one error with every mistake in the overrides, which for decorators is at boot. */
export function makeProfile(base: ProfileBase, overrides: Overrides): Profile {
  const subject = `@FilterQuery(${base.schema.name})`;
  if (!base.schema.filterable) {
    const { name } = base.schema;
    throw new FilterConfigurationError(`${subject}: ${name} is not filterable; decorate the class with @Filterable()`);
  }
  const faults = new Faults();
  const sound = soundOverrides(overrides, subject, faults);
  const parts = partsOf({ ...base, overrides: { ...sound, [ofHandler]: siblingsOf(overrides) }, subject, faults });
  faults.throwIfAny();
  const { schema, registry, settings } = base;
  const { pagination, limits } = parts;
  return Object.freeze({
    ...parts,
    schema,
    overrides,
    settings: settingsText(schema, settings, { pagination, limits }),
    handler: handlerOf(overrides),
    strategy: overrides.strategy ?? settings.strategy,
    checkVisibilities: (context: unknown) => registry.visibilities.check(context),
    hasVisibilities: () => registry.visibilities.example !== undefined,
  });
}

/** Leaves out the parameter's own overrides, whose names are the profile's. */
function siblingsOf(overrides: Overrides): Overrides[typeof ofHandler] {
  return () => (overrides[ofHandler]?.() ?? []).filter((other) => other !== overrides);
}

/** The base of a profile in the making, with its overrides as far as they are sound. */
interface Draft extends ProfileBase {
  readonly overrides: Overrides;
  readonly subject: string;
  readonly faults: Faults;
}

/** Makes each part of a profile that can be wrong; in place of a wrong one it takes what holds without overrides. */
function partsOf(draft: Draft) {
  const { schema, settings, overrides, subject, faults } = draft;
  const { defaults = {} } = overrides;
  const names = faults.collect(() => resolveParams(settings.params, overrides, subject)) ?? settings.params;
  const own = { subject, name: 'limits', value: overrides.limits };
  const limits = faults.collect(() => resolveLimits(own, settings.limits)) ?? settings.limits;
  const view = faults.collect(() => viewsOf(draft)) ?? ((kind: ViewKind) => schema.view(kind));
  const lists = faults.collect(() => listsOf({ schema, overrides, view, subject, limits })) ?? (() => noLists);
  const read = parametersRead(lists('client'));
  const params = faults.collect(() => namesRead(names, read, subject)) ?? namesRead(settings.params, [], subject);
  const { sort, filters } = defaults;
  const defaultSort =
    faults.collect(() => (sort === undefined ? [] : trustedSort(schema, sort, settings, subject))) ?? [];
  const owner = { params, subject, looksLike: looksLikeOurs(view('client'), lists('client')) };
  const foreign = faults.collect(() => foreignParameters({ ...owner, overrides }, settings));
  return {
    params,
    view,
    lists,
    limits,
    foreign: foreign ?? foreignParameters({ ...owner, overrides: {} }, settings),
    ...pagesOf(draft, view, defaultSort),
    defaults: {
      filters: faults.collect(() =>
        filters === undefined ? undefined : trustedConditions(schema, filters, settings, subject),
      ),
      sort: defaultSort,
      always: defaults.when === 'always',
    },
  };
}

/** Makes the parts of a profile that say which pages a list has. */
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

/** Returns the entity's own views, or, where the overrides change them, views for this profile alone. */
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
