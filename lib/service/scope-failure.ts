import { ForbiddenException, HttpException, InternalServerErrorException } from '@nestjs/common';
import { NamedFilterFailure, ScopeFailure } from '../engine/index.js';
import { logFailure } from './log.js';

/**
 * Runs a function that applies scopes and named filters. A scope that throws an HttpException refuses with it. Any
 * other failure of a scope refuses with 403; one of a named filter is a 500.
 */
export function refuseOnScopeFailure<Result>(make: () => Result): Result {
  try {
    return make();
  } catch (error) {
    if (error instanceof NamedFilterFailure) {
      logFailure(error.message, error.cause);
      throw broken(error);
    }
    if (!(error instanceof ScopeFailure)) throw error;
    if (error.cause instanceof HttpException) throw error.cause;
    logFailure(error.message, error.cause);
    throw forbidden(error);
  }
}

/**
 * Returns a 403 that tells clients only `Forbidden`. Its message tells callers in code the way out. It names neither an
 * entity nor the scope's error, because an application may send messages to its clients; both are in `cause`.
 */
function forbidden(failure: ScopeFailure): ForbiddenException {
  const exception = new ForbiddenException(undefined, { cause: failure });
  exception.message = failure.lacksContext ? withoutContext : 'A scope failed, so that no row may be seen';
  return exception;
}

/** Returns a 500 that tells clients only `Internal Server Error`. */
function broken(failure: NamedFilterFailure): InternalServerErrorException {
  const exception = new InternalServerErrorException(undefined, { cause: failure });
  exception.message = 'A named filter failed; the log names it';
  return exception;
}

const withoutContext =
  'A scope decides by a context which rows may be seen, and was given none: pass { context } in code, or configure `context` ' +
  'in forRoot()';
