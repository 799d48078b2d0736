import { decode } from '../text/decode.js';
import { type ParameterNames, parameterOf } from '../names/parameters.js';

/**
 * Returns the query string of a request, not decoded, with its `?`, or the empty text. It comes from the URL, because
 * each framework parses queries differently: Express 5 and Fastify give flat keys, Express 4 drops some.
 */
export function rawQueryOf(request: unknown): string {
  const query = queryOfUrl(urlOf(request));
  return query === '' ? '' : `?${query}`;
}

/**
 * Returns the query string of a text in a program: the text itself, or the part after the `?` of a path, of a whole
 * URL, or of `url.search`.
 *
 * @param names the names of the parameters: a `?` is text inside a value of ours, and ends a
 * path before one of our keys
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
 * Returns the query string of a URL. A `#` stays, so that the reader refuses it: whether it ends the query or should
 * have been encoded, the text after it would be lost. Fastify can be configured to read parameters behind a `;` in the
 * path as a query; these are put first, so that no condition is lost.
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
 * Returns the URL of a request as the handler sees it: a middleware or `rewriteUrl` may have added conditions that
 * `originalUrl` lacks. A mount removes a part of the path, and leaves the query.
 */
function urlOf(request: unknown): string {
  if (typeof request !== 'object' || request === null) return '';
  const url: unknown = 'url' in request ? request.url : undefined;
  const original: unknown = 'originalUrl' in request ? request.originalUrl : undefined;
  const found = url ?? original;
  return typeof found === 'string' ? found : '';
}
