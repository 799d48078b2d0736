import type { EntityTarget } from 'typeorm';
import { FilterConfigurationError } from '../../configuration/index.js';
import { audienceOf } from '../../engine/index.js';
import { engineOf } from '../../service/index.js';
import { type ParseOverrides, profileOverrides } from '../../filter-query.overrides.js';
import type { FilterService } from '../../filter.service.js';
import { Components } from '../schemas/components.js';
import type { JsonSchema } from '../schemas/json-schema.js';
import { ListMaker } from '../schemas/list-maker.js';
import { requestSchema } from './operation.js';

/**
 * Makes the JSON Schema (2020-12) of a request about an entity, as an object: `{ filters, sort, pagination, … }`. Every
 * request that it allows is understood, within the limits on whole requests. It is recursive where relations lead back.
 *
 * @param overrides a handler's, and the `context` whose fields and relations are in the schema; without a context,
 * members with a `when` are left out
 * @example
 * const validate = new Ajv2020().compile(filterJsonSchema(this.filters, Post));
 */
export function filterJsonSchema<E extends object>(
  service: FilterService,
  entity: EntityTarget<E>,
  overrides?: ParseOverrides<E>,
): JsonSchema {
  const engine = engineOf(service);
  if (engine === undefined) throw new FilterConfigurationError('filterJsonSchema(): the service is no FilterService');
  const components = new Components('#/$defs/', []);
  const context = audienceOf(overrides);
  const maker = new ListMaker(engine, { components, context, nesting: 'all', readers: 'programs' });
  const { schema } = engine.profile(entity);
  const list = maker.list({ entity, overrides: profileOverrides(overrides) }, `${schema.name}List`);
  const request = requestSchema(list);
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...request, $defs: components.all() };
}
