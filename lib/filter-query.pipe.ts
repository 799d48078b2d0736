import {
  type ArgumentMetadata,
  Inject,
  Injectable,
  type PipeTransform,
  UnsupportedMediaTypeException,
} from '@nestjs/common';
import type { FilterQuery } from './ast/index.js';
import { FILTER_MODULE_OPTIONS } from './filter.constants.js';
import type { FilterModuleOptions, FilterSource } from './filter.module-options.js';
import type { FilterQueryParameter } from './filter-query.overrides.js';
import { FilterService } from './filter.service.js';
import { FilterConfigurationError } from './schema/index.js';
import { RequestBody, rawQueryOf } from './wire/index.js';

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

/** The parser of a form has left out names such as `__proto__` and joined repeated keys: a condition may be gone already. */
const formTypes = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

function bodyOf({ body, headers }: { readonly body?: unknown; readonly headers?: Record<string, unknown> }): unknown {
  if (formTypes.test(String(headers?.['content-type']))) {
    throw new UnsupportedMediaTypeException('The filters are read from a JSON body, not from a form');
  }
  return body;
}
