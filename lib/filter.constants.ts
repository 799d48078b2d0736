/** The token of the resolved module options. `Symbol.for`, so that a second copy of the library finds the same ones. */
export const FILTER_MODULE_OPTIONS = Symbol.for('nestjs-filterable:options');

/** Where `@FilterQuery()` notes which entity a handler's parameter is about, for the check at boot. */
export const FILTER_QUERY_PARAMETERS = Symbol.for('nestjs-filterable:parameters');
