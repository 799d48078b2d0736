import type { Type } from '@nestjs/common';
import { FILTER_DTO_PARAMETERS, FILTER_QUERY_PARAMETERS, HOST_QUERY } from '../filter.constants.js';
import type { FilterQueryParameter } from '../filter-query.overrides.js';
import type { HandlerFacts } from '../engine/index.js';
import type { HostReads } from '../wire/index.js';
import { isObject } from '../configuration/index.js';
import { isQueryHandler } from './query-method.js';

/** The entity and the overrides of a `@Filters()` property of a DTO. */
export interface DtoFilter extends FilterQueryParameter {
  readonly property: string;
}

/** Finds the `@Filters()` properties of a class: its own, inherited ones, and those that a mapped type has copied. */
type FindDtoFilters = (type: object) => readonly DtoFilter[];

/**
 * Registers how the properties of a DTO are found. `nestjs-filterable/dto` does so as soon as a class has one,
 * before an application starts. The function is kept in the global object, because a bundler may give each entry point
 * a copy of this module.
 */
export function findDtoFiltersBy(find: FindDtoFilters): void {
  Reflect.set(globalThis, FILTER_DTO_PARAMETERS, find);
}

/** Returns true when some class has a `@Filters()` property. */
export function hasDtoFilters(): boolean {
  return finder() !== undefined;
}

/** Returns the `@Filters()` properties of the type of a parameter. */
function dtoFiltersOf(type: unknown): readonly DtoFilter[] {
  return typeof type === 'function' ? (finder()?.(type) ?? []) : [];
}

function finder(): FindDtoFilters | undefined {
  return Reflect.get(globalThis, FILTER_DTO_PARAMETERS) as FindDtoFilters | undefined;
}

/**
 * Nest's own metadata key of a handler's parameters, equal in all supported versions. The keys of its
 * values are `kind:index`.
 */
const routeArguments = '__routeArguments__';

/** Nest's numbers for the sources of parameters, the same in all supported versions. */
const kinds = { request: '0', body: '3', query: '4', rawBody: '12' } as const;

/** A parameter of a handler, as Nest's decorators record it. */
interface Argument {
  /** The source of the parameter, or a text for a decorator of the application's own. */
  readonly kind: string;
  readonly index: number;
  /** The name in `@Query('name')`, or what else the decorator got. Undefined for the whole of the source. */
  readonly data: unknown;
}

function argumentsOf(controller: object, method: string | symbol): readonly Argument[] {
  const found: unknown = Reflect.getMetadata(routeArguments, controller, method);
  return Object.entries(isObject(found) ? found : {}).map(([key, argument]: [string, unknown]) => {
    const end = key.lastIndexOf(':');
    const data = isObject(argument) && 'data' in argument ? argument.data : undefined;
    return { kind: key.slice(0, end), index: Number(key.slice(end + 1)), data };
  });
}

/** Parameters of a handler, by their decorators. */
export interface HandlerParameters {
  readonly own: readonly FilterQueryParameter[];
  /** The `@Filters()` properties of DTOs that Nest makes from the query string. */
  readonly ofQueryDtos: readonly DtoFilter[];
  /** The `@Filters()` properties of DTOs that Nest makes from the body. */
  readonly ofBodyDtos: readonly DtoFilter[];
  /** True when the type of a parameter, from any source, is a DTO with a `@Filters()` property. */
  readonly hasDto: boolean;
  readonly hasHostQuery: boolean;
  /** The positions of `@Query('name')` parameters, by name. */
  readonly queries: ReadonlyMap<string, number>;
}

/**
 * Records a `@FilterQuery()` parameter of a handler. It replaces the one in the same position of a handler that is
 * overridden, whose other parameters stay: so does Nest.
 */
export function rememberParameter(prototype: object, method: string | symbol, parameter: FilterQueryParameter): void {
  const others = parametersOf(prototype, method).filter(({ index }) => index !== parameter.index);
  Reflect.defineMetadata(FILTER_QUERY_PARAMETERS, [...others, parameter], prototype, method);
}

function parametersOf(prototype: object, method: string | symbol): readonly FilterQueryParameter[] {
  return listOf<FilterQueryParameter>(Reflect.getMetadata(FILTER_QUERY_PARAMETERS, prototype, method));
}

export function rememberHostQuery(prototype: object, method: string | symbol): void {
  Reflect.defineMetadata(HOST_QUERY, true, prototype, method);
}

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
  if (method === undefined)
    return { own: [], ofQueryDtos: [], ofBodyDtos: [], hasDto: false, hasHostQuery: false, queries: new Map() };
  const types = listOf<unknown>(Reflect.getMetadata('design:paramtypes', prototype, method)).map(dtoFiltersOf);
  const args = argumentsOf(controller, method);
  const ofWhole = (source: string) => {
    const whole = args.filter(({ kind, data }) => kind === source && data === undefined);
    return types.filter((_, at) => whole.some(({ index }) => index === at)).flat();
  };
  const named = args.flatMap(({ kind, index, data }) =>
    kind === kinds.query && typeof data === 'string' ? [[data, index] as const] : [],
  );
  return {
    own: parametersOf(prototype, method),
    ofQueryDtos: ofWhole(kinds.query),
    ofBodyDtos: ofWhole(kinds.body),
    hasDto: types.some((filters) => filters.length > 0),
    hasHostQuery: hasHostQuery(prototype, method),
    queries: new Map(named),
  };
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

/** Metadata keys of Nest's message handlers. */
const messageKeys = ['microservices:pattern', 'websockets:message_mapping'];

/** Returns what a handler reads beside its lists, by the decorators on its parameters. */
export function handlerFacts(prototype: object, method: string | symbol): HandlerFacts {
  const args = argumentsBeside(prototype, method);
  return {
    lists: parametersOf(prototype, method),
    query: readsOf(args, [kinds.request, kinds.query]),
    body: readsOf(args, [kinds.request, kinds.body, kinds.rawBody]),
    isOfMessages: isOfMessages(prototype, method),
    isOfQueries: isQueryHandler(prototype, method),
  };
}

/** The facts of a list that is a property of a DTO, whose other properties read the rest. */
export const dtoFacts: HandlerFacts = {
  lists: [],
  query: { everything: true, names: [] },
  body: { everything: true, names: [] },
  isOfMessages: false,
  isOfQueries: false,
};

/** Returns true for a handler with a parameter decorator of the application's own, which may read anything. */
export function hasOwnDecorator(prototype: object, method: string | symbol): boolean {
  return argumentsBeside(prototype, method).some(({ kind }) => isOwn(kind));
}

/** Returns what parameters read: their names, or all where one has no name or a decorator that Nest does not know. */
function readsOf(args: readonly Argument[], sources: readonly string[]): HostReads {
  const reading = args.filter(({ kind }) => isOwn(kind) || sources.includes(kind));
  const names = reading.flatMap(({ kind, data }) => (typeof data === 'string' && !isOwn(kind) ? [data] : []));
  return { everything: names.length < reading.length, names };
}

function isOwn(kind: string): boolean {
  return !/^\d+$/.test(kind);
}

/** Returns the parameters of a handler, except `@FilterQuery()`'s. */
function argumentsBeside(prototype: object, method: string | symbol): readonly Argument[] {
  const lists: readonly unknown[] = parametersOf(prototype, method);
  return argumentsOf(prototype.constructor, method).filter(({ data }) => !lists.includes(data));
}

function isOfMessages(prototype: object, method: string | symbol): boolean {
  const handler: unknown = Reflect.get(prototype, method);
  return typeof handler === 'function' && messageKeys.some((key) => Reflect.hasMetadata(key, handler));
}
