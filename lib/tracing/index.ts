export {
  tracing,
  tellChoice,
  tellDeprecatedNames,
  tellIssues,
  tellReading,
  tellRows,
  tellStatement,
  handledLike,
  inHandler,
  openFor,
  openParse,
  understood,
} from './operation.js';
export type { FilterOperation, OpenStatement, OperationName } from './operation.js';
export { tracePart, traceAsync, traceRows, traceSync } from './run.js';
