import type { ExecutionContext, ModuleMetadata, Type } from '@nestjs/common';
import type { ModuleOptions, Source } from './engine/index.js';

/**
 * Source of a handler's parameters: the query string, a JSON body, or the result of a function of the request, which is
 * a query string, a URL that ends in one, or an object with `filters`, `sort` and `pagination`.
 *
 * A function may return `{ input, names }`, too: the names that clients know, by the places that they mean. Issues then
 * use them. A `SyntaxError` in it answers 400, as for `JSON.parse()` of a malformed text; any other error answers 500.
 *
 * The payload of a message (RPC, WebSocket) is read as a body even with `query`. A function is called with the payload
 * in place of a request; its second argument, the execution context, tells the two apart.
 *
 * @example
 * source: ({ query }) => ({ input: { filters: { dept: { id: query.dept } } }, names: { '/filters/dept/id': 'dept' } })
 */
export type FilterSource = Source<ExecutionContext>;

/** Options of `FilterModule.forRoot()`. Each has a default. */
export type FilterModuleOptions = ModuleOptions<ExecutionContext>;

/** A class that makes the options. */
export interface FilterModuleOptionsFactory {
  /** Makes the options once, at boot, possibly as a promise. */
  createFilterOptions(): FilterModuleOptions | Promise<FilterModuleOptions>;
}

/** Options of `FilterModule.forRootAsync()`: one of a factory, a class, and an existing provider. */
export interface FilterModuleAsyncOptions extends Pick<ModuleMetadata, 'imports'> {
  /** The tokens of the providers that `useFactory` is called with. */
  readonly inject?: readonly never[] | readonly unknown[];
  /** Makes the options at boot. */
  readonly useFactory?: (...dependencies: never[]) => FilterModuleOptions | Promise<FilterModuleOptions>;
  /** A class that Nest makes an instance of, to make the options. */
  readonly useClass?: Type<FilterModuleOptionsFactory>;
  /** A provider of an imported module that makes the options. */
  readonly useExisting?: Type<FilterModuleOptionsFactory>;
}
