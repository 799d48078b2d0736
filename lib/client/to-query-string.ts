import type { QueryInput } from '../contract/index.js';
import type { AllParameterNames } from '../wire/names/parameters.js';
import { usualNames } from '../wire/print/printable-request.js';
import { printQueryString } from './print-query-string.js';

/** The server's names of the parameters, where `forRoot({ params })` changes them. */
export type ClientParameterNames = Partial<AllParameterNames>;

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
  const unknown = Object.keys(input).find((key) => !Object.hasOwn(usualNames, key));
  if (unknown === undefined) return printQueryString(input, { ...usualNames, ...names });
  throw new TypeError(`${unknown} is no part of a query; use one of: ${Object.keys(usualNames).join(', ')}`);
}
