import { type ExecutionContext, RequestMethod, UnsupportedMediaTypeException } from '@nestjs/common';
import { METHODS } from 'node:http';
import { FilterConfigurationError, checkOptionNames, describeValue, isObject } from '../configuration/index.js';
import type { OnRamp } from '../engine/index.js';
import {
  type KnownNames,
  NamedInput,
  withoutNames,
  type ParameterNames,
  QueryContent,
  RequestBody,
  UnreadInput,
  carriesBody,
  flatNameIn,
  isPlainObject,
  isUnread,
  parameterOf,
  rawQueryOf,
} from '../wire/index.js';
import { replaceSent, sentTo } from './messages.js';
import { isPromise } from '../schema/index.js';
import type { FilterSource } from '../filter.module-options.js';
import type { DtoFilter, HandlerParameters } from './handlers.js';

/*
 * Nest's ValidationPipe deletes the members of these names from an object, at any depth, before a DTO is made of it. A
 * condition on such a name would be dropped without a word, so a body that has one is copied before pipes run.
 */
const deletedNames = ['__proto__', 'constructor', 'prototype'] as const;

const copies = new WeakMap<object, object>();

/** Keeps a copy of a body or payload with a member that pipes delete. To be called before they run. */
export function keepUntouched(value: unknown): void {
  if (isObjectValue(value) && !copies.has(value) && hasDeletedName(value)) copies.set(value, copyOf(value));
}

/** Keeps a body or payload as it was sent, for the part of it that pipes see. To be called before they run. */
function keepWhole(part: object, sent: object): void {
  copies.set(part, untouched(sent));
}

/** Returns a body or payload as it was before pipes ran. */
function untouched<Value>(value: Value): Value | object {
  return (isObjectValue(value) ? copies.get(value) : undefined) ?? value;
}

function isObjectValue(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Looks without calling itself: a body may be nested deeper than the stack. */
function hasDeletedName(root: object): boolean {
  const seen = new Set([root]);
  for (const object of seen) {
    if (deletedNames.some((name) => Object.hasOwn(object, name))) return true;
    for (const member of Object.values(object)) if (isObjectValue(member)) seen.add(member);
  }
  return false;
}

function copyOf(root: object): object {
  const made = new Map<object, object>([[root, emptyLike(root)]]);
  for (const [object, copy] of made) {
    for (const [name, member] of Object.entries(object) as [string, unknown][]) {
      if (isObjectValue(member) && !made.has(member)) made.set(member, emptyLike(member));
      const value = isObjectValue(member) ? made.get(member) : member;
      // An assignment to `__proto__` would set the prototype.
      Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true });
    }
  }
  return made.get(root) ?? root;
}

function emptyLike(value: object): object {
  return Array.isArray(value) ? [] : {};
}

/** The parameters that one list of a handler reads: by their names, and by its on-ramp. */
export interface ListKeys {
  readonly names: KnownNames;
  readonly onRamp: OnRamp | undefined;
}

/** Names the part of a request that an object without our parameters is of. A copy by a pipe has it as well. */
const partMark = Symbol('nestjs-filterable:part');

/** Returns the part of a request that an object without our parameters was made of. Undefined where nothing says so. */
function partOf(source: unknown): unknown {
  return typeof source === 'object' && source !== null ? Reflect.get(source, partMark) : undefined;
}

/** Parsed query strings of requests whose `query` lacks our parameters. */
const wholeQueries = new WeakMap<object, unknown>();

/**
 * Replaces `request.query` with the application's own parameters, as its query parser produced them. This lasts for the
 * rest of the request, although Express 5 parses the query string at every access.
 *
 * @param lists the parameters of our lists, which are left out, or undefined to keep everything
 * @param isMarked true where the object must be told from the body
 */
export function keepHostQuery(request: unknown, lists: readonly ListKeys[] | undefined, isMarked = false): void {
  if (!hasQuery(request)) return;
  const { query } = request;
  if (lists !== undefined) wholeQueries.set(request, query);
  if (lists === undefined || !isObject(query)) return replaceQuery(request, query);
  const rest = hostPartOf(query, lists);
  if (isMarked) Reflect.set(rest, partMark, 'query');
  replaceQuery(request, rest);
}

/** Runs a function that reads a request, whose `query` has our parameters meanwhile. */
function withWholeQuery<Result>(request: unknown, read: () => Result): Result {
  if (!hasQuery(request) || !wholeQueries.has(request)) return read();
  const { query: rest } = request;
  replaceQuery(request, wholeQueries.get(request));
  try {
    return read();
  } finally {
    replaceQuery(request, rest);
  }
}

/**
 * Replaces a body or a payload with the application's own part. The object itself is left as it is, because handlers of
 * one event share it.
 *
 * @param isMarked true where the object must be told from the query
 */
export function keepHostBody(execution: ExecutionContext, lists: readonly ListKeys[], isMarked = false): void {
  const sent = sentTo(execution);
  if (!isPlainObject(sent)) return;
  const rest = hostPartOf(sent, lists);
  if (isMarked) Reflect.set(rest, partMark, 'body');
  keepWhole(rest, sent);
  replaceSent(execution, rest);
}

function hasQuery(request: unknown): request is { readonly query: unknown } {
  return typeof request === 'object' && request !== null && 'query' in request;
}

