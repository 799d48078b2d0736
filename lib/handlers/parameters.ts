import type { Type } from '@nestjs/common';
import { FILTER_DTO_PARAMETERS, FILTER_QUERY_PARAMETERS, HOST_QUERY } from '../filter.constants.js';
import type { FilterQueryParameter } from '../filter-query.overrides.js';

/** Nest's own key for the parameters of a handler, whose keys are `kind:index`. It is the same in every version of the range. */
const routeArguments = '__routeArguments__';
const queryKind = 4;

/** What the decorators of a handler's parameters say. */
export interface HandlerParameters {
  /** What `@FilterQuery()` reads. */
  readonly own: readonly FilterQueryParameter[];
  /** What `@Filters()` reads in DTOs that are made of the query string. */
  readonly ofQueryDtos: readonly FilterQueryParameter[];
  /** Whether one of them, made of anything, has a property with `@Filters()`. */
  readonly hasDto: boolean;
  readonly hasHostQuery: boolean;
}

/** Remembers what a decorated parameter of a handler is about. */
export function rememberParameter(prototype: object, method: string | symbol, parameter: FilterQueryParameter): void {
  Reflect.defineMetadata(FILTER_QUERY_PARAMETERS, [...parametersOf(prototype, method), parameter], prototype, method);
}

/** The parameters of a handler that are decorated with `@FilterQuery()`. */
export function parametersOf(prototype: object, method: string | symbol): readonly FilterQueryParameter[] {
  return listOf<FilterQueryParameter>(Reflect.getMetadata(FILTER_QUERY_PARAMETERS, prototype, method));
}

/** Remembers that a handler takes what of the query string is the host's. */
export function rememberHostQuery(prototype: object, method: string | symbol): void {
  Reflect.defineMetadata(HOST_QUERY, true, prototype, method);
}

export function hasHostQuery(prototype: object, method: string | symbol): boolean {
  return Reflect.getMetadata(HOST_QUERY, prototype, method) === true;
}

/** Remembers what a property of a DTO is about. */
export function rememberDtoFilter(prototype: object, parameter: FilterQueryParameter): void {
  const known = listOf<FilterQueryParameter>(Reflect.getMetadata(FILTER_DTO_PARAMETERS, prototype));
  Reflect.defineMetadata(FILTER_DTO_PARAMETERS, [...known, parameter], prototype);
}

function dtoFiltersOf(type: unknown): readonly FilterQueryParameter[] {
  const prototype: unknown = typeof type === 'function' ? type.prototype : undefined;
  if (typeof prototype !== 'object' || prototype === null) return [];
  return listOf<FilterQueryParameter>(Reflect.getMetadata(FILTER_DTO_PARAMETERS, prototype));
}

/** Everything that the parameters of a handler are about, for the check at boot. */
export function filtersOf(prototype: object, method: string): readonly FilterQueryParameter[] {
  const types = listOf<unknown>(Reflect.getMetadata('design:paramtypes', prototype, method));
  return [...parametersOf(prototype, method), ...types.flatMap(dtoFiltersOf)];
}

/** What is known of a handler: of a class, and of the method that Nest calls. */
export function handlerParameters(controller: Type, handler: unknown): HandlerParameters {
  const prototype = controller.prototype as object;
  const method = nameOf(prototype, handler);
  if (method === undefined) return { own: [], ofQueryDtos: [], hasDto: false, hasHostQuery: false };
  const types = listOf<unknown>(Reflect.getMetadata('design:paramtypes', prototype, method)).map(dtoFiltersOf);
  const args: unknown = Reflect.getMetadata(routeArguments, controller, method);
  const isQuery = (index: number) => isWholeQuery(args, `${queryKind}:${index}`);
  return {
    own: parametersOf(prototype, method),
    ofQueryDtos: types.filter((_, index) => isQuery(index)).flat(),
    hasDto: types.some((filters) => filters.length > 0),
    hasHostQuery: hasHostQuery(prototype, method),
  };
}

/** `@Query('name')` takes a part, which none of our parameters is. */
function isWholeQuery(args: unknown, key: string): boolean {
  const found: unknown = typeof args === 'object' && args !== null ? Reflect.get(args, key) : undefined;
  return typeof found === 'object' && found !== null && !('data' in found && found.data !== undefined);
}

/** Nest hands over the method itself, whose own name may be another than the property's, where it was wrapped. */
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
