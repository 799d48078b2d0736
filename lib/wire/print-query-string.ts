import qs from 'qs';
import { encodeName, isPlain, printable } from './printable.js';
import type { Printable } from './printable.js';
import type { ParameterNames, RequestTree } from './request-tree.js';

/** What the parameters are called unless the host says otherwise. */
export const usualNames: ParameterNames = { filters: 'filters', sort: 'sort', pagination: 'pagination' };

/**
 * Prints a request as a query string, without `?`, such that reading it gives the same request: explicit indexes, readable
 * keys, encoded values, null as a key without `=`. `filters` without conditions are left out; what else could not be read
 * back throws a TypeError that names it.
 *
 * @param names what the host calls the parameters, where it calls them something else
 */
export function printQueryString(tree: RequestTree, names: ParameterNames = usualNames): string {
  const printed: Record<string, Printable> = {};
  for (const parameter of ['filters', 'sort', 'pagination'] as const) {
    if (!Object.hasOwn(tree, parameter)) continue;
    const name = names[parameter];
    const value = tree[parameter];
    if (parameter === 'filters' && hasNoConditions(value)) continue;
    printed[encodeName(name, name)] = printable(value, name);
  }
  return qs.stringify(printed, { arrayFormat: 'indices', encodeValuesOnly: true, strictNullHandling: true });
}

function hasNoConditions(filters: unknown): boolean {
  return isPlain(filters) && Object.keys(filters).length === 0;
}
