import { FilterConfigurationError } from './configuration-error.js';
import type { FilterService } from './filter.service.js';

let current: FilterService | undefined;

/** The service of the application that booted last: decorators of DTOs are not made by Nest, and can be given nothing. */
export function currentFilterService(): FilterService {
  if (current !== undefined) return current;
  throw new FilterConfigurationError(
    '@Filters() needs FilterModule.forRoot() in the application that validates the DTO',
  );
}

export function setCurrentFilterService(service: FilterService): void {
  current = service;
}
