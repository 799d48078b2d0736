import type { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { FilterModuleOptions } from '../../filter.module-options.js';
import type { FilterQueryOverrides, FilterQueryParameter } from '../../filter-query.overrides.js';
import { type HandlerParameters, handlerParameters, isQueryHandler } from '../../handlers/index.js';
import { type ToldList, apiFiltersOf } from '../api-filters.decorator.js';
import type { RequestSource } from './examples.js';
import { pascal } from '../schemas/json-schema.js';

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
  /** True for a handler of HTTP's QUERY, which has content always. */
  readonly isQuery: boolean;
  readonly told: readonly ToldList[];
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
      const lists = listsOf(handlerParameters(metatype as never, method), isQuery ? 'body' : source);
      const told = apiFiltersOf(prototype, name);
      if (lists.length === 0 && told.length === 0) continue;
      const components = pascal(metatype.name.replace(/Controller$/, ''), name);
      found.set(method, { method, name: components, lists, isQuery, told });
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
