import {
  type ArgumentMetadata,
  Inject,
  Injectable,
  type PipeTransform,
  UnsupportedMediaTypeException,
} from '@nestjs/common';
import { FilterConfigurationError } from './configuration-error.js';
import type { FilterQuery } from './ast/index.js';
import { FILTER_MODULE_OPTIONS } from './filter.constants.js';
import type { FilterModuleOptions, FilterSource } from './filter.module-options.js';
import type { FilterQueryParameter } from './filter-query.overrides.js';
import { FilterService } from './filter.service.js';
import { RequestBody, carriesBody, rawQueryOf } from './wire/index.js';

/** Reads the parameters of a request from where they are, and hands them to the service. */
@Injectable()
export class FilterQueryPipe implements PipeTransform {
  constructor(
    @Inject(FilterService) private readonly filters: FilterService,
    @Inject(FILTER_MODULE_OPTIONS) private readonly options: FilterModuleOptions,
  ) {}

  async transform(value: unknown, metadata: ArgumentMetadata): Promise<FilterQuery> {
    if (typeof value !== 'function')
      throw new TypeError('@FilterQuery() was given no request; is it on an HTTP handler?');
    const { entity, overrides } = metadata.data as unknown as FilterQueryParameter;
    const request = (value as () => never)();
    const context: unknown = await this.options.context?.(request);
    const input = inputOf(request, overrides?.source ?? this.options.source ?? 'query');
    return this.filters.parse(entity, input, overrides, context);
  }
}

function inputOf(request: never, source: FilterSource): string | object {
  if (source === 'query') return rawQueryOf(request);
  if (source === 'body') return new RequestBody(bodyOf(request) ?? {});
  const given = source(request) ?? {};
  if (typeof given === 'string' || typeof given === 'object') return given;
  throw new FilterConfigurationError(`The source of @FilterQuery() gave a ${typeof given}; give a string or an object`);
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
