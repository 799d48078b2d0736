import type { QueryInput } from '../input/index.js';
import { type AllParameterNames, parameters } from '../wire/parameters.js';
import { printable } from '../wire/printable.js';
import { usualNames } from '../wire/printable-request.js';
import { printQueryString } from './print-query-string.js';

export * from './adapters/index.js';
export type { QueryInput } from '../input/index.js';

/** The server's names of the parameters, where `forRoot({ params })` changes them. */
export type ClientParameterNames = Partial<AllParameterNames>;

/**
 * Prints a request as a query string, without `?`, for browsers and Node. Values may be native: a Date is sent as ISO 8601,
 * a number or boolean as text, null as a key without `=`.
 *
 * Throws a TypeError with the path of a value that has no text: `undefined`, `NaN`, a function, an empty list or object. To leave it
 * out would widen the result. Only `filters: {}` as a whole means no conditions.
 *
 * @example
 * fetch(`/posts?${toQueryString<Post>({ filters: { author: { name: 'Kai' } }, sort: ['rating:desc'] })}`);
 */
export function toQueryString<E = Record<string, unknown>>(
  input: QueryInput<NoInfer<E>>,
  names?: ClientParameterNames,
): string {
  const unknown = Object.keys(input).find((key) => !Object.hasOwn(usualNames, key));
  if (unknown === undefined) return printQueryString(input, { ...usualNames, ...names });
  throw new TypeError(`${unknown} is no part of a query; use one of: ${Object.keys(usualNames).join(', ')}`);
}

/**
 * Prints the query of a generated client: what is of a list as {@link toQueryString} does, everything else as HTML forms do, a
 * list by repeating its name.
 *
 * Throws a TypeError for a value that cannot be sent, but leaves out parameters of others that are `undefined` or null.
 *
 * @param query the parameters by name, as the OpenAPI document has them
 * @example
 * const client = createClient<paths>({ baseUrl, querySerializer });
 */
export function querySerializer(query: object, names?: ClientParameterNames): string {
  const all: AllParameterNames = { ...usualNames, ...names };
  const own: Record<string, unknown> = {};
  const others: [string, string][] = [];
  for (const [name, value] of Object.entries(query) as [string, unknown][]) {
    const parameter = parameters.find((each) => all[each] === name);
    if (parameter !== undefined) own[parameter] = value;
    else
      for (const each of [value].flat())
        if (each !== undefined && each !== null) others.push([name, textOf(each, name)]);
  }
  const form = new URLSearchParams(others).toString();
  return [printQueryString(own, all), form].filter((text) => text !== '').join('&');
}

/** Returns the text of a value in a form. */
function textOf(value: unknown, name: string): string {
  const text = printable(value, name);
  if (typeof text === 'string') return text;
  throw new TypeError(`${name} is an object, which a form cannot send`);
}
