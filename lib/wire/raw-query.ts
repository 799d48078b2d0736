import { decode } from './decode.js';
import { type ParameterNames, parameterOf } from './parameters.js';

/**
 * Returns the query string of a request, not decoded, with its `?`; empty where there is none. It comes from the URL,
 * because each framework parses its query in a way of its own: Express 5 and Fastify give flat keys, Express 4 drops some.
 */
export function rawQueryOf(request: unknown): string {
  const query = queryOfUrl(urlOf(request));
  return query === '' ? '' : `?${query}`;
}

/**
 * Returns the query string in a text that a program has: the text itself, or the part after the `?` of a path, of a whole
 * URL, or of `url.search`.
 *
 * @param names the names of the parameters: a `?` is text inside a value of ours, and ends a path before one of our keys
 */
export function queryIn(text: string, names: ParameterNames): string {
  if (text.startsWith('?')) return text.slice(1);
  if (urlStart.test(text)) return queryOfUrl(text);
  const mark = text.indexOf('?');
  const end = text.indexOf('&');
  if (mark < 0 || (end >= 0 && end < mark) || isOurs(text, names)) return text;
  const rest = text.slice(mark + 1);
  return text.slice(0, mark).includes('=') && !isOurs(rest, names) ? text : rest;
}

/** A scheme, or the slash of a path. */
const urlStart = /^(?:[a-z][a-z\d+.-]*:\/)?\//i;

/**
 * Returns the query string of a URL. A `#` stays in it, so that the reader refuses it: whether it ends the query or should
 * have been encoded, the text after it would be lost. Parameters behind a `;` in the path, which Fastify can be configured to
 * read as a query, are put before the others, so that no condition is lost.
 */
function queryOfUrl(url: string): string {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  const query = end < 0 ? '' : url.slice(url[end] === '?' ? end + 1 : end);
  const semicolon = path.indexOf(';');
  const behind = semicolon < 0 ? '' : path.slice(semicolon + 1);
  if (!/[=[%]/.test(behind)) return query;
  return query === '' ? behind : `${behind}&${query}`;
}

/** Returns true where the first key of a query string is one of our parameters. */
function isOurs(query: string, names: ParameterNames): boolean {
  const key = query.slice(0, endOfName(query));
  return parameterOf(decode(key) ?? key, names) !== undefined;
}

function endOfName(query: string): number {
  const end = query.search(/[=&]/);
  return end < 0 ? query.length : end;
}

/**
 * Returns the URL of a request as the handler has it: a middleware or `rewriteUrl` may have added conditions to it, of which
 * `originalUrl` knows nothing. A mount takes a part of the path away, and leaves the query.
 */
function urlOf(request: unknown): string {
  if (typeof request !== 'object' || request === null) return '';
  const url: unknown = 'url' in request ? request.url : undefined;
  const original: unknown = 'originalUrl' in request ? request.originalUrl : undefined;
  const found = url ?? original;
  return typeof found === 'string' ? found : '';
}
