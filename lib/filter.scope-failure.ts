import { ForbiddenException, HttpException, Logger } from '@nestjs/common';
import { ScopeFailure } from './engine/index.js';

/** A scope that fails refuses the request: by what it threw, where that is a response, and with 403 otherwise. */
export function guarded<Result>(make: () => Result): Result {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof ScopeFailure)) throw error;
    if (error.cause instanceof HttpException) throw error.cause;
    logger.error(error.message, error.cause instanceof Error ? error.cause.stack : undefined);
    throw new ForbiddenException();
  }
}

const logger = new Logger('FilterService');
