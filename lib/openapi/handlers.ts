import type { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { FilterModuleOptions } from '../filter.module-options.js';
import type { FilterQueryOverrides, FilterQueryParameter } from '../filter-query.overrides.js';
import { type HandlerParameters, handlerParameters } from '../handlers/index.js';
import { type ToldList, apiFiltersOf } from './api-filters.decorator.js';
import type { RequestSource } from './examples.js';
import { pascal } from './json-schema.js';

/** A parameter of a handler that is a list's request. */
export interface HandlerList extends FilterQueryParameter {
  readonly source: RequestSource;
  /** The property of a DTO that the query is put into, which is no parameter of a request. */
  readonly property: string | undefined;
}

/** A handler that reads lists, as a document shows it. */
export interface Handler {
  /** The function on the prototype, by whose metadata documents are made. */
  readonly method: object;
  /** The beginning of the names of its components: `PostsFew` for `PostsController.few`. */
  readonly name: string;
  readonly lists: readonly HandlerList[];
  readonly told: readonly ToldList[];
}

/** Finds every handler of an application that reads lists, with inherited ones. */
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
      const lists = listsOf(handlerParameters(metatype as never, method), source);
      const told = apiFiltersOf(prototype, name);
      if (lists.length === 0 && told.length === 0) continue;
      found.set(method, { method, name: pascal(metatype.name.replace(/Controller$/, ''), name), lists, told });
    }
  }
  return [...found.values()];
}

type Source = FilterModuleOptions['source'];

/** Lists what a handler reads, in the order of its parameters: decorators of parameters run from the last to the first. */
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

/** Returns where a list's request is. That of a function is shown as a query: pages would send nothing otherwise. */
function sourceOf(
  overrides: FilterQueryOverrides<object> | undefined,
  usual: Source,
  otherwise: RequestSource,
): RequestSource {
  const source = overrides?.source ?? usual ?? otherwise;
  return typeof source === 'function' ? 'query' : source;
}
