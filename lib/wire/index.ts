export { decode } from './decode.js';
export { parameterOf } from './parameters.js';
export { printQueryString, usualNames } from './print-query-string.js';
export { queryIn, rawQueryOf } from './raw-query.js';
export { readQueryString } from './read-query-string.js';
export type { WireOptions } from './read-query-string.js';
export { RequestBody, carriesBody } from './request-body.js';
export { PlainObject, RepeatedKey } from './request-tree.js';
export type { ParameterNames, PlainNode, RequestTree } from './request-tree.js';
