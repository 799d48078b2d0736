export { logFailure } from './log.js';
export { Refusals } from './refusals.js';
export { refuseOnScopeFailure } from './scope-failure.js';
export { errorMessage, faultOfReading, logValueFault } from './value-fault.js';
