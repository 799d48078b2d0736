export { compileKnown } from './known-changes.js';
export type { KnownList } from './known-changes.js';
export type { WrittenStatement } from './prepare.js';
export type { StatementRequest } from './prepared-statements.js';
export { knownTemplate, readKnown, readPrepared } from './read-prepared.js';
export type { PreparedRows } from './read-prepared.js';
export type { StatementChanges } from './statement-key.js';
