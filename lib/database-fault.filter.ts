import {
  type ArgumentsHost,
  BadRequestException,
  Catch,
  type ExceptionFilter,
  type HttpException,
  Logger,
  ServiceUnavailableException,
} from '@nestjs/common';
import { BaseExceptionFilter } from '@nestjs/core';
import { answerFailure } from './handlers/index.js';
import { errorMessage, faultOfReading, logValueFault } from './service/index.js';

/**
 * Answers database failures: 503 if the server is away, overloaded or too slow, so that clients try again; 400 if it
 * refuses a value in a SELECT, which is logged as a defect of this library (`page()` and `count()` answer 400 without
 * the filter). The driver's text is never sent. Other exceptions are answered as usual. Message handlers get the same
 * bodies; in a GraphQL resolver, the 503 or 400 is thrown.
 *
 * If handlers call other services, too, use `@UseFilters(FilterExceptionFilter)` on the controllers of lists instead of
 * `APP_FILTER`: a refused connection does not name its service.
 *
 * @example
 * \@Module({ providers: [{ provide: APP_FILTER, useClass: FilterExceptionFilter }] })
 * export class AppModule {}
 */
@Catch()
export class FilterExceptionFilter extends BaseExceptionFilter implements ExceptionFilter {
  private readonly logger = new Logger(FilterExceptionFilter.name);

  /** Answers an exception. A database failure is first translated into a 503 or 400. */
  override catch(exception: unknown, host: ArgumentsHost): void {
    const refusal = this.refusalOf(exception);
    return isOfHttp(host) ? super.catch(refusal ?? exception, host) : answerFailure(exception, refusal, host);
  }

  private refusalOf(exception: unknown): HttpException | undefined {
    switch (faultOfReading(exception)) {
      case 'unavailable':
        this.logger.warn(`The database is not available: ${errorMessage(exception)}`);
        return new ServiceUnavailableException('The database is not available; try again later');
      case 'value':
        logValueFault(this.logger, exception);
        return new BadRequestException('A value in the request cannot be compared with its field');
      case undefined:
        return undefined;
    }
  }
}

/** The mock of a program's own unit test may not say what it is of. */
function isOfHttp(host: ArgumentsHost): boolean {
  return !('getType' in host) || host.getType() === 'http';
}
