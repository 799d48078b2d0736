export { ListPlan, debug, listOf } from './plans.js';
export type { List } from './plans.js';
export type { Window, WrittenStatement } from './prepare.js';
export { readPrepared, tellWritten } from './statements.js';
export type { PreparedRows, StatementRequest } from './statements.js';
