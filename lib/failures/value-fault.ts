import type { Logger } from '@nestjs/common';
import { type Fault, faultOf } from '../dialects/index.js';

/**
 * What a failure of the database means, where it was read from. What the host writes is its own: a value refused there came
 * from somewhere else than a filter.
 */
export function faultOfReading(exception: unknown): Fault | undefined {
  const fault = faultOf(exception);
  const query: unknown = typeof exception === 'object' && exception !== null && 'query' in exception && exception.query;
  const isReading = typeof query === 'string' && /^\s*(SELECT|EXPLAIN)\b/i.test(query);
  return fault === 'value' && !isReading ? undefined : fault;
}

/** Logs a value that a server refused: the library should have refused it before. */
export function logValueFault(logger: Logger, exception: unknown): void {
  logger.error(`A value reached the database that should have been refused: ${errorMessage(exception)}`);
}

export function errorMessage(exception: unknown): string {
  return exception instanceof Error ? exception.message : 'an unknown failure';
}
