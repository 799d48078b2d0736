export { adviceOf, adviceOn, unindexedOf } from './advice.js';
export {
  answerAlone,
  answered,
  applied,
  checkArgument,
  exportRows,
  hydratedBy,
  loadedBy,
  traced,
  tracedRows,
  wholeList,
} from './lists.js';
export {
  GuardedEngine,
  checkConnected,
  errorMessage,
  logChoice,
  logFailure,
  engineOf,
  keepEngine,
  faultOfReading,
  logValueFault,
} from './guarded-engine.js';
