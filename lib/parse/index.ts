export type { ParseContext } from './parse-context.js';
export { parseFilters, parseRequest, treeOf } from './request-parser.js';
export type { ParseOptions, ParsedRequest } from './request-parser.js';
