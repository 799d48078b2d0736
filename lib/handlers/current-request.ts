import { AsyncLocalStorage } from 'node:async_hooks';
import type { FilterQuery } from '../ast/index.js';
import { FilterConfigurationError } from '../configuration/index.js';
import type { FilterIssue } from '../issues.js';
import type { DtoFilter } from './parameters.js';

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

interface Shared {
  /** The request of the current asynchronous call chain. Made with the first request that is bound. */
  requests: AsyncLocalStorage<CurrentRequest> | undefined;
  /** True when a class has a `@Filters()` property. Without one, requests need not be bound. */
  isNeeded: boolean;
}

const key = Symbol.for('nestjs-filterable:current');

/**
 * Returns the state that `nestjs-filterable`, which binds requests, shares with `nestjs-filterable/dto`, which reads
 * them. It is kept in the global object, because a bundler may give each of these entry points a copy of this module.
 */
function shared(): Shared {
  const existing = Reflect.get(globalThis, key) as Shared | undefined;
  if (existing !== undefined) return existing;
  const made: Shared = { requests: undefined, isNeeded: false };
  Reflect.set(globalThis, key, made);
  return made;
}

/** Requires requests to be bound. Decorators call it, and they run before an application starts. */
export function needCurrentRequest(): void {
  shared().isNeeded = true;
}

/** Returns true when some class has a `@Filters()` property. */
export function isCurrentRequestNeeded(): boolean {
  return shared().isNeeded;
}

/** Runs a function bound to a request and its application: several applications may run in one process. */
export function withCurrentRequest<Result>(request: CurrentRequest, run: () => Result): Result {
  const state = shared();
  state.requests ??= new AsyncLocalStorage();
  return state.requests.run(request, run);
}

/**
 * Returns the request that is being handled.
 *
 * @throws FilterConfigurationError outside of a request
 */
export function currentRequest(): CurrentRequest {
  const current = shared().requests?.getStore();
  if (current !== undefined) return current;
  throw new FilterConfigurationError(
    '@Filters() found no request of an application with FilterModule.forRoot(): it is read by pipes of controllers, and not ' +
      'by guards, gateways, or a program; use @FilterQuery() or FilterService.parse() there',
  );
}
