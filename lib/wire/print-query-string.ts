import { isPlainObject } from './plain-object.js';
import { encodeName, encodeValue, printable } from './printable.js';
import type { Printable } from './printable.js';
import { type AllParameterNames, type ParameterNames, parameters } from './parameters.js';
import type { RequestTree } from './request-tree.js';

/** The default names of the parameters. */
export const usualNames: AllParameterNames = {
  filters: 'filters',
  sort: 'sort',
  pagination: 'pagination',
  search: 'search',
  facets: 'facets',
  fields: 'fields',
};

/**
 * Prints a request as a query string, without `?`. Reading the text gives the same request: it has explicit indexes,
 * readable keys, encoded values, and a key without `=` for null. `filters` without conditions are left out.
 *
 * The text is the one that qs prints with `arrayFormat: 'indices'`, `encodeValuesOnly` and `strictNullHandling`; a property
 * test holds it to that. It is printed here because qs and what it needs are several times the size of the whole client.
 *
 * @param names the host's names for the parameters, where they are not the default ones
 * @throws TypeError for a value that could not be read back, with its path
 */
export function printQueryString(tree: RequestTree, names: ParameterNames = usualNames): string {
  const pairs: string[] = [];
  for (const parameter of parameters) {
    const name = names[parameter];
    if (name === undefined || !Object.hasOwn(tree, parameter)) continue;
    const value = tree[parameter];
    if (parameter === 'filters' && hasNoConditions(value)) continue;
    print(printable(value, name), encodeName(name, name), pairs);
  }
  return pairs.join('&');
}

/** Appends the pairs of a value under a key, depth first. */
function print(value: Printable, key: string, pairs: string[]): void {
  if (value === null) pairs.push(key);
  else if (typeof value === 'string') pairs.push(`${key}=${encodeValue(value)}`);
  else for (const [name, member] of Object.entries(value)) print(member, `${key}[${name}]`, pairs);
}

function hasNoConditions(filters: unknown): boolean {
  return isPlainObject(filters) && Object.keys(filters).length === 0;
}
