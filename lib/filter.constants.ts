/**
 * The injection token of the module options. Made by `Symbol.for`, so that a second copy of the
 * library has the same token.
 */
export const FILTER_MODULE_OPTIONS = Symbol.for('nestjs-filterable:options');

/** The metadata key of a handler's `@FilterQuery()` parameters: their entities and overrides, which boot checks. */
export const FILTER_QUERY_PARAMETERS = Symbol.for('nestjs-filterable:parameters');

/** The key of a DTO's `@Filters()` property in its rule of class-validator, and of the function that finds them. */
export const FILTER_DTO_PARAMETERS = Symbol.for('nestjs-filterable:dto');

/** The metadata key of handlers that have a `@HostQuery()` parameter. */
export const HOST_QUERY = Symbol.for('nestjs-filterable:host-query');
