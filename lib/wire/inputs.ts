import { FilterConfigurationError } from '../configuration/index.js';
import { type IssueCollector, Location } from '../issues/index.js';
import { type ForeignParameters, foreignPair } from './foreign.js';
import { type ParameterNames, PlainObject, eachPiece, isPlainObject } from './names.js';
import { type SentPair, pairAsSent } from './read.js';

/**
 * A body as the host's parser made it. The Nest layer wraps bodies in this class, and the engine checks the
 * size before it reads them.
 */
export class RequestBody {
  constructor(readonly value: unknown) {}

  /** Returns true for a body that is small enough, measured as JSON. A body too deep to measure is too large. */
  isWithin(bytes: number): boolean {
    try {
      return Buffer.byteLength(JSON.stringify(this.value) ?? '') <= bytes;
    } catch {
      return false;
    }
  }
}

/** Parts of a request of Node, Express or Fastify that tell whether it has a body. */
interface HttpRequest {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, unknown>>;
  /** Node's request, under the request of a framework. */
  readonly raw?: unknown;
}

/**
 * Returns true for a request with a body. HTTP/1 announces it in a header. HTTP/2 need not: its stream knows whether
 * anything followed the headers.
 */
export function carriesBody(request: HttpRequest): boolean {
  const { 'transfer-encoding': encoding, 'content-length': length } = request.headers ?? {};
  if (length !== undefined) return Number(length) > 0;
  return encoding !== undefined || endedAfterHeaders(request.raw ?? request) === false;
}

/**
 * Returns true for a body that no parser has read. Express 5 leaves it undefined. Express 4 puts an empty object there,
 * so that only the stream knows.
 *
 * @param body the whole body, where the request has a part of it
 */
export function isUnread(request: HttpRequest, body = request.body): boolean {
  if (body === undefined) return true;
  const isEmpty = typeof body === 'object' && body !== null && Object.keys(body).length === 0;
  return isEmpty && memberOf(request.raw ?? request, 'readableDidRead') === false;
}

/**
 * Returns true for an HTTP/2 stream that ended with its headers, or undefined for HTTP/1, whose
 * requests have no such stream.
 */
function endedAfterHeaders(request: unknown): unknown {
  const stream: unknown = memberOf(request, 'stream');
  return memberOf(stream, 'endAfterHeaders');
}

function memberOf(owner: unknown, name: string): unknown {
  if (typeof owner !== 'object' || owner === null) return undefined;
  return (owner as Readonly<Record<string, unknown>>)[name];
}

/** The content of an HTTP QUERY, beside the query string of its URL. */
export class QueryContent {
  /**
   * @param content parsed JSON, or the raw text of a form, or undefined where nothing was sent, or nobody
   *   said what it is
   * @param url the query string of the URL, which must have none of our parameters
   */
  constructor(
    readonly content: RequestBody | string | undefined,
    readonly url: string,
  ) {}
}

/** Rules by which a list looks at the URL of an HTTP QUERY. */
export interface UrlRules {
  /** Returns the list's name for what a pair asks for, or undefined for a pair of the host's. */
  readonly nameOf: (pair: SentPair) => string | undefined;
  /** Looks for typos of our parameters among the host's. */
  readonly foreign: ForeignParameters;
}

/**
 * Refuses the list's parameters in the URL of an HTTP QUERY: two places could say different things. The others pass the
 * same look as in any other URL.
 */
export function refuseInUrl({ url }: QueryContent, { nameOf, foreign }: UrlRules, issues: IssueCollector): void {
  const found = new Set<string>();
  const text = url.replace(/^\?/, '');
  eachPiece(text, (start, end) => {
    const pair = pairAsSent(text.slice(start, end));
    const name = nameOf(pair);
    if (name !== undefined) found.add(name);
    else foreign.look(pair.key, foreignPair(pair, 'url'), issues);
  });
  for (const name of found) {
    const message = 'is in the URL of a QUERY, whose content has the parameters; leave it out of the URL';
    issues.add(Location.root(name), { code: 'duplicate_key' }, message);
  }
}

/** Refuses a QUERY without content: it was not read, and must not count as a request without conditions. */
export function refuseWithoutContent(names: ParameterNames, issues: IssueCollector): void {
  const message =
    'is missing: a QUERY needs content and its Content-Type, application/json or application/x-www-form-urlencoded; send {} for every row';
  issues.add(Location.root(names.filters), { code: 'malformed_encoding' }, message);
}

/** A request as a `source` function gives it, with the client's names for its parts. */
export class NamedInput {
  /**
   * @param input a query string, or an object of the same form
   * @param names the client's names by the places that they mean: `/filters/dept/id`
   */
  constructor(
    readonly input: unknown,
    readonly names: Readonly<Record<string, string>>,
  ) {}
}

/** A value of a request with the client's name for it. Only `source` functions make some. */
class Named {
  constructor(
    readonly value: unknown,
    readonly name: string,
  ) {}
}

/**
 * Names a part of the result of a `source` function as the client does. Refusals of this part, and of everything in it,
 * use the name.
 *
 * @param value a value, or an object or a list of them
 * @param name the client's name: `where[password]`
 * @returns the named part: put it in the place of the value
 * @throws FilterConfigurationError for a name that is not a text
 * @example
 * source: ({ query }) => ({ filters: { dept: { id: named(query.deptId, 'deptId') } } })
 */
export function named<Value>(value: Value, name: string): Value {
  if (typeof name !== 'string' || name === '') {
    throw new FilterConfigurationError("named(): the name must be a text, such as 'where[password]'");
  }
  return new Named(value, name) as Value;
}

/** Depth where looking into a request ends. Every limit is lower, so that anything deeper is refused for its depth. */
export const deepest = 128;

/**
 * Takes the named values out of an input.
 *
 * @param names receives the names by the pointers of their places
 * @param around the objects around the input, which may contain themselves
 * @returns the input itself where none of its values is named
 */
export function withoutNames(
  input: unknown,
  names: Record<string, string>,
  place: readonly string[] = [],
  around: readonly unknown[] = [],
): unknown {
  if (input instanceof Named) {
    names[pointerOf(place)] = input.name;
    return withoutNames(input.value, names, place, around);
  }
  // A client decides how deep a part of its request is.
  if (around.length === deepest || around.includes(input)) return input;
  const within = [...around, input];
  const inner = (value: unknown, name: string) => withoutNames(value, names, [...place, name], within);
  if (Array.isArray(input)) {
    const members = input.map((value: unknown, index) => inner(value, String(index)));
    return members.every((member, index) => member === input[index]) ? input : members;
  }
  // A copy by entries would lose symbols and hidden properties.
  if (!isPlainObject(input) || Reflect.ownKeys(input).length > Object.keys(input).length) return input;
  const made = new PlainObject();
  for (const [name, value] of Object.entries(input)) made[name] = inner(value, name);
  return Object.entries(input).every(([name, value]) => made[name] === value) ? input : made;
}

function pointerOf([root = '', ...names]: readonly string[]): string {
  return names.reduce((at, name) => at.child(name), Location.root(root)).pointer;
}

/** A request that a `source` function could not read, because its text is malformed. */
export class UnreadInput {}

/** Refuses a request that was not read: it must not count as a request without conditions. */
export function refuseUnread(names: ParameterNames, issues: IssueCollector): void {
  const message = 'cannot be read: the request has a malformed text';
  issues.add(Location.root(names.filters), { code: 'malformed_encoding' }, message);
}
