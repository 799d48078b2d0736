import type { Type } from '@nestjs/common';
import type { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { EntityTarget } from 'typeorm';
import type { QueryInput, RelationName } from '../contract/index.js';
import type { FilterModuleOptions } from '../filter.module-options.js';
import type { FilterQueryOverrides, FilterQueryParameter } from '../filter-query.overrides.js';
import { type HandlerParameters, handlerParameters, isQueryHandler } from '../handlers/index.js';
import type { RequestSource } from './examples.js';
import { pascal } from './schemas.js';

/** Documentation of a list beyond its rules: the rows of its answer, and examples of requests. */
export interface ApiFiltersOptions<E> {
  /**
   * Rows of the handler's page: a DTO, `true` for the entity as TypeORM maps it, or the entity with the relations that
   * the handler loads. By default, the answer is not documented.
   */
  readonly page?:
    | true
    | Type
    | {
        /** The relations that the handler loads. */
        readonly relations: readonly RelationName<E>[];
      }
    | undefined;
  /**
   * A DTO whose properties document the parameters, in place of the library's documentation. A property that nothing
   * reads, and one whose values the list refuses, throw when a document is made. `false` where a `source` function
   * reads other parameters than the list's, which the host documents itself. By default the list's own are documented.
   */
  readonly parameters?: false | Type | undefined;
  /** Requests by title, in clients' names. Each is checked when a document is made, and a wrong one throws. */
  readonly examples?: Readonly<Record<string, QueryInput<E>>> | undefined;
}

/** A decorator's documentation of one list, without the types of its entity. */
export interface ApiList {
  readonly entity: EntityTarget<object>;
  readonly page: true | Type | { readonly relations: readonly string[] } | undefined;
  readonly parameters: false | Type | undefined;
  readonly examples: Readonly<Record<string, object>>;
}

const key = Symbol.for('nestjs-filterable:api-filters');

/**
 * Documents a handler's answer, and examples of requests, in `documentFilters()`. It is optional: requests are
 * documented without it.
 *
 * @example
 * \@Get()
 * \@ApiFilters(Post, { page: PostDto, examples: { 'The newest': { sort: 'createdAt:desc' } } })
 * list(\@FilterQuery(Post) query: FilterQuery<Post>) { return this.posts.page(query); }
 */
export function ApiFilters<E extends object>(entity: EntityTarget<E>, options: ApiFiltersOptions<E>): MethodDecorator {
  return (prototype, method) => {
    const { page, parameters, examples = {} } = options;
    const list: ApiList = { entity, page, parameters, examples };
    Reflect.defineMetadata(key, [...apiFiltersOf(prototype, method), list], prototype, method);
  };
}

/** Returns the documentation that `@ApiFilters()` gives a handler. */
function apiFiltersOf(prototype: object, method: string | symbol): readonly ApiList[] {
  const found: unknown = Reflect.getMetadata(key, prototype, method);
  return Array.isArray(found) ? (found as readonly ApiList[]) : [];
}

/** A handler's parameter with a list's request. */
export interface HandlerList extends FilterQueryParameter {
  readonly source: RequestSource;
  /** Property of a DTO that receives the query. Requests have no such parameter. */
  readonly property: string | undefined;
}

/** A handler that reads lists, for a document. */
export interface Handler {
  /** Function on the prototype, whose metadata documents are made from. */
  readonly method: object;
  /** The beginning of the names of its components: `PostsFew` for `PostsController.few`. */
  readonly name: string;
  readonly lists: readonly HandlerList[];
  /** The positions of its own `@Query('name')` parameters, by name. */
  readonly queries: ReadonlyMap<string, number>;
  /** True for a handler of HTTP's QUERY, which has content always. */
  readonly isQuery: boolean;
  readonly apiLists: readonly ApiList[];
}

/** Finds every handler of an application that reads lists, inherited ones included. */
export function handlersOf(
  discovery: DiscoveryService,
  scanner: MetadataScanner,
  { source }: FilterModuleOptions,
): readonly Handler[] {
  const found = new Map<object, Handler>();
  for (const { metatype } of discovery.getControllers()) {
    if (typeof metatype !== 'function') continue;
    const prototype: unknown = metatype.prototype;
    if (typeof prototype !== 'object' || prototype === null) continue;
    for (const name of scanner.getAllMethodNames(prototype)) {
      const method: unknown = Reflect.get(prototype, name);
      if (typeof method !== 'function' || found.has(method)) continue;
      const isQuery = isQueryHandler(prototype, name);
      const read = handlerParameters(metatype as never, method);
      const lists = listsOf(read, isQuery ? 'body' : source);
      const apiLists = apiFiltersOf(prototype, name);
      if (lists.length === 0 && apiLists.length === 0) continue;
      const components = pascal(metatype.name.replace(/Controller$/, ''), name);
      found.set(method, { method, name: components, lists, queries: read.queries, isQuery, apiLists });
    }
  }
  return [...found.values()];
}

type Source = FilterModuleOptions['source'];

/** Lists a handler's requests, in the order of its parameters: parameter decorators run from the last to the first. */
function listsOf({ own, ofQueryDtos, ofBodyDtos }: HandlerParameters, usual: Source): readonly HandlerList[] {
  const ofDto = (source: RequestSource) => (each: FilterQueryParameter & { readonly property: string }) => ({
    ...each,
    source: sourceOf(each.overrides, undefined, source),
  });
  return [
    ...own
      .toReversed()
      .map((each) => ({ ...each, source: sourceOf(each.overrides, usual, 'query'), property: undefined })),
    ...ofQueryDtos.map(ofDto('query')),
    ...ofBodyDtos.map(ofDto('body')),
  ];
}

/**
 * Returns the source of a list's request. A function as a source is shown as a query, because pages
 * would otherwise send nothing.
 */
function sourceOf(
  overrides: FilterQueryOverrides<object> | undefined,
  usual: Source,
  otherwise: RequestSource,
): RequestSource {
  const source = overrides?.source ?? usual ?? otherwise;
  return typeof source === 'function' ? 'query' : source;
}
