import { decode } from './decode.js';
import { parameterOf } from './parameters.js';
import type { ParameterNames } from './request-tree.js';

/**
 * The query string as it was sent, with its `?`; empty where there is none. It is taken from the URL because what the
 * frameworks hand over was parsed already, each in its own way: Express 5 and Fastify give flat keys, Express 4 drops some.
 */
export function rawQueryOf(request: unknown): string {
  const query = queryOfUrl(urlOf(request));
  return query === '' ? '' : `?${query}`;
}

/**
 * The query string in a text of a program's own: the text itself, or what follows the `?` of `url.search`, of a path, and of
 * a whole URL.
 *
 * @param names what the parameters are called: a `?` is text inside a value of ours, and ends a path before one of our keys
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
 * What a URL asks. A `#` is left in, where the reader refuses it: it ends the query, or was meant as a part of a value and
 * not encoded, and either way what follows would be lost. Parameters behind a `;` in the path, which Fastify can be told to
 * take for a query, are put before the others: whoever writes them there means them.
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

/** Whether the first key of a query string is one of our parameters. */
function isOurs(query: string, names: ParameterNames): boolean {
  const key = query.slice(0, endOfName(query));
  return parameterOf(decode(key) ?? key, names) !== undefined;
}

function endOfName(query: string): number {
  const end = query.search(/[=&]/);
  return end < 0 ? query.length : end;
}

/** Express has both, and `url` loses a mount path; Fastify has both; a bare Node request has only `url`. */
function urlOf(request: unknown): string {
  if (typeof request !== 'object' || request === null) return '';
  const original: unknown = 'originalUrl' in request ? request.originalUrl : undefined;
  const url: unknown = 'url' in request ? request.url : undefined;
  const found = original ?? url;
  return typeof found === 'string' ? found : '';
}
