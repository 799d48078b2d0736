export { origins } from './origin.js';
export type { Origin } from './origin.js';
export { treeOf } from './request-object.js';
export { parseRequest } from './request-parser.js';
export type { ParseOptions, ParsedRequest } from './request-parser.js';
