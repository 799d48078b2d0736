export { adviceOf } from './advice.js';
export { GuardedEngine } from './guarded-engine.js';
export { GuardedLists } from './lists.js';
export { TracedOperations } from './traced.js';
export { logFailure } from './log.js';
export { errorMessage, faultOfReading, logValueFault } from './value-fault.js';
