import type { CallHandler, ExecutionContext, NestInterceptor, Type } from '@nestjs/common';
import type { Observable } from 'rxjs';
import type { EntityTarget } from 'typeorm';
import type { FilterQuery } from '../ast/index.js';
import { FilterConfigurationError } from '../configuration/index.js';
import { FilterException } from '../filter.exception.js';
import type { FilterModuleOptions } from '../filter.module-options.js';
import type { FilterQueryOverrides, FilterQueryParameter } from '../filter-query.overrides.js';
import { type ParameterNames, RequestBody, parameterOf } from '../wire/index.js';
import { type CurrentRequest, type DtoReading, isCurrentRequestNeeded, withCurrentRequest } from './current-request.js';
import { keepHostQuery } from './host-query.js';
import { senderOf } from './messages.js';
import { type HandlerParameters, handlerParameters } from './parameters.js';
import { inputOf } from './request-input.js';

type HandlerOverrides = FilterQueryOverrides<object> | undefined;

/** The part of `FilterService` that reads requests. The class itself imports this folder. */
export interface RequestReader {
  /** Where requests are read from, and how the context of scopes is derived from them. */
  readonly requestOptions: Pick<FilterModuleOptions, 'context' | 'source'>;
  /** Returns what the parameters are called in a handler with these overrides. */
  parameters(entity: EntityTarget<object>, overrides: HandlerOverrides): ParameterNames;
  /** @throws FilterException with everything that is wrong */
  parse(
    entity: EntityTarget<object>,
    input: string | object,
    overrides: HandlerOverrides,
    context: unknown,
  ): FilterQuery<object>;
}

/** A handler, and the names of the parameters that are not its host's; undefined where the query string stays whole. */
interface Handler extends HandlerParameters {
  readonly names: readonly ParameterNames[] | undefined;
}

/**
 * Does what must be done before the pipes of a handler run, and with its request at hand: it leaves `@HostQuery()` the rest
 * of the query string, and binds the request for `@Filters()`. Pipes are given no request, and a DTO's property not even a
 * pipe. The module has it only where an application uses either decorator.
 */
export class FilterRequestInterceptor implements NestInterceptor {
  private readonly handlers = new WeakMap<Type, Map<unknown, Handler>>();

  constructor(private readonly filters: RequestReader) {}

  async intercept(execution: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const handler = this.handlerOf(execution);
    const isBound = isCurrentRequestNeeded();
    if (execution.getType() === 'http' && (isBound || handler.names !== undefined)) {
      keepHostQuery(execution.switchToHttp().getRequest(), handler.names);
    }
    const request = isBound ? await this.requestOf(execution, handler) : undefined;
    return request === undefined ? next.handle() : withCurrentRequest(request, () => next.handle());
  }

  private handlerOf(execution: ExecutionContext): Handler {
    const controller = execution.getClass();
    const known = this.handlers.get(controller) ?? new Map<unknown, Handler>();
    this.handlers.set(controller, known);
    const method: unknown = execution.getHandler();
    const handler = known.get(method) ?? this.newHandler(handlerParameters(controller, method));
    known.set(method, handler);
    return handler;
  }

  private newHandler(parameters: HandlerParameters): Handler {
    const { own, ofQueryDtos, hasHostQuery } = parameters;
    if (!hasHostQuery && ofQueryDtos.length === 0) return { ...parameters, names: undefined };
    const { source: usual } = this.filters.requestOptions;
    const read = own.filter(({ overrides }) => (overrides?.source ?? usual) !== 'body');
    return { ...parameters, names: [...read, ...ofQueryDtos].map((parameter) => this.namesOf(parameter)) };
  }

  private namesOf({ entity, overrides }: FilterQueryParameter): ParameterNames {
    return this.filters.parameters(entity, overrides);
  }

  /** The request as DTOs know it; undefined where a handler is of a kind that cannot be read. */
  private async requestOf(execution: ExecutionContext, { hasDto }: Handler): Promise<CurrentRequest | undefined> {
    const contextOf = await this.contextOf(execution, hasDto);
    if (contextOf === undefined) return undefined;
    return {
      read: (entity, overrides, source) => {
        const names = this.namesOf({ entity, overrides });
        return this.read(
          { entity, overrides },
          inputFor(source, names, this.sourceOf(overrides), execution),
          contextOf(),
        );
      },
    };
  }

  /**
   * What scopes are decided by. A handler whose parameter is typed with a DTO awaits it beforehand; for any other it is
   * asked when a DTO turns up, which cannot wait.
   */
  private async contextOf(execution: ExecutionContext, isAwaited: boolean): Promise<(() => unknown) | undefined> {
    const sender =
      execution.getType() === 'http' ? { sender: execution.switchToHttp().getRequest<unknown>() } : senderOf(execution);
    if (sender === undefined) return undefined;
    const { context: make } = this.filters.requestOptions;
    const ask = (): unknown => make?.(sender.sender as never, execution);
    if (!isAwaited) return () => atOnce(ask());
    const context = await ask();
    return () => context;
  }

  /** The kind of parameter says where a DTO comes from, unless a function does. */
  private sourceOf(overrides: FilterQueryOverrides<object> | undefined): FilterQueryOverrides['source'] {
    const { source } = this.filters.requestOptions;
    return overrides?.source ?? (typeof source === 'function' ? source : undefined);
  }

  private read({ entity, overrides }: FilterQueryParameter, input: string | object, context: unknown): DtoReading {
    try {
      return { query: this.filters.parse(entity, input, overrides, context) };
    } catch (error) {
      if (error instanceof FilterException) return { issues: error.issues };
      throw error;
    }
  }
}

/**
 * What a DTO's query is read from. The object that the DTO is made of went through the host's parser and pipes, which leave
 * out some of a query string and change some, so it is only looked at for where it came from.
 */
function inputFor(
  source: unknown,
  names: ParameterNames,
  chosen: FilterQueryOverrides['source'],
  execution: ExecutionContext,
): string | object {
  if (execution.getType() !== 'http') return new RequestBody(source);
  const request = execution.switchToHttp().getRequest<{ readonly body?: unknown; readonly query?: unknown }>();
  const whence =
    chosen ?? (source === request.body ? 'body' : isOfQuery(source, request.query, names) ? 'query' : undefined);
  if (whence !== undefined) return inputOf(request as never, whence, execution);
  return typeof source === 'object' && source !== null ? source : {};
}

/** An object with nothing of ours is the host's part of the query string, or was copied from it. */
function isOfQuery(source: unknown, query: unknown, names: ParameterNames): boolean {
  if (source === query || typeof source !== 'object' || source === null) return true;
  return Object.keys(source).every((key) => parameterOf(key, names) === undefined);
}

function atOnce(context: unknown): unknown {
  if (!(context instanceof Promise)) return context;
  throw new FilterConfigurationError(
    'forRoot(): context gives a promise, which @Filters() awaits where the type of a parameter is the class of the DTO itself',
  );
}
