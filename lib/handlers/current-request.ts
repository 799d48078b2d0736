import { AsyncLocalStorage } from 'node:async_hooks';
import type { FilterQuery } from '../ast/index.js';
import { FilterConfigurationError } from '../configuration/index.js';
import type { FilterIssue } from '../issues/index.js';
import type { DtoFilter } from './dto-filters.js';

/** The result of a DTO's `@Filters()` property: a query, or the issues of the request. */
export type DtoReading = { readonly query: FilterQuery } | { readonly issues: readonly FilterIssue[] };

/** Current request, for properties of DTOs, where Nest cannot inject anything. */
export interface CurrentRequest {
  /**
   * Reads the query of one property.
   *
   * @param source the object that class-transformer makes the DTO from, or undefined where it made no DTO
   */
  read(filter: DtoFilter, source: unknown): DtoReading;
}

const key = Symbol.for('nestjs-filterable:current');

/**
 * Returns the requests of the current asynchronous call chains, which `nestjs-filterable` binds and
 * `nestjs-filterable/dto` reads. They are kept in the global object, because a bundler may give each of these entry
 * points a copy of this module.
 */
function requests(): AsyncLocalStorage<CurrentRequest> {
  const existing = Reflect.get(globalThis, key) as AsyncLocalStorage<CurrentRequest> | undefined;
  if (existing !== undefined) return existing;
  const made = new AsyncLocalStorage<CurrentRequest>();
  Reflect.set(globalThis, key, made);
  return made;
}

/** Runs a function bound to a request and its application: several applications may run in one process. */
export function withCurrentRequest<Result>(request: CurrentRequest, run: () => Result): Result {
  return requests().run(request, run);
}

/**
 * Returns the request that is being handled.
 *
 * @throws FilterConfigurationError outside of a request
 */
export function currentRequest(): CurrentRequest {
  const current = requests().getStore();
  if (current !== undefined) return current;
  throw new FilterConfigurationError(
    '@Filters() found no request of an application with FilterModule.forRoot(): it is read by pipes of controllers, and not ' +
      'by guards, gateways, or a program; use @FilterQuery() or FilterService.parse() there',
  );
}
