import type { QueryInput } from '../contract/index.js';
import { parameters } from '../wire/names/parameters.js';
import { checkPlain } from './check-plain.js';
import { type ClientParameterNames, printQueryString } from './print-query-string.js';

/**
 * Prints a request as a query string, without `?`, for browsers and Node. Values may be native: a Date is sent as ISO
 * 8601, a number or boolean as text, null as a key without `=`.
 *
 * Leaving out a value would widen the result. Only `filters: {}` as a whole means no conditions.
 *
 * @throws TypeError with the path of a value without a text: `undefined`, `NaN`, a function, an empty list or object;
 *   for an instance of a class, which may inherit members
 * @example
 * fetch(`/posts?${toQueryString<Post>({ filters: { author: { name: 'Kai' } }, sort: ['rating:desc'] })}`);
 */
export function toQueryString<E = Record<string, unknown>>(
  input: QueryInput<NoInfer<E>>,
  names?: ClientParameterNames,
): string;
/** Prints a request whose entity its own type says: `const query: QueryInput<Post>`. */
export function toQueryString<E>(input: QueryInput<E>, names?: ClientParameterNames): string;
export function toQueryString(input: object, names?: ClientParameterNames): string {
  checkPlain(input);
  const unknown = Object.keys(input).find((key) => !parameters.some((name) => name === key));
  if (unknown === undefined) return printQueryString(input, names);
  throw new TypeError(`${unknown} is no part of a query; use one of: ${parameters.join(', ')}`);
}
