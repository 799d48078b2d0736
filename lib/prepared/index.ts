export { compileKnown } from './known-changes.js';
export type { WrittenStatement } from './prepare.js';
export { readPrepared } from './prepared-statements.js';
export type { PreparedRows, StatementRequest } from './prepared-statements.js';
export type { StatementChanges } from './statement-key.js';
