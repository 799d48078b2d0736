export { adviceOf, adviceOn, unindexedOf } from './advice.js';
export {
  answerAlone,
  recordPage,
  applyQuery,
  checkArgument,
  exportRows,
  withHydration,
  relationsToLoad,
  traced,
  tracedRows,
  readAllRows,
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
