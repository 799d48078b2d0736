import type { Type } from '@nestjs/common';
import { FILTER_QUERY_PARAMETERS, HOST_QUERY } from '../filter.constants.js';
import type { FilterQueryParameter } from '../filter-query.overrides.js';
import { type DtoFilter, dtoFiltersOf } from './dto-filters.js';

/**
 * Nest's own metadata key of a handler's parameters, equal in all supported versions. The keys of its
 * values are `kind:index`.
 */
export const routeArguments = '__routeArguments__';
const bodyKind = 3;
const queryKind = 4;

/** Parameters of a handler, by their decorators. */
export interface HandlerParameters {
  /** The parameters that `@FilterQuery()` decorates. */
  readonly own: readonly FilterQueryParameter[];
  /** The `@Filters()` properties of DTOs that Nest makes from the query string. */
  readonly ofQueryDtos: readonly DtoFilter[];
  /** The `@Filters()` properties of DTOs that Nest makes from the body. */
  readonly ofBodyDtos: readonly DtoFilter[];
  /** True when the type of a parameter, from any source, is a DTO with a `@Filters()` property. */
  readonly hasDto: boolean;
  /** True when a parameter has `@HostQuery()`. */
  readonly hasHostQuery: boolean;
}

/**
 * Records a `@FilterQuery()` parameter of a handler. It replaces the one in the same position of a handler that is
 * overridden, whose other parameters stay: so does Nest.
 */
export function rememberParameter(prototype: object, method: string | symbol, parameter: FilterQueryParameter): void {
  const others = parametersOf(prototype, method).filter(({ index }) => index !== parameter.index);
  Reflect.defineMetadata(FILTER_QUERY_PARAMETERS, [...others, parameter], prototype, method);
}

/** Returns the `@FilterQuery()` parameters of a handler. */
export function parametersOf(prototype: object, method: string | symbol): readonly FilterQueryParameter[] {
  return listOf<FilterQueryParameter>(Reflect.getMetadata(FILTER_QUERY_PARAMETERS, prototype, method));
}

/** Records that a handler has a `@HostQuery()` parameter. */
export function rememberHostQuery(prototype: object, method: string | symbol): void {
  Reflect.defineMetadata(HOST_QUERY, true, prototype, method);
}

/** Returns true for a handler with a `@HostQuery()` parameter. */
export function hasHostQuery(prototype: object, method: string | symbol): boolean {
  return Reflect.getMetadata(HOST_QUERY, prototype, method) === true;
}

/** Returns the entities and overrides of all parameters of a handler, DTOs included, for the check at boot. */
export function filtersOf(prototype: object, method: string): readonly FilterQueryParameter[] {
  const types = listOf<unknown>(Reflect.getMetadata('design:paramtypes', prototype, method));
  return [...parametersOf(prototype, method), ...types.flatMap(dtoFiltersOf)];
}

/** Returns the parameters of a handler, by its class and the method that Nest calls. */
export function handlerParameters(controller: Type, handler: unknown): HandlerParameters {
  const prototype = controller.prototype as object;
  const method = nameOf(prototype, handler);
  if (method === undefined) return { own: [], ofQueryDtos: [], ofBodyDtos: [], hasDto: false, hasHostQuery: false };
  const types = listOf<unknown>(Reflect.getMetadata('design:paramtypes', prototype, method)).map(dtoFiltersOf);
  const args: unknown = Reflect.getMetadata(routeArguments, controller, method);
  const ofWhole = (kind: number) => types.filter((_, index) => isWhole(args, `${kind}:${index}`)).flat();
  return {
    own: parametersOf(prototype, method),
    ofQueryDtos: ofWhole(queryKind),
    ofBodyDtos: ofWhole(bodyKind),
    hasDto: types.some((filters) => filters.length > 0),
    hasHostQuery: hasHostQuery(prototype, method),
  };
}

/** Returns true for `@Query()`, and false for `@Query('name')`, which takes one parameter. The same goes for bodies. */
function isWhole(args: unknown, key: string): boolean {
  const found: unknown = typeof args === 'object' && args !== null ? Reflect.get(args, key) : undefined;
  return typeof found === 'object' && found !== null && !('data' in found && found.data !== undefined);
}

/** Finds the name of a method by identity, because a method that another decorator wrapped may have another name. */
function nameOf(prototype: object, handler: unknown): string | symbol | undefined {
  for (let level: object | null = prototype; level !== null; level = Reflect.getPrototypeOf(level)) {
    const owner = level;
    const found = Reflect.ownKeys(owner).find((key) => Reflect.getOwnPropertyDescriptor(owner, key)?.value === handler);
    if (found !== undefined) return found;
  }
  return undefined;
}

function listOf<Member>(metadata: unknown): readonly Member[] {
  return Array.isArray(metadata) ? (metadata as readonly Member[]) : [];
}
