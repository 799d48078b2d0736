import {
  type ArgumentMetadata,
  type ExecutionContext,
  Inject,
  Injectable,
  type PipeTransform,
  UnsupportedMediaTypeException,
} from '@nestjs/common';
import { FilterConfigurationError, describeValue } from './configuration/index.js';
import type { FilterQuery } from './ast/index.js';
import type { FilterModuleOptions, FilterSource } from './filter.module-options.js';
import type { FilterQueryParameter } from './filter-query.overrides.js';
import { answerBy, inputOfPayload, messageOf } from './filter.messages.js';
import { FilterService } from './filter.service.js';
import { RequestBody, carriesBody, rawQueryOf } from './wire/index.js';

/**
 * Reads the parameters of a request from where they are, and hands them to the service. It needs nothing else: a host's unit
 * test of a controller provides a service of its own, which may lack whatever the test does not call.
 */
@Injectable()
export class FilterQueryPipe implements PipeTransform {
  constructor(@Inject(FilterService) private readonly filters: FilterService) {}

  async transform(value: unknown, metadata: ArgumentMetadata): Promise<FilterQuery> {
    if (typeof value !== 'function') throw new TypeError('@FilterQuery() was given no request; is it on a handler?');
    const parameter = metadata.data as unknown as FilterQueryParameter;
    const execution = (value as () => ExecutionContext)();
    return execution.getType() === 'http'
      ? this.readRequest(parameter, execution)
      : this.readMessage(parameter, execution);
  }

  private async readRequest(
    { entity, overrides }: FilterQueryParameter,
    execution: ExecutionContext,
  ): Promise<FilterQuery> {
    const { context: contextOf, source = 'query' } = this.options;
    const request = execution.switchToHttp().getRequest<never>();
    const input = inputOf(request, overrides?.source ?? source, execution);
    const context: unknown = await contextOf?.(request, execution);
    return this.filters.parse(entity, input, overrides, context);
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
      return answerBy(this.filters.parse(entity, input, overrides, context), answer);
    } catch (error) {
      throw answer(error);
    }
  }

  /** A service that a test made up has none. */
  private get options(): Pick<FilterModuleOptions, 'context' | 'source'> {
    const options: FilterService['requestOptions'] | undefined = this.filters.requestOptions;
    return options ?? {};
  }
}

/** @throws FilterConfigurationError where there is no request to read from: that is not the same as one that asks nothing */
export function inputOf(request: never, source: FilterSource, execution: ExecutionContext): string | object {
  if (source === 'query') return rawQueryOf(checked(request, ['originalUrl', 'url'], 'URL'));
  if (source === 'body') return new RequestBody(bodyOf(checked(request, ['headers'], 'headers')) ?? {});
  return given(source(request, execution) ?? {});
}

/** Of a message, a function that gives nothing has found nothing: it may have looked for a part of a request. */
function inputOfMessage(
  payload: unknown,
  source: FilterSource | undefined,
  execution: ExecutionContext,
): string | object {
  return typeof source === 'function' ? given(source(payload as never, execution)) : inputOfPayload(payload);
}

function given(input: unknown): string | object {
  if (typeof input === 'string' || (typeof input === 'object' && input !== null)) return input;
  throw new FilterConfigurationError(
    `The source of @FilterQuery() gave ${describeValue(input)}; give a string or an object, such as {} where nothing is asked`,
  );
}

/** A library that calls handlers by itself may say that they are HTTP's, and hand them something else. */
function checked(request: unknown, parts: readonly string[], what: string): object {
  const isRequest = typeof request === 'object' && request !== null;
  if (isRequest && parts.some((part) => part in request)) return request;
  throw new FilterConfigurationError(
    `@FilterQuery() was given a request without ${what}; hand what it has to FilterService.parse() instead`,
  );
}

interface BodyRequest {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, unknown>>;
}

/**
 * The body, where it was sent as JSON; nothing, where none was sent. The parser of a form has left out names such as
 * `__proto__` and joined repeated keys, and what has another type was not read at all: conditions would be gone.
 */
function bodyOf(request: BodyRequest): unknown {
  const { body, headers = {} } = request;
  const isSent = carriesBody(request);
  if (isSent && (!jsonTypes.test(String(headers['content-type'])) || body === undefined)) {
    throw new UnsupportedMediaTypeException('The filters are read from a JSON body; send it as application/json');
  }
  // Of nothing some parsers make a text of nothing.
  return isSent || typeof body === 'object' ? body : undefined;
}

/** `application/json`, and the types that are JSON by another name: `application/vnd.api+json`. */
const jsonTypes = /^[^;]*[/+]json\s*(?:;|$)/i;
