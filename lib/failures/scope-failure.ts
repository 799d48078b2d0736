import { ForbiddenException, HttpException } from '@nestjs/common';
import { ScopeFailure } from '../engine/index.js';
import { logFailure } from './log.js';

/** A scope that fails refuses the request: by what it threw, where that is a response, and with 403 otherwise. */
export function refuseOnScopeFailure<Result>(make: () => Result): Result {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof ScopeFailure)) throw error;
    if (error.cause instanceof HttpException) throw error.cause;
    logFailure(error.message, error.cause);
    throw forbidden(error);
  }
}

/**
 * A client is told `Forbidden` alone. The message is for who calls in code, and says which way out there is; because a host
 * may send messages to its clients, it names no entity, and nothing that a scope has thrown: these are its cause.
 */
function forbidden(failure: ScopeFailure): ForbiddenException {
  const exception = new ForbiddenException(undefined, { cause: failure });
  exception.message = failure.lacksContext ? withoutContext : 'A scope failed, so that no row may be seen';
  return exception;
}

const withoutContext =
  'A scope decides by a context which rows may be seen, and was given none: pass { context } in code, or configure `context` ' +
  'in forRoot()';
