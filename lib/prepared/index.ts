export type { WrittenStatement } from './prepare.js';
export { readPrepared } from './prepared-statements.js';
