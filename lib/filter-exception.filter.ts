import {
  type ArgumentsHost,
  BadRequestException,
  Catch,
  type ExceptionFilter,
  Logger,
  ServiceUnavailableException,
} from '@nestjs/common';
import { BaseExceptionFilter } from '@nestjs/core';
import { faultOf } from './dialects/index.js';

/**
 * Answers the failures of a database for what they are to a client: 503 where the server is away, overloaded or too slow,
 * so that the same request may succeed later. A value that the server itself refuses in a SELECT is answered with 400 and
 * logged as a defect of this library, which should have refused it. Nothing that a driver says leaves the process; whatever
 * is no such failure goes the usual way.
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
        this.logger.warn(`The database is not available: ${messageOf(exception)}`);
        return new ServiceUnavailableException('The database is not available; try again later');
      case 'value':
        this.logger.error(`A value reached the database that should have been refused: ${messageOf(exception)}`);
        return new BadRequestException('A value in the request cannot be compared with its field');
      case undefined:
        return exception;
    }
  }
}

/** What the host writes is its own: a value refused there came from somewhere else than a filter. */
function faultOfReading(exception: unknown) {
  const fault = faultOf(exception);
  const query: unknown = typeof exception === 'object' && exception !== null && 'query' in exception && exception.query;
  return fault === 'value' && !(typeof query === 'string' && /^\s*SELECT/i.test(query)) ? undefined : fault;
}

function messageOf(exception: unknown): string {
  return exception instanceof Error ? exception.message : 'an unknown failure';
}