function replaceQuery(request: object, value: unknown): void {
  Object.defineProperty(request, 'query', { value, configurable: true, enumerable: true, writable: true });
}

function hostPartOf(query: object, lists: readonly ListKeys[]): object {
  // Defined by descriptors, because a name may be `__proto__`.
  const entries = Object.entries(Object.getOwnPropertyDescriptors(query)).filter(
    ([key, { value }]) => !isOurs(key, value, lists),
  );
  return Object.create(Object.getPrototypeOf(query) as object | null, Object.fromEntries(entries)) as object;
}

function isOurs(key: string, value: unknown, lists: readonly ListKeys[]): boolean {
  const sent: unknown = Array.isArray(value) ? value[0] : value;
  const pair = { key, value: typeof sent === 'string' ? sent : null };
  return lists.some(({ names: { params, flat }, onRamp }) => {
    const isNamed = parameterOf(key, params) !== undefined;
    return isNamed || (flat !== undefined && flatNameIn(key, flat) !== undefined) || onRamp?.claims(pair) === true;
  });
}

/** The name of the method in a request, and in Nest's table of methods. */
const method = 'QUERY';

/** Nest's number for the method, the same in all versions that have it. */
const routeNumber = 16;

/** The media types that the content of a QUERY is read from. */
const types = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const;

const acceptQuery = Object.values(types).join(', ');

/** The parts of a request of Express or Fastify that the content is read from. */
interface QueryRequest {
  readonly method?: unknown;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** The bytes that a parser has kept, by Nest's option `rawBody`. */
  readonly rawBody?: unknown;
}

/** The part of a response of Express or Fastify that sets a header. */
interface HeaderResponse {
  readonly header?: (name: string, value: string) => unknown;
}

/** Returns true for a request by the method QUERY of RFC 10008. */
function isQueryRequest(request: unknown): request is QueryRequest {
  return typeof request === 'object' && request !== null && 'method' in request && request.method === method;
}

/**
 * Returns the content of a QUERY, and its URL. A form is read from the raw text, because its parser has joined and
 * dropped keys.
 *
 * @throws UnsupportedMediaTypeException (415) with `Accept-Query` for another type, for JSON that nobody has parsed,
 *   and for a form whose text is gone
 */
function queryContentOf(request: QueryRequest, execution: ExecutionContext): QueryContent {
  const url = rawQueryOf(request);
  const { headers = {} } = request;
  const body = untouched(request.body);
  const { 'content-type': given } = headers;
  const [type = ''] = typeof given === 'string' ? given.split(';') : [];
  if (type.trim() === '' || !carriesBody(request)) return new QueryContent(undefined, url);
  if (isJson(type)) {
    if (isUnread(request, body)) throw unsupported(execution, 'The content was not parsed: let Nest parse JSON');
    return new QueryContent(new RequestBody(body), url);
  }
  if (type.trim().toLowerCase() === types.form) return new QueryContent(formOf(request, execution), url);
  throw unsupported(execution, `The content of a QUERY is read from ${acceptQuery}`);
}

function isJson(type: string): boolean {
  return /[/+]json\s*$/i.test(type);
}

/** Returns the text of a form, or undefined for an empty one. */
function formOf({ headers, body, rawBody }: QueryRequest, execution: ExecutionContext): string | undefined {
  const raw = [rawBody, body].find((each) => typeof each === 'string' || Buffer.isBuffer(each));
  if (raw === undefined) {
    throw unsupported(
      execution,
      'The raw text of the form is missing: create the application with { rawBody: true }, or send application/json',
    );
  }
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(String(headers?.['content-type']))?.[1] ?? 'utf-8';
  if (!/^(?:utf-?8|us-ascii)$/i.test(charset)) throw unsupported(execution, 'A form is read in UTF-8');
  const text = typeof raw === 'string' ? raw : textIn(raw, execution);
  return text === '' ? undefined : text;
}

/** Decodes the bytes of a form. Others than UTF-8 would become replacement characters within a value. */
function textIn(bytes: Buffer, execution: ExecutionContext): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw unsupported(execution, 'A form is read in UTF-8');
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function unsupported(execution: ExecutionContext, message: string): UnsupportedMediaTypeException {
  execution.switchToHttp().getResponse<HeaderResponse>().header?.('Accept-Query', acceptQuery);
  return new UnsupportedMediaTypeException(message);
}

/** Returns true for a handler of QUERY requests: by `@QueryMethod()`, or by `@RequestMapping()`. */
export function isQueryHandler(prototype: object, name: string | symbol): boolean {
  const handler: unknown = Reflect.get(prototype, name);
  return typeof handler === 'function' && Reflect.getMetadata('method', handler) === routeNumber;
}

/**
 * Refuses a handler of QUERY requests where Node or Nest does not know the method: no request would come to it.
 *
 * @param known the methods that Node knows
 * @throws FilterConfigurationError
 */
export function checkQueryHandler(known: readonly string[] = METHODS, numbers: object = RequestMethod): void {
  if (!known.includes(method)) {
    throw new FilterConfigurationError(
      `it is a handler of QUERY requests, which this Node does not support (${process.version}); use a newer one, or @Post()`,
    );
  }
  if (Reflect.get(numbers, String(routeNumber)) === method) return;
  throw new FilterConfigurationError(
    'it is a handler of QUERY requests, which this @nestjs/common does not support; use one that has @QueryMethod(), or @Post()',
  );
}

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
