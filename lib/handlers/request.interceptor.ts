import { AsyncLocalStorage } from 'node:async_hooks';
import type { CallHandler, ExecutionContext, NestInterceptor, Type } from '@nestjs/common';
import type { Observable } from 'rxjs';
import type { EntityTarget } from 'typeorm';
import type { FilterQuery } from '../ast/index.js';
import { FilterConfigurationError } from '../configuration/index.js';
import type { FilterIssue } from '../issues/index.js';
import { type DtoFilter, type HandlerParameters, handlerParameters, hasDtoFilters } from './handlers.js';
import { FilterException } from '../filter.exception.js';
import type { FilterModuleOptions } from '../filter.module-options.js';
import type { FilterQueryOverrides, FilterQueryParameter } from '../filter-query.overrides.js';
import type { KnownNames } from '../wire/index.js';
import { reportDeprecated } from './deprecations.js';
import { type ListKeys, keepHostBody, keepHostQuery, keepUntouched } from './host-part.js';
import { dtoInput } from './input.js';
import { type Answer, answerBy, askerOf, forHandler, sentTo } from './messages.js';
import { askedBy } from './answers.js';
import { tracing } from '../tracing/index.js';

/** The result of a DTO's `@Filters()` property: a query, or the issues of the request. */
export type DtoReading = { readonly query: FilterQuery } | { readonly issues: readonly FilterIssue[] };

/** Current request, for properties of DTOs, where Nest cannot inject anything. */
export interface CurrentRequest {
  /**
   * Reads the query of one property.
   *
   * @param source the object that class-transformer makes the DTO from, or undefined where it made no DTO
   */
  read(filter: DtoFilter, source: unknown): DtoReading;
}

const key = Symbol.for('nestjs-filterable:current');

/**
 * Returns the requests of the current asynchronous call chains, which `nestjs-filterable` binds and
 * `nestjs-filterable/dto` reads. They are kept in the global object, because a bundler may give each of these entry
 * points a copy of this module.
 */
function requests(): AsyncLocalStorage<CurrentRequest> {
  const existing = Reflect.get(globalThis, key) as AsyncLocalStorage<CurrentRequest> | undefined;
  if (existing !== undefined) return existing;
  const made = new AsyncLocalStorage<CurrentRequest>();
  Reflect.set(globalThis, key, made);
  return made;
}

/**
 * Returns the request that is being handled.
 *
 * @throws FilterConfigurationError outside of a request
 */
export function currentRequest(): CurrentRequest {
  const current = requests().getStore();
  if (current !== undefined) return current;
  throw new FilterConfigurationError(
    '@Filters() found no request: it needs FilterModule.forRoot(), and pipes of controllers read it, not ' +
      'guards, gateways, or programs; use @FilterQuery() or FilterService.parse() there',
  );
}

type HandlerOverrides = FilterQueryOverrides<object> | undefined;

/** Part of `FilterService` that reads requests. The class itself imports this folder. */
export interface RequestReader {
  readonly requestOptions: Pick<FilterModuleOptions, 'context' | 'source' | 'onRamp'>;
  knownNames(entity: EntityTarget<object>, overrides: HandlerOverrides): KnownNames;
  /** @throws FilterException with every mistake */
  parse(
    entity: EntityTarget<object>,
    input: string | object,
    overrides: HandlerOverrides,
    context: unknown,
  ): FilterQuery<object>;
}

/** A handler, and the parameters to leave out for pipes. Undefined to leave out none. */
interface Handler extends HandlerParameters {
  /** Parameters to leave out of `request.query`. */
  readonly names: readonly ListKeys[] | undefined;
  /** Parameters to leave out of the body, or of the payload of a message. */
  readonly bodyNames: readonly ListKeys[] | undefined;
  /** True where one DTO is made of the query and of the body. */
  readonly hasDtoOfBoth: boolean;
}

/** Facts by which a property of a DTO is read, beside its source. */
interface DtoRequest {
  readonly execution: ExecutionContext;
  readonly handler: Handler;
  readonly contextOf: () => unknown;
  readonly answer: Answer;
}

/**
 * Prepares a request before the pipes of its handler run: removes our parameters from `request.query` for
 * `@HostQuery()` and DTOs, and from the body for DTOs of it, and binds the request for `@Filters()`. An interceptor
 * does this because pipes do not get the request. The module registers it only in applications with one of the two
 * decorators.
 */
export class FilterRequestInterceptor implements NestInterceptor {
  private readonly handlers = new WeakMap<Type, Map<unknown, Handler>>();

  constructor(private readonly filters: RequestReader) {}

