import type { Logger } from '@nestjs/common';
import { type Fault, faultOf } from '../dialects/index.js';
import { errorMessage } from './log.js';

/** Failures of statements without a client's value. */
const ofHosts = new WeakSet<object>();

/** Remembers that a statement failed by the host's own SQL, without a client's value. */
export function tellOfHost(exception: unknown): void {
  if (typeof exception === 'object' && exception !== null) ofHosts.add(exception);
}

/**
 * Classifies a failure of the database. A refused value only counts in a statement that reads with a client's value. In
 * any other, it did not come from a request.
 */
export function faultOfReading(exception: unknown): Fault | undefined {
  const fault = faultOf(exception);
  if (fault === 'value' && typeof exception === 'object' && exception !== null && ofHosts.has(exception))
    return undefined;
  const query: unknown = typeof exception === 'object' && exception !== null && 'query' in exception && exception.query;
  const isReading = typeof query === 'string' && /^\s*(SELECT|EXPLAIN)\b/i.test(query);
  return fault === 'value' && !isReading ? undefined : fault;
}

/** Logs that a server refused a value, which this library should have refused before. */
export function logValueFault(logger: Logger, exception: unknown): void {
  logger.error(`A value reached the database that should have been refused: ${errorMessage(exception)}`);
}
