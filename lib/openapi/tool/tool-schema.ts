import type { EntityTarget } from 'typeorm';
import { FilterConfigurationError } from '../../configuration/index.js';
import { audienceOf } from '../../engine/index.js';
import { engineOf } from '../../service/index.js';
import { type FilterQueryOverrides, profileOverrides } from '../../filter-query.overrides.js';
import type { FilterService } from '../../filter.service.js';
import { Components } from '../schemas/components.js';
import type { DocumentedList } from '../schemas/documented-list.js';
import { type JsonSchema, closed } from '../schemas/json-schema.js';
import { ListMaker } from '../schemas/list-maker.js';
import { parameterSchemasOf } from '../schemas/parameter-schemas.js';
import { nameOf } from '../../wire/index.js';
import { toolDescription } from './tool-description.js';

/** The options of `toolSchema()`. */
export interface ToolSchemaOptions<E> {
  /** Name of the tool. Default: `find` and the name of the entity, such as `find_restaurant`. */
  readonly name?: string | undefined;
  /** First sentences of the description: the subject of the list, which only the program knows. */
  readonly description?: string | undefined;
  /**
   * Rules of the list that the tool asks. Give the same object to `@FilterQuery()` or `parse()`, which enforce it.
   * `limits: { pageSize: 10, maxPageSize: 20 }` caps the pages.
   */
  readonly overrides?: FilterQueryOverrides<E> | undefined;
  /**
   * Context of the caller, whose fields and relations are in the schema. Without this option, members with a `when` are
   * left out, and no `when` is called.
   */
  readonly context?: unknown;
}

/** A tool as the Model Context Protocol lists it. Other agents take the schema as `parameters` or `input_schema`. */
export interface ToolSchema {
  /** Name by which agents call it. */
  readonly name: string;
  /** Instructions for the agent: the fields, the operators and the limits of the list. */
  readonly description: string;
  /** JSON Schema (2020-12) of the arguments, an object that `FilterService.parse()` reads. */
  readonly inputSchema: JsonSchema & {
    /** Arguments are always an object. */
    readonly type: 'object';
  };
}

/**
 * Makes the tool by which an agent asks a list: its name, its description, and the JSON Schema of its arguments. All of
 * it follows from the rules of the list. Every call that the schema allows is understood, within the limits on whole
 * requests, which the description names; the server reads calls by `parse()`.
 *
 * @throws FilterConfigurationError for a service that is no `FilterService`, and for wrong overrides
 * @example
 * const tool = toolSchema(this.filters, Restaurant, { description: 'Restaurants of the guide.', context: user });
 * const query = this.filters.parse(Restaurant, call.arguments, { context: user });
 */
export function toolSchema<E extends object>(
  service: FilterService,
  entity: EntityTarget<E>,
  options: ToolSchemaOptions<E> = {},
): ToolSchema {
  const engine = engineOf(service);
  if (engine === undefined) throw new FilterConfigurationError('toolSchema(): the service is no FilterService');
  const components = new Components('#/$defs/', []);
  const maker = new ListMaker(engine, {
    components,
    context: audienceOf(options),
    nesting: 'all',
    readers: 'agents',
  });
  const overrides = profileOverrides(options.overrides);
  const own = engine.profile(entity).schema.name;
  const list = maker.list({ entity, overrides }, own);
  const schema = { ...argumentsOf(list), $defs: components.all() };
  return {
    name: options.name ?? `find_${own.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase()}`,
    description: toolDescription(list, schema, options.description),
    inputSchema: schema,
  };
}

/** Makes the schema of the arguments. Names of facets and aggregates are a list, the shorter of their two forms. */
function argumentsOf(list: DocumentedList): JsonSchema & { readonly type: 'object' } {
  const properties = parameterSchemasOf(list).map(
    ([parameter, { schema, description }]) =>
      [nameOf(parameter, list.profile.params), { ...schema, description }] as const,
  );
  return { ...closed(Object.fromEntries(properties), { minProperties: 0 }), type: 'object' };
}
