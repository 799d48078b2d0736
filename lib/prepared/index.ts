export { compileKnown } from './known-changes.js';
export type { WrittenStatement } from './prepare.js';
export { readPrepared } from './prepared-statements.js';