  /** Prepares the request, and runs the handler. */
  async intercept(execution: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const handler = this.handlerOf(execution);
    const isBound = hasDtoFilters();
    if (isBound) keepUntouched(sentTo(execution));
    if (handler.bodyNames !== undefined) keepHostBody(execution, handler.bodyNames, handler.hasDtoOfBoth);
    if (execution.getType() === 'http' && (isBound || handler.names !== undefined)) {
      keepHostQuery(execution.switchToHttp().getRequest(), handler.names, handler.hasDtoOfBoth);
    }
    const request = isBound ? await this.requestOf(execution, handler) : undefined;
    return request === undefined ? next.handle() : requests().run(request, () => next.handle());
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
    const { ofBodyDtos, ofQueryDtos } = parameters;
    return {
      ...parameters,
      names: this.namesInQuery(parameters),
      bodyNames: this.namesInBody(parameters),
      hasDtoOfBoth: ofBodyDtos.some((dto) => ofQueryDtos.includes(dto)),
    };
  }

  private namesInQuery({ own, ofQueryDtos, hasHostQuery }: HandlerParameters): Handler['names'] {
    if (!hasHostQuery && ofQueryDtos.length === 0) return undefined;
    const { source: usual, onRamp: usualRamp } = this.filters.requestOptions;
    const read = own.filter(({ overrides }) => (overrides?.source ?? usual) !== 'body');
    const dtos = ofQueryDtos.filter(({ overrides }) => overrides?.source !== 'body');
    return [...read, ...dtos].map((parameter) => {
      const { onRamp = usualRamp } = parameter.overrides ?? {};
      return { names: this.namesOf(parameter), onRamp: onRamp === false ? undefined : onRamp };
    });
  }

  /**
   * A `source` function may read the body itself, so that nothing is left out beside one.
   */
  private namesInBody({ own, ofQueryDtos, ofBodyDtos }: HandlerParameters): Handler['bodyNames'] {
    const { source: usual } = this.filters.requestOptions;
    const sourceOf = ({ overrides }: FilterQueryParameter) => overrides?.source ?? usual;
    if ([...own, ...ofQueryDtos, ...ofBodyDtos].some((list) => typeof sourceOf(list) === 'function')) return undefined;
    const dtos = ofBodyDtos.filter((dto) => dto.overrides?.source !== 'query');
    if (dtos.length === 0) return undefined;
    // Flat names and on-ramps are of query strings.
    return [...own.filter((list) => sourceOf(list) === 'body'), ...dtos].map((list) => ({
      names: { params: this.namesOf(list).params, flat: undefined },
      onRamp: undefined,
    }));
  }

  private namesOf({ entity, overrides }: FilterQueryParameter): KnownNames {
    return this.filters.knownNames(entity, overrides);
  }

  /** Returns the request for DTOs, or undefined in a handler of an unknown transport. */
  private async requestOf(execution: ExecutionContext, handler: Handler): Promise<CurrentRequest | undefined> {
    const asker = await askerOf(execution);
    if (asker === undefined) return undefined;
    const { sender, answer } = asker;
    try {
      const contextOf = await this.contextOf(sender, execution, handler.hasDto);
      return {
        read: (filter, source) => {
          try {
            return this.read(filter, source, { execution, handler, contextOf, answer });
          } catch (error) {
            throw answer(error);
          }
        },
      };
    } catch (error) {
      throw answer(error);
    }
  }

  private read(filter: DtoFilter, source: unknown, { execution, handler, contextOf, answer }: DtoRequest): DtoReading {
    const property = { filter, handler, names: this.namesOf(filter).params, chosen: this.sourceOf(filter.overrides) };
    const parser = this.parser(filter, dtoInput(property, source, execution), contextOf());
    const parse = tracing.hasSubscribers ? forHandler(execution, parser) : parser;
    const reading = readingOf(() => reportDeprecated(execution, parse));
    if (!('query' in reading)) return reading;
    if (execution.getType() === 'http') askedBy(execution.switchToHttp().getRequest(), reading.query);
    else answerBy(reading.query, answer);
    return reading;
  }

  /**
   * Returns access to the context of scopes. In a handler with a DTO parameter, the context is awaited first. In any
   * other, it is derived when a DTO turns up, whose properties cannot await it.
   */
  private async contextOf(sender: unknown, execution: ExecutionContext, isAwaited: boolean): Promise<() => unknown> {
    const { context: make } = this.filters.requestOptions;
    const ask = (): unknown => make?.(sender as never, execution);
    if (!isAwaited) return () => atOnce(ask());
    const context = await ask();
    return () => context;
  }

  /** Returns the source that overrides or a function set. Otherwise the kind of parameter decides. */
  private sourceOf(overrides: FilterQueryOverrides<object> | undefined): FilterQueryOverrides['source'] {
    const { source } = this.filters.requestOptions;
    return overrides?.source ?? (typeof source === 'function' ? source : undefined);
  }

  private parser({ entity, overrides }: FilterQueryParameter, input: string | object, context: unknown) {
    return () => this.filters.parse(entity, input, overrides, context);
  }
}

function readingOf(parse: () => FilterQuery<object>): DtoReading {
  try {
    return { query: parse() };
  } catch (error) {
    if (error instanceof FilterException) return { issues: error.issues };
    throw error;
  }
}

function atOnce(context: unknown): unknown {
  if (!(context instanceof Promise)) return context;
  throw new FilterConfigurationError(
    'forRoot(): context returns a promise, which @Filters() awaits only if the type of the parameter is the class of the DTO itself',
  );
}
