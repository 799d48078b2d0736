import type { QueryInput } from '../input/index.js';
import { printQueryString, usualNames } from '../wire/print-query-string.js';
import type { ParameterNames } from '../wire/request-tree.js';

export type { QueryInput } from '../input/index.js';

/** The server's names of the parameters, where `forRoot({ params })` changes them. */
export type ClientParameterNames = Partial<ParameterNames>;

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
