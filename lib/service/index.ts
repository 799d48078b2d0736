export { adviceOf, adviceOn } from './advice.js';
export { checkArgument } from './arguments.js';
export { GuardedBuilders } from './builders.js';
export { GuardedEngine } from './guarded-engine.js';
export { GuardedLists } from './lists.js';
export { errorMessage, logFailure } from './log.js';
export { engineOf, keepEngine } from './parts.js';
export { faultOfReading, logValueFault } from './value-fault.js';
