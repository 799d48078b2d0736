import { type ArgumentMetadata, type ExecutionContext, Inject, Injectable, type PipeTransform } from '@nestjs/common';
import type { FilterQuery } from './ast/index.js';
import type { FilterModuleOptions } from './filter.module-options.js';
import type { FilterQueryParameter } from './filter-query.overrides.js';
import { FilterService } from './filter.service.js';
import {
  answerBy,
  askedBy,
  forHandler,
  handlerParameters,
  inputOf,
  inputOfMessage,
  messageOf,
  reportDeprecated,
} from './handlers/index.js';
import { GuardedEngine, engineOf } from './service/index.js';
import { tracing } from './tracing/index.js';

/** The part of a request that a list reads, and the way to those of the other lists of its handler. */
interface SentParts {
  readonly input: string | object;
  readonly inputOf: (list: FilterQueryParameter) => string | object;
  readonly execution: ExecutionContext;
}

/**
 * Finds the query of a request or message, and passes it to the service for validation. The service is its
 * only dependency, so that a controller's unit test can provide an object of its own, with only the
 * members that the test calls.
 */
@Injectable()
export class FilterQueryPipe implements PipeTransform {
  constructor(@Inject(FilterService) private readonly filters: FilterService) {}

  transform(value: unknown, metadata: ArgumentMetadata): FilterQuery | Promise<FilterQuery> {
    if (typeof value !== 'function')
      throw new TypeError('@FilterQuery() found no request; put it on a parameter of a handler');
    const parameter = metadata.data as unknown as FilterQueryParameter;
    const execution = (value as () => ExecutionContext)();
    return execution.getType() === 'http'
      ? this.readRequest(parameter, execution)
      : this.readMessage(parameter, execution);
  }

  /** Awaits nothing without a `context` option. Nest itself waits for the result of a pipe. */
  private readRequest(
    parameter: FilterQueryParameter,
    execution: ExecutionContext,
  ): FilterQuery | Promise<FilterQuery> {
    const { context: contextOf, source = 'query' } = this.options;
    const request = execution.switchToHttp().getRequest<never>();
    const partOf: SentParts['inputOf'] = ({ overrides }) => inputOf(request, overrides?.source ?? source, execution);
    const input = partOf(parameter);
    const read = (known: unknown): FilterQuery => {
      const parse = () => this.parse(parameter, { input, inputOf: partOf, execution }, known);
      return askedBy(
        request,
        reportDeprecated(execution, tracing.hasSubscribers ? forHandler(execution, parse) : parse),
      );
    };
    if (contextOf === undefined) return read(undefined);
    const context: unknown = contextOf(request, execution);
    return Promise.resolve(context).then(read);
  }

  private async readMessage(parameter: FilterQueryParameter, execution: ExecutionContext): Promise<FilterQuery> {
    const { context: contextOf, source } = this.options;
    const { payload, sender, answer } = await messageOf(execution);
    try {
      const partOf: SentParts['inputOf'] = ({ overrides }) =>
        inputOfMessage(payload, overrides?.source ?? source, execution);
      const input = partOf(parameter);
      const context: unknown = await contextOf?.(sender as never, execution);
      const parse = () => this.parse(parameter, { input, inputOf: partOf, execution }, context);
      return answerBy(tracing.hasSubscribers ? forHandler(execution, parse)() : parse(), answer);
    } catch (error) {
      throw answer(error);
    }
  }

  private parse(parameter: FilterQueryParameter, sent: SentParts, context: unknown): FilterQuery {
    try {
      return this.filters.parse(parameter.entity, sent.input, parameter.overrides, context);
    } catch (error) {
      throw this.refusalOfAll(parameter, sent, context) ?? error;
    }
  }

  /** Returns the refusal with the mistakes of all lists of a handler: only that of one of them is answered. */
  private refusalOfAll(own: FilterQueryParameter, { inputOf, execution }: SentParts, context: unknown): unknown {
    const lists = handlerParameters(execution.getClass(), execution.getHandler()).own;
    const engine = engineOf(this.filters);
    if (lists.length < 2 || engine === undefined) return undefined;
    // Decorators run from the last parameter to the first.
    const inOrder = [...lists].sort((one, other) => (one.index ?? 0) - (other.index ?? 0));
    const reads = inOrder.map((list) => ({
      isOwn: list === own,
      read: () => ({ profile: engine.profile(list.entity, list.overrides), input: inputOf(list) }),
    }));
    return new GuardedEngine(engine).refusalOfAll(reads, context);
  }

  /** Options of the service, or none: in a unit test, the service may be any object. */
  private get options(): Pick<FilterModuleOptions, 'context' | 'source'> {
    const options: FilterService['requestOptions'] | undefined = this.filters.requestOptions;
    return options ?? {};
  }
}
