export {
  tracing,
  tellChoice,
  tell,
  tellReading,
  handledLike,
  inHandler,
  openFor,
  openParse,
  understood,
} from './operation.js';
export type { FilterOperation, OpenStatement, OperationName } from './operation.js';
export { tracePart, traceAsync, traceRows, traceStatement, traceSync } from './run.js';
