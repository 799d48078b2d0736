export { ListQuery, debug } from './list.js';
export type { Window, Written } from './prepare.js';
export { read } from './read.js';
export type { Read, StatementResult } from './read.js';
