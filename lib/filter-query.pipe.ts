import { type ArgumentMetadata, type ExecutionContext, Inject, Injectable, type PipeTransform } from '@nestjs/common';
import type { FilterQuery } from './ast/index.js';
import type { FilterModuleOptions } from './filter.module-options.js';
import type { FilterQueryParameter } from './filter-query.overrides.js';
import { FilterService } from './filter.service.js';
import { answerBy, askedBy, forHandler, inputOf, inputOfMessage, messageOf, tellDeprecated } from './handlers/index.js';
import { tracing } from './tracing/index.js';

/**
 * Finds the query of a request or message, and passes it to the service for validation. The service is its
 * only dependency, so that a controller's unit test can provide an object of its own, with only the
 * members that the test calls.
 */
@Injectable()
export class FilterQueryPipe implements PipeTransform {
  constructor(@Inject(FilterService) private readonly filters: FilterService) {}

  transform(value: unknown, metadata: ArgumentMetadata): FilterQuery | Promise<FilterQuery> {
    if (typeof value !== 'function') throw new TypeError('@FilterQuery() was given no request; is it on a handler?');
    const parameter = metadata.data as unknown as FilterQueryParameter;
    const execution = (value as () => ExecutionContext)();
    return execution.getType() === 'http'
      ? this.readRequest(parameter, execution)
      : this.readMessage(parameter, execution);
  }

  /** Awaits nothing without a `context` option. Nest itself waits for the result of a pipe. */
  private readRequest(
    { entity, overrides }: FilterQueryParameter,
    execution: ExecutionContext,
  ): FilterQuery | Promise<FilterQuery> {
    const { context: contextOf, source = 'query' } = this.options;
    const request = execution.switchToHttp().getRequest<never>();
    const input = inputOf(request, overrides?.source ?? source, execution);
    const read = (known: unknown): FilterQuery => {
      const parse = () => this.filters.parse(entity, input, overrides, known);
      return askedBy(request, tellDeprecated(execution, tracing.hasSubscribers ? forHandler(execution, parse) : parse));
    };
    if (contextOf === undefined) return read(undefined);
    const context: unknown = contextOf(request, execution);
    return Promise.resolve(context).then(read);
  }

  private async readMessage(
    { entity, overrides }: FilterQueryParameter,
    execution: ExecutionContext,
  ): Promise<FilterQuery> {
    const { context: contextOf, source } = this.options;
    const { payload, sender, answer } = await messageOf(execution);
    try {
      const input = inputOfMessage(payload, overrides?.source ?? source, execution);
      const context: unknown = await contextOf?.(sender as never, execution);
      const parse = () => this.filters.parse(entity, input, overrides, context);
      return answerBy(tracing.hasSubscribers ? forHandler(execution, parse)() : parse(), answer);
    } catch (error) {
      throw answer(error);
    }
  }

  /** Options of the service, or none: in a unit test, the service may be any object. */
  private get options(): Pick<FilterModuleOptions, 'context' | 'source'> {
    const options: FilterService['requestOptions'] | undefined = this.filters.requestOptions;
    return options ?? {};
  }
}
