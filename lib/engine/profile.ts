import { FilterConfigurationError } from '../configuration-error.js';
import type { Condition, PageSettings, PageStyle, SortTerm } from '../ast/index.js';
import type { Limits } from '../limits.js';
import {
  EntitySchemaBuilder,
  type FilterSchema,
  type SchemaRegistry,
  type View,
  type ViewKind,
  checkOperators,
  checkView,
} from '../schema/index.js';
import type { ForeignParameters, ParameterNames } from '../wire/index.js';
import { checkKeys, checkSource, choiceOf } from './checks.js';
import { foreignParameters } from './foreign.js';
import type { Overrides } from './overrides.js';
import { handlerOf } from './handler.js';
import { type StylesOf, stylesOf } from './page-styles.js';
import { checkPagination } from './pagination.js';
import { type Settings, limitsOf, resolveParams } from './settings.js';
import { trustedConditions, trustedSort } from './trusted.js';

/** How one handler, or one call in code, reads its requests: the entity, the module's settings, and the overrides. */
export interface Profile {
  readonly schema: FilterSchema;
  readonly overrides: Overrides;
  readonly limits: Limits;
  readonly params: ParameterNames;
  /** What looks at the parameters that are not ours. */
  readonly foreign: ForeignParameters;
  readonly pagination: PageSettings;
  /** Whether `pagination` is read at all. */
  readonly paginated: boolean;
  /** The styles of pages that a client may ask for, by its context; none where `pagination` is not read. */
  readonly styles: StylesOf;
  /** Tells it from other profiles of the entity; empty where nothing is overridden. */
  readonly handler: string;
  readonly defaults: {
    readonly filters: Condition | undefined;
    readonly sort: readonly SortTerm[];
    /** Whether the filters hold beside the client's own, and not only in their place. */
    readonly always: boolean;
  };
  /** The settings that an answer depends on, as one text: for cache keys. */
  readonly settings: string;
  view(kind: ViewKind): View;
  /** Refuses a `when` that gives a promise; to be called before a request is read. */
  checkVisibilities(context: unknown): void;
}

/** Makes a profile; everything that is wrong with the overrides is an error now, which is at boot. */
export function makeProfile(
  registry: SchemaRegistry,
  schema: FilterSchema,
  settings: Settings,
  overrides: Overrides,
): Profile {
  const where = `@FilterQuery(${schema.name})`;
  if (!schema.filterable) {
    throw new FilterConfigurationError(
      `${where}: ${schema.name} is not filterable; decorate the class with @Filterable()`,
    );
  }
  checkKeys(overrides, overrideNames, where);
  checkKeys(overrides.defaults ?? {}, ['filters', 'sort', 'when'], `${where}: defaults`);
  checkSource('source' in overrides ? overrides.source : undefined, where);
  const { defaults = {}, pagination } = overrides;
  const namesFor = (given: Overrides) => resolveParams(settings.params, given.params, given.prefix, where);
  const params = namesFor(overrides);
  const own = pagination === false ? {} : checkPagination(pagination ?? {}, where);
  const view = viewsOf(registry, schema, overrides, where);
  const defaultSort = defaults.sort === undefined ? [] : trustedSort(schema, defaults.sort, settings, where);
  const pages = { ...settings.pagination, ...own };
  const listing = {
    ...{ schema, defaultSort, where, view: view('client') },
    ...{ own: own.styles, shared: settings.pagination.styles, encrypted: pages.secret !== undefined },
  };
  const limits = limitsOf(overrides.limits, settings.limits, where);
  return Object.freeze({
    schema,
    overrides,
    limits,
    params,
    foreign: foreignParameters(overrides, params, settings, where, namesFor),
    pagination: pages,
    settings: settingsText(schema, settings, pages, limits),
    paginated: pagination !== false,
    styles: pagination === false ? () => noStyles : stylesOf(listing),
    handler: handlerOf(overrides),
    defaults: {
      filters:
        defaults.filters === undefined ? undefined : trustedConditions(schema, defaults.filters, settings, where),
      sort: defaultSort,
      always: choiceOf('defaults.when', defaults.when ?? 'absent', ['absent', 'always'], where) === 'always',
    },
    view,
    checkVisibilities: (context: unknown) => registry.visibilities.check(context),
  });
}

const noStyles: readonly PageStyle[] = [];

/** What decides about answers before anybody asks. Of a function nothing is known but how it is written. */
function settingsText(
  { name, metadata, dialect }: FilterSchema,
  { nulls, zone, compatibility }: Settings,
  { count, secret, styles }: PageSettings,
  { pageSize }: Limits,
): string {
  const entity = [name, metadata.tablePath, dialect.name];
  return JSON.stringify([entity, nulls, zone, compatibility.keyDirection, count, secret, styles, pageSize]);
}

const overrideNames = [
  ...['fields', 'relations', 'sort', 'operators', 'limits', 'defaults', 'pagination', 'params', 'prefix', 'source'],
  ...['unknownParameters', 'allowParameters', 'context', 'trusted'],
];

/** The entity's own views, or, where the overrides change what may be asked, views for this profile alone. */
function viewsOf(registry: SchemaRegistry, schema: FilterSchema, overrides: Overrides, where: string): Profile['view'] {
  const { fields, relations, sort, operators } = overrides;
  if ([fields, relations, sort, operators].every((list) => list === undefined)) return (kind) => schema.view(kind);
  checkOperators(registry, operators ?? [], where);
  const builder = new EntitySchemaBuilder(registry, schema.metadata, where);
  const client = builder.view(schema, 'client', overrides);
  const code = builder.view(schema, 'code', overrides);
  checkView(client);
  checkView(code);
  return (kind) => (kind === 'client' ? client : kind === 'code' ? code : schema.view('all'));
}
