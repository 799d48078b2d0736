export { debug } from './debug.js';
export { listOf } from './kept-plans.js';
export type { List } from './kept-plans.js';
export { ListPlan } from './list-plan.js';
export type { PlanSql } from './list-plan.js';
export type { Window, WrittenStatement } from './prepare.js';
export { readPrepared } from './read-prepared.js';
export type { PreparedRows, StatementRequest } from './read-prepared.js';
export { tellWritten } from './told-text.js';
