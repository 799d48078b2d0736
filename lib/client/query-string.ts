import { type AllParameterNames, type RequestTree, parameters } from '../wire/parameters.js';
import { type Printable, printableRequest } from '../wire/print.js';
import type { QueryInput } from '../contract/index.js';
import { checkPlain } from './check-plain.js';

/** The server's names of the parameters, where `forRoot({ params })` changes them. */
export type ClientParameterNames = Partial<AllParameterNames>;

/**
 * Prints a request like the server, which uses qs. With its dependencies, qs is several times the size of the whole
 * client, so the client prints by itself. A property test compares the two.
 *
 * @param names the server's names for the parameters
 * @throws TypeError for a value that could not be read back, with its path
 */
export function printQueryString(tree: RequestTree, names: ClientParameterNames = {}): string {
  const pairs: string[] = [];
  for (const [name, value] of printableRequest(tree, (parameter) => names[parameter] ?? parameter))
    print(value, name, pairs);
  return pairs.join('&');
}

/** Appends the pairs of a value under a key, depth first. */
function print(value: Printable, key: string, pairs: string[]): void {
  if (value === null) pairs.push(key);
  else if (typeof value === 'string') pairs.push(`${key}=${encodeValue(value)}`);
  else for (const [name, member] of Object.entries(value)) print(member, `${key}[${name}]`, pairs);
}

/** Encodes all but the unreserved characters of RFC 3986. `encodeURIComponent` leaves out five more. */
function encodeValue(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (character) =>
    `%${character.charCodeAt(0).toString(16)}`.toUpperCase(),
  );
}

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
/** Prints a request whose type names the entity: `const query: QueryInput<Post>`. */
export function toQueryString<E>(input: QueryInput<E>, names?: ClientParameterNames): string;
export function toQueryString(input: object, names?: ClientParameterNames): string {
  checkPlain(input);
  const unknown = Object.keys(input).find((key) => !parameters.some((name) => name === key));
  if (unknown === undefined) return printQueryString(input, names);
  throw new TypeError(`${unknown} is not a part of a query; use one of: ${parameters.join(', ')}`);
}
