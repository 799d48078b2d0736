import { AsyncLocalStorage } from 'node:async_hooks';
import type { EntityTarget } from 'typeorm';
import type { FilterQuery } from '../ast/index.js';
import { FilterConfigurationError } from '../configuration/index.js';
import type { FilterQueryOverrides } from '../filter-query.overrides.js';
import type { FilterIssue } from '../issues.js';

/** What a DTO's property becomes: a query, or what is wrong with the request. */
export type DtoReading = { readonly query: FilterQuery } | { readonly issues: readonly FilterIssue[] };

/** A request that some application is handling, for what Nest cannot inject anything into: the properties of a DTO. */
export interface CurrentRequest {
  /** @param source the object that the DTO is made of */
  read(entity: EntityTarget<object>, overrides: FilterQueryOverrides<object> | undefined, source: unknown): DtoReading;
}

interface Shared {
  readonly requests: AsyncLocalStorage<CurrentRequest>;
  /** Whether any class has a property with `@Filters()`: without one, no request needs to be bound. */
  isNeeded: boolean;
}

const key = Symbol.for('nestjs-filterable:current');

/**
 * What is shared stands in the global object, and not in this module: `nestjs-filterable`, which binds requests, and
 * `nestjs-filterable/dto`, which reads them, are entry points that a bundler may give a copy of this module each.
 */
function shared(): Shared {
  const existing = Reflect.get(globalThis, key) as Shared | undefined;
  if (existing !== undefined) return existing;
  const made: Shared = { requests: new AsyncLocalStorage(), isNeeded: false };
  Reflect.set(globalThis, key, made);
  return made;
}

/** Notes that requests are to be bound from now on: classes are decorated before an application is made of them. */
export function needCurrentRequest(): void {
  shared().isNeeded = true;
}

export function isCurrentRequestNeeded(): boolean {
  return shared().isNeeded;
}

/** Runs what handles a request, bound to it and to its application: several may run in one process. */
export function withCurrentRequest<Result>(request: CurrentRequest, run: () => Result): Result {
  return shared().requests.run(request, run);
}

export function currentRequest(): CurrentRequest {
  const current = shared().requests.getStore();
  if (current !== undefined) return current;
  throw new FilterConfigurationError(
    '@Filters() found no request of an application with FilterModule.forRoot(): it is read by pipes of controllers, and not ' +
      'by guards, gateways, or a program; use @FilterQuery() or FilterService.parse() there',
  );
}
