/**
 * OpenAPI documents and JSON Schemas of lists.
 *
 * @module nestjs-filterable/openapi
 */
export { ApiFilters, documentFilters, filterJsonSchema } from './document.js';
export type { ApiFiltersOptions, DocumentFiltersOptions, OpenApiDocument } from './document.js';
export { bracketInterceptor } from './bracket-interceptor.js';
export { toolSchema } from './tool.js';
export type { ToolSchema, ToolSchemaOptions } from './tool.js';
export type { JsonSchema } from './schemas.js';
