import type { AllParameterNames } from '../wire/names/parameters.js';
import type { Printable } from '../wire/print/printable.js';
import { printableRequest } from '../wire/print/printable-request.js';
import type { RequestTree } from '../wire/request-tree.js';

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
