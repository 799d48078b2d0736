import { type ExecutionContext, RequestMethod, UnsupportedMediaTypeException } from '@nestjs/common';
import { METHODS } from 'node:http';
import { FilterConfigurationError } from '../configuration/index.js';
import { QueryContent, RequestBody, carriesBody, isUnread, rawQueryOf } from '../wire/index.js';
import { untouched } from './host-part.js';

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
export function isQueryRequest(request: unknown): request is QueryRequest {
  return typeof request === 'object' && request !== null && 'method' in request && request.method === method;
}

/**
 * Returns the content of a QUERY, and its URL. A form is read from the raw text, because its parser has joined and
 * dropped keys.
 *
 * @throws UnsupportedMediaTypeException (415) with `Accept-Query` for another type, for JSON that nobody has parsed,
 *   and for a form whose text is gone
 */
export function queryContentOf(request: QueryRequest, execution: ExecutionContext): QueryContent {
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
