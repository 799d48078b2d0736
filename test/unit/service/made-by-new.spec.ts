import { Injectable } from '@nestjs/common';
import { FilterConfigurationError, FilterService } from 'nestjs-filterable';

@Injectable()
class AuditedFilters extends FilterService {}

/** The public types show a class without parameters, so a program can write `new`. */
const withoutEngine = (service: typeof FilterService) => () => Reflect.construct(service, []) as FilterService;

describe('a service that a program makes by new', () => {
  it.each([
    ['FilterService', FilterService],
    ['AuditedFilters', AuditedFilters],
  ])('is refused with the way out: %s', (name, service) => {
    expect(withoutEngine(service)).toThrow(
      new FilterConfigurationError(
        `${name} cannot be made by new: inject it, or call FilterService.forDataSource(dataSource)`,
      ),
    );
  });
});
