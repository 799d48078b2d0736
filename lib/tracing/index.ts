export { tracing } from './channel.js';
export { tellChoice, tellDeprecatedNames, tellIssues, tellReading, tellRows, tellStatement } from './current.js';
export { handledLike, inHandler, openFor, openParse, understood } from './open.js';
export type { FilterOperation, OpenStatement, OperationName } from './operation.js';
export { tracePart, traceAsync, traceRows, traceSync } from './run.js';
