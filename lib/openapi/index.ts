/**
 * OpenAPI documents and JSON Schemas of lists.
 *
 * @module nestjs-filterable/openapi
 */
export { ApiFilters } from './api-filters.decorator.js';
export type { ApiFiltersOptions } from './api-filters.decorator.js';
export { bracketInterceptor } from './bracket-interceptor.js';
export { documentFilters } from './document/document-filters.js';
export type { DocumentFiltersOptions, OpenApiDocument } from './document/options.js';
export { filterJsonSchema } from './document/filter-json-schema.js';
export { toolSchema } from './tool/tool-schema.js';
export type { ToolSchema, ToolSchemaOptions } from './tool/tool-schema.js';
export type { JsonSchema } from './schemas/json-schema.js';
