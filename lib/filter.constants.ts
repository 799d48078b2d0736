/** The token of the resolved module options. `Symbol.for`, so that a second copy of the library finds the same ones. */
export const FILTER_MODULE_OPTIONS = Symbol.for('nestjs-filterable:options');

/** Where `@FilterQuery()` notes which entity a handler's parameter is about, for the check at boot. */
export const FILTER_QUERY_PARAMETERS = Symbol.for('nestjs-filterable:parameters');

/** Where `@Filters()` notes on a DTO which entities its properties are about. */
export const FILTER_DTO_PARAMETERS = Symbol.for('nestjs-filterable:dto');

/** Where `@HostQuery()` notes that a handler takes what of the query string is the host's. */
export const HOST_QUERY = Symbol.for('nestjs-filterable:host-query');
