/**
 * OpenAPI documents and JSON Schemas of lists.
 *
 * @module nestjs-filterable/openapi
 */
export { ApiFilters } from './handlers.js';
export type { ApiFiltersOptions } from './handlers.js';
export { documentFilters } from './document.js';
export type { DocumentFiltersOptions, OpenApiDocument } from './document.js';
export { bracketInterceptor } from './bracket-interceptor.js';
export { filterJsonSchema, toolSchema } from './json-schema.js';
export type { ToolSchema, ToolSchemaOptions } from './json-schema.js';
export type { JsonSchema } from './schemas.js';
