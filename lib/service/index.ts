export { adviceOf, adviceOn, unindexedOf } from './advice.js';
export { checkArgument, GuardedBuilders, GuardedLists } from './lists.js';
export {
  GuardedEngine,
  errorMessage,
  logFailure,
  engineOf,
  keepEngine,
  faultOfReading,
  logValueFault,
} from './guarded-engine.js';
