import {
  type ArgumentsHost,
  BadRequestException,
  Catch,
  type ExceptionFilter,
  Logger,
  ServiceUnavailableException,
} from '@nestjs/common';
import { BaseExceptionFilter } from '@nestjs/core';
import { errorMessage, faultOfReading, logValueFault } from './failures/index.js';

/**
 * Answers the failures of a database for what they are to a client: 503 where the server is away, overloaded or too slow,
 * so that the same request may succeed later. A value that the server itself refuses in a SELECT is answered with 400 and
 * logged as a defect of this library, which should have refused it; `page()` and `count()` do so without this filter.
 * Nothing that a driver says leaves the process; whatever is no such failure goes the usual way.
 *
 * A connection that is refused says nothing of whose it was. Where handlers call other services as well, bind the filter to
 * the controllers that read lists, with `@UseFilters(FilterExceptionFilter)`, and not to the whole application.
 *
 * @example
 * \@Module({ providers: [{ provide: APP_FILTER, useClass: FilterExceptionFilter }] })
 * export class AppModule {}
 */
@Catch()
export class FilterExceptionFilter extends BaseExceptionFilter implements ExceptionFilter {
  private readonly logger = new Logger(FilterExceptionFilter.name);

  override catch(exception: unknown, host: ArgumentsHost): void {
    super.catch(this.translated(exception), host);
  }

  private translated(exception: unknown): unknown {
    switch (faultOfReading(exception)) {
      case 'unavailable':
        this.logger.warn(`The database is not available: ${errorMessage(exception)}`);
        return new ServiceUnavailableException('The database is not available; try again later');
      case 'value':
        logValueFault(this.logger, exception);
        return new BadRequestException('A value in the request cannot be compared with its field');
      case undefined:
        return exception;
    }
  }
}
