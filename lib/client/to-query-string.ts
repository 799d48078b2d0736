import type { QueryInput } from '../contract/index.js';
import { parameters } from '../wire/names/parameters.js';
import { type ClientParameterNames, printQueryString } from './print-query-string.js';

/**
 * Prints a request as a query string, without `?`, for browsers and Node. Values may be native: a Date is sent as ISO
 * 8601, a number or boolean as text, null as a key without `=`.
 *
 * Leaving out a value would widen the result. Only `filters: {}` as a whole means no conditions.
 *
 * @throws TypeError with the path of a value without a text: `undefined`, `NaN`, a function, an empty list or object
 * @example
 * fetch(`/posts?${toQueryString<Post>({ filters: { author: { name: 'Kai' } }, sort: ['rating:desc'] })}`);
 */
export function toQueryString<E = Record<string, unknown>>(
  input: QueryInput<NoInfer<E>>,
  names?: ClientParameterNames,
): string {
  const unknown = Object.keys(input).find((key) => !parameters.some((name) => name === key));
  if (unknown === undefined) return printQueryString(input, names);
  throw new TypeError(`${unknown} is no part of a query; use one of: ${parameters.join(', ')}`);
}
