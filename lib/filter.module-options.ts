import type { ExecutionContext, ModuleMetadata, Type } from '@nestjs/common';
import type { EngineOptions } from './engine/index.js';
import type { FilterIssue } from './issues.js';

/**
 * Where a handler's parameters come from: the query string, a JSON body, or whatever a function of the request gives: a
 * query string, a URL that ends in one, or an object with `filters`, `sort` and `pagination`.
 *
 * The payload of a message (RPC, WebSocket) is read as a body whatever is said here, unless by a function: it is called with
 * the payload in place of a request. The execution context, its second argument, tells it which it was given.
 */
export type FilterSource = 'query' | 'body' | ((request: never, execution: ExecutionContext) => unknown);

/** The options of `FilterModule.forRoot()`; every one of them has a default. */
export interface FilterModuleOptions extends EngineOptions {
  /** What clients call the parameters: `{ filters: 'where', sort: 'order' }`. By default `filters`, `sort`, `pagination`. */
  readonly params?: EngineOptions['params'];
  /** Where the parameters come from, unless a handler says otherwise. By default the query string. */
  readonly source?: FilterSource | undefined;
  /** How much one request may ask for; see the table of limits. */
  readonly limits?: EngineOptions['limits'];
  /** Where NULL stands in an order, unless a key says so: as the engine has it (the default), `first` or `last`. */
  readonly nulls?: EngineOptions['nulls'];
  /** The IANA time zone in which dates and zoneless date-times are read. By default UTC. */
  readonly timezone?: string | undefined;
  /** Takes requests as clients of another family write them: `purity` or `strapi`. */
  readonly compatibility?: EngineOptions['compatibility'];
  /** Operators of the host's own, made with `defineOperator()`. */
  readonly operators?: EngineOptions['operators'];
  /**
   * What is done about parameters that are not read here. `similar` (the default) refuses those that were evidently meant to
   * be: `filter[id]`, `Filters[id]`. `refuse` refuses all that `allowParameters` does not name, `ignore` none.
   */
  readonly unknownParameters?: EngineOptions['unknownParameters'];
  /** The parameters that the application itself reads: `['locale']`. By default it need not say so. */
  readonly allowParameters?: EngineOptions['allowParameters'];
  /** How pages are counted, and the secret that signs cursors. */
  readonly pagination?: EngineOptions['pagination'];
  /** Makes the exception that refuses a request, in place of {@link FilterException}. */
  readonly errors?: ((issues: readonly FilterIssue[]) => Error) | undefined;
  /** Whether the fields that may be asked about without an index are named in the log at boot. By default not. */
  readonly logUnindexed?: boolean | undefined;
  /**
   * Makes, of a request, what scopes and the visibility of fields are decided by; it may be asynchronous, and they may not.
   * Boot fails without it where an entity has a scope or a `when`, unless `undefined` says that only code passes a context.
   * In handlers of messages the first argument is what stands for a request there: the RPC context, or the WebSocket client.
   * The execution context, its second argument, tells which it was given.
   */
  readonly context?: ((request: never, execution: ExecutionContext) => unknown) | undefined;
}

/** A class that makes the options. */
export interface FilterModuleOptionsFactory {
  createFilterOptions(): FilterModuleOptions | Promise<FilterModuleOptions>;
}

/** The options of `FilterModule.forRootAsync()`. */
export interface FilterModuleAsyncOptions extends Pick<ModuleMetadata, 'imports'> {
  readonly inject?: readonly never[] | readonly unknown[];
  readonly useFactory?: (...dependencies: never[]) => FilterModuleOptions | Promise<FilterModuleOptions>;
  readonly useClass?: Type<FilterModuleOptionsFactory>;
  readonly useExisting?: Type<FilterModuleOptionsFactory>;
}
