export { ApiFilters } from './api-filters.decorator.js';
export type { ApiFiltersOptions } from './api-filters.decorator.js';
export { bracketInterceptor } from './bracket-interceptor.js';
export { documentFilters } from './document-filters.js';
export type { DocumentFiltersOptions, OpenApiDocument } from './options.js';
export { filterJsonSchema } from './filter-json-schema.js';
export type { JsonSchema } from './json-schema.js';
