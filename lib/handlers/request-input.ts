import { type ExecutionContext, UnsupportedMediaTypeException } from '@nestjs/common';
import { FilterConfigurationError } from '../configuration/index.js';
import type { FilterSource } from '../filter.module-options.js';
import { RequestBody, carriesBody, isUnread, rawQueryOf } from '../wire/index.js';
import { withWholeQuery } from './host-query.js';
import { isQueryRequest, queryContentOf } from './query-method.js';
import { sourceInput } from './source-input.js';
import { untouched } from './untouched.js';

/**
 * Returns the part of an HTTP request with the query: its query string, its JSON body, the content of a QUERY, or the
 * result of the application's own `source` function.
 *
 * @throws FilterConfigurationError where there is nothing to read, which must not count as a request without conditions
 * @throws UnsupportedMediaTypeException (415) for a body that is not JSON
 */
export function inputOf(request: never, source: FilterSource, execution: ExecutionContext): string | object {
  if (typeof source !== 'function' && isQueryRequest(request)) return queryContentOf(request, execution);
  if (source === 'query') return rawQueryOf(checkRequest(request, ['url', 'originalUrl'], 'URL'));
  if (source === 'body') return new RequestBody(bodyOf(checkRequest(request, ['headers'], 'headers')));
  return sourceInput(() => withWholeQuery(request, () => source(request, execution)) ?? {});
}

/**
 * Returns the part of a message with the query: its payload, or the result of the application's own `source` function.
 * A function that returns nothing for a message is an error, because it may have looked for a part of an HTTP request.
 */
export function inputOfMessage(
  payload: unknown,
  source: FilterSource | undefined,
  execution: ExecutionContext,
): string | object {
  return typeof source === 'function' ? sourceInput(() => source(payload as never, execution)) : payloadInput(payload);
}

/**
 * Reads a payload as a JSON body. Clients send an empty message as undefined, as null, or as ''
 * where only text is possible.
 */
function payloadInput(payload: unknown): RequestBody {
  return new RequestBody(payload === undefined || payload === null || payload === '' ? {} : untouched(payload));
}

/**
 * Checks that a request has one of these members: a library that calls handlers itself may pass its own object instead.
 */
function checkRequest(request: unknown, members: readonly string[], noun: string): object {
  const isRequest = typeof request === 'object' && request !== null;
  if (isRequest && members.some((member) => member in request)) return request;
  throw new FilterConfigurationError(
    `@FilterQuery() was given a request without ${noun}; hand what it has to FilterService.parse() instead`,
  );
}

interface BodyRequest {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, unknown>>;
}

/**
 * Returns the body of a request that sent JSON, and an empty object for a request without a body. A form parser
 * drops names such as `__proto__` and joins repeated keys, and a body of another type was not parsed:
 * conditions would be lost.
 */
function bodyOf(request: BodyRequest): unknown {
  const { headers = {} } = request;
  const body = untouched(request.body);
  // Some parsers turn an empty body into an empty text.
  if (!carriesBody(request)) return typeof body === 'object' && body !== null ? body : {};
  if (jsonTypes.test(String(headers['content-type'])) && !isUnread(request, body)) return body;
  throw new UnsupportedMediaTypeException('The filters are read from a JSON body; send it as application/json');
}

/** `application/json`, and the media types with the suffix +json: `application/vnd.api+json`. */
const jsonTypes = /^[^;]*[/+]json\s*(?:;|$)/i;
