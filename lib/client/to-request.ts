import type { QueryInput } from '../contract/index.js';
import { parameters } from '../wire/parameters.js';
import { type ClientParameterNames, toQueryString } from './query-string.js';

/** A request in the form that `fetch()` accepts. */
export interface ClientRequest {
  /** The URL, with the query string of a GET. */
  readonly url: string;
  /** The method. */
  readonly method: 'GET' | 'QUERY' | 'POST';
  /** The headers: `Content-Type`. Empty for a GET. */
  readonly headers: Readonly<Record<string, string>>;
  /** The content. Left out for a GET. */
  readonly body?: string;
}

/** The ways to send a request that is too long for a URL. */
export interface ToRequestOptions {
  /** `POST` for a server without HTTP's QUERY, whose handler has `source: 'body'`. Default: `QUERY`. */
  readonly method?: 'QUERY' | 'POST' | undefined;
  /** Sends a form instead of JSON; only with the method QUERY. Default: false. */
  readonly form?: boolean | undefined;
  /** The server's names of the parameters, where `forRoot({ params })` changes them. */
  readonly names?: ClientParameterNames | undefined;
}

/** The longest URL that every server, proxy and browser takes. */
const longestUrl = 2_000;

/**
 * Makes the request of a list: a GET as long as its URL has at most 2,000 characters, and otherwise a QUERY with JSON.
 *
 * @throws TypeError for a value that cannot be sent, as {@link toQueryString} does, and for a form by POST
 * @example
 * const { url, ...init } = toRequest<Post>('/posts', { filters: { id: { $in: ids } } });
 * const response = await fetch(url, init);
 */
export function toRequest<E = Record<string, unknown>>(
  url: string,
  input: QueryInput<NoInfer<E>>,
  options?: ToRequestOptions,
): ClientRequest;
/** Makes the request of a query whose type names the entity: `const query: QueryInput<Post>`. */
export function toRequest<E>(url: string, input: QueryInput<E>, options?: ToRequestOptions): ClientRequest;
export function toRequest(
  url: string,
  input: object,
  { method = 'QUERY', form, names }: ToRequestOptions = {},
): ClientRequest {
  if (form && method === 'POST') throw new TypeError('only a QUERY can have a form; leave out form or method');
  const text = toQueryString(input, names);
  const [own = ''] = url.split('#', 1);
  const whole = text ? own + (own.includes('?') ? '&' : '?') + text + url.slice(own.length) : url;
  if (whole.length <= longestUrl) return { url: whole, method: 'GET', headers: {} };
  const [type, body] = form ? ['x-www-form-urlencoded', text] : ['json', JSON.stringify(named(input, names), digits)];
  return { url, method, headers: { 'content-type': `application/${type}` }, body };
}

/** Puts the server's names in the place of the usual ones. */
function named(input: object, names: ClientParameterNames = {}): object {
  const values = input as Record<string, unknown>;
  return Object.fromEntries(
    parameters.filter((name) => Object.hasOwn(input, name)).map((name) => [names[name] ?? name, values[name]]),
  );
}

/** Writes a bigint by its digits, which JSON has no number for. */
function digits(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
