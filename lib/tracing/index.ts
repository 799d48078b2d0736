export {
  tracing,
  addChoice,
  addFacts,
  addReading,
  handledLike,
  inHandler,
  openFor,
  openParse,
  understood,
} from './operation.js';
export type { FilterOperation, OperationName, TracedStatement } from './operation.js';
export { tracePart, traceAsync, traceRows, traceStatement, traceSync } from './run.js';
