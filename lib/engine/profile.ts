import { FilterConfigurationError } from '../configuration-error.js';
import type { Condition, PageSettings, SortTerm } from '../ast/index.js';
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
  readonly defaults: {
    readonly filters: Condition | undefined;
    readonly sort: readonly SortTerm[];
    /** Whether the filters hold beside the client's own, and not only in their place. */
    readonly always: boolean;
  };
  view(kind: ViewKind): View;
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
  return Object.freeze({
    schema,
    overrides,
    limits: limitsOf(overrides.limits, settings.limits, where),
    params,
    foreign: foreignParameters(overrides, params, settings, where, namesFor),
    pagination: { ...settings.pagination, ...own },
    paginated: pagination !== false,
    defaults: {
      filters:
        defaults.filters === undefined ? undefined : trustedConditions(schema, defaults.filters, settings, where),
      sort: defaults.sort === undefined ? [] : trustedSort(schema, defaults.sort, settings, where),
      always: choiceOf('defaults.when', defaults.when ?? 'absent', ['absent', 'always'], where) === 'always',
    },
    view: viewsOf(registry, schema, overrides, where),
  });
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
