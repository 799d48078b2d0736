import { type ExecutionContext, UnsupportedMediaTypeException } from '@nestjs/common';
import { FilterConfigurationError, checkOptionNames, describeValue } from '../configuration/index.js';
import type { FilterSource } from '../filter.module-options.js';
import { isPromise } from '../schema/index.js';
import {
  NamedInput,
  type ParameterNames,
  RequestBody,
  UnreadInput,
  carriesBody,
  isUnread,
  parameterOf,
  rawQueryOf,
  withoutNames,
} from '../wire/index.js';
import type { DtoFilter, HandlerParameters } from './handlers.js';
import { partOf, untouched, withWholeQuery } from './host-part.js';
import { sentTo } from './messages.js';
import { isQueryRequest, queryContentOf } from './query-method.js';

const subject = 'The source of @FilterQuery()';

/**
 * Returns what a `source` function makes of a request. A SyntaxError in it, such as one of `JSON.parse()`, is the
 * client's mistake.
 *
 * @param ask calls the function
 * @throws FilterConfigurationError for a result that is no request
 */
function sourceInput(ask: () => unknown): string | object {
  let given: unknown;
  try {
    given = ask();
  } catch (error) {
    if (isSyntaxError(error)) return new UnreadInput();
    throw error;
  }
  if (isPromise(given)) {
    throw new FilterConfigurationError(`${subject} returned a promise; await what it needs in a guard or a middleware`);
  }
  if (typeof given !== 'object' || given === null || !Object.hasOwn(given, 'input')) return withNames(given, undefined);
  checkOptionNames(subject, given, { existing: ['input', 'names'] });
  const { input, names }: { readonly input?: unknown; readonly names?: unknown } = given;
  return withNames(input, names ?? {});
}

/** Returns an input with the client's names for its parts, from beside it and from within it, if there are any. */
function withNames(given: unknown, beside: unknown): string | object {
  const names: Record<string, string> = {};
  const input = checkInput(withoutNames(given, names));
  if (beside === undefined && Object.keys(names).length === 0) return input;
  if (Object.hasOwn(names, '/'))
    throw new FilterConfigurationError(`${subject} names the whole request; name its parts`);
  return new NamedInput(input, { ...names, ...checkNames(beside ?? {}) });
}

function checkInput(input: unknown): string | object {
  if (typeof input === 'string' || (typeof input === 'object' && input !== null)) return input;
  throw new FilterConfigurationError(
    `${subject} returned ${describeValue(input)}; return a string or an object, such as {} for every row`,
  );
}

/** Refuses names that are not texts by pointers: such a name would be in no issue. */
function checkNames(names: unknown): Readonly<Record<string, string>> {
  if (isNames(names)) return names;
  throw new FilterConfigurationError(
    `${subject} returned wrong \`names\`; return the client's names by pointer, such as { '/filters/dept/id': 'deptId' }`,
  );
}

function isNames(names: unknown): names is Readonly<Record<string, string>> {
  if (typeof names !== 'object' || names === null || Array.isArray(names)) return false;
  return Object.entries(names).every(
    ([pointer, name]) => pointer.startsWith('/') && typeof name === 'string' && name !== '',
  );
}

/** Recognizes the error by its name, because a script of another realm has a SyntaxError of its own. */
function isSyntaxError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'SyntaxError';
}

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
    `@FilterQuery() found no ${noun} in the request; pass what it has to FilterService.parse() instead`,
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

/** The `@Filters()` property to read, and its circumstances. */
export interface DtoProperty {
  readonly filter: DtoFilter;
  readonly names: ParameterNames;
  /** Source that the overrides or a function set. Undefined where the kind of parameter decides. */
  readonly chosen: FilterSource | undefined;
  /** Handler of the request. */
  readonly handler: Pick<HandlerParameters, 'ofBodyDtos' | 'ofQueryDtos'>;
}

interface Parts {
  readonly body?: unknown;
  readonly query?: unknown;
}

/**
 * Returns the input of a DTO's query. The object behind the DTO is only compared with the request's parts: parsers and
 * pipes of the application have changed it, so the query is read from the raw request.
 *
 * @param source the object that class-transformer makes the DTO from, or undefined where it made no DTO
 * @throws UnsupportedMediaTypeException (415) for an unread body, which pipes turn into an empty object
 */
export function dtoInput(property: DtoProperty, source: unknown, execution: ExecutionContext): string | object {
  if (execution.getType() !== 'http') return payloadOfDto(property, source, execution);
  const request = execution.switchToHttp().getRequest<Parts>();
  const whence = property.chosen ?? whenceOf(property, source, request);
  if (whence !== undefined) return inputOf(request as never, whence, execution);
  return typeof source === 'object' && source !== null ? source : {};
}

/**
 * A text, a number or nothing cannot become a DTO: then the payload itself is read, and refused. It is read as well
 * where a pipe has copied the part of it that pipes see.
 */
function payloadOfDto({ filter, names, handler }: DtoProperty, source: unknown, execution: ExecutionContext) {
  const isItself = hasOurs(source, names) || !isOfBodyAlone(filter, handler);
  if (isItself && typeof source === 'object' && source !== null) return new RequestBody(untouched(source));
  return inputOfMessage(sentTo(execution), undefined, execution);
}

/**
 * Returns the part of a request that an object was made from. Undefined for an object with our
 * parameters from elsewhere.
 */
function whenceOf(
  { filter, names, handler }: DtoProperty,
  source: unknown,
  request: Parts,
): 'body' | 'query' | undefined {
  const { body, query } = request;
  if (source === query) return 'query';
  if (source === body) return 'body';
  if (hasOurs(source, names)) return undefined;
  if (isOfBodyAlone(filter, handler)) return 'body';
  const part = partOf(source);
  if (part === 'body' || part === 'query') return part;
  if (isOfNothing(source, body)) return carriesBody(request) ? 'body' : 'query';
  if (!handler.ofBodyDtos.includes(filter)) return 'query';
  throw new FilterConfigurationError(
    '@Filters() of a DTO for both @Query() and @Body() read a copy of one of them; use a class for each, or leave out the pipe that copies',
  );
}

/**
 * Returns true where there was nothing to make a DTO from. Pipes turn a missing body into an empty object, which looks
 * like a query without our parameters, and class-transformer makes no DTO from a text.
 */
function isOfNothing(source: unknown, body: unknown): boolean {
  if (typeof source !== 'object' || source === null) return true;
  return (body === undefined || body === null) && Object.keys(source).length === 0;
}

/** Returns true for an object with parameters of ours. Neither the request's query nor copies of it have any. */
function hasOurs(source: unknown, names: ParameterNames): boolean {
  if (typeof source !== 'object' || source === null) return false;
  return Object.keys(source).some((key) => parameterOf(key, names) !== undefined);
}

function isOfBodyAlone(filter: DtoFilter, { ofBodyDtos, ofQueryDtos }: DtoProperty['handler']): boolean {
  return ofBodyDtos.includes(filter) && !ofQueryDtos.includes(filter);
}
