export type { ParseContext } from './parse-context.js';
export { parseRequest } from './request-parser.js';
export { treeOf } from './request-object.js';
export type { ParseOptions, ParsedRequest } from './request-parser.js';
