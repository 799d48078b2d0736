import { isPlainObject } from '../plain-object.js';
import { type AllParameterNames, type ParameterNames, parameters } from '../names/parameters.js';
import { type Printable, encodeName, printable } from './printable.js';
import type { RequestTree } from '../request-tree.js';

/** The default names of the parameters. */
export const usualNames: AllParameterNames = {
  filters: 'filters',
  sort: 'sort',
  pagination: 'pagination',
  search: 'search',
  facets: 'facets',
  aggregates: 'aggregates',
  fields: 'fields',
  populate: 'populate',
  deleted: 'deleted',
};

/**
 * Returns a request's parameters in printing order, with encoded names, and values as texts. `filters` without
 * conditions are left out.
 *
 * @param names the host's names for the parameters, where they are not the default ones
 * @throws TypeError for a value that could not be read back, with its path
 */
export function printableRequest(tree: RequestTree, names: ParameterNames = usualNames): [string, Printable][] {
  const found: [string, Printable][] = [];
  for (const parameter of parameters) {
    const name = names[parameter];
    if (name === undefined || !Object.hasOwn(tree, parameter)) continue;
    const value = tree[parameter];
    if (parameter === 'filters' && hasNoConditions(value)) continue;
    found.push([encodeName(name, name), printable(value, name)]);
  }
  return found;
}

function hasNoConditions(filters: unknown): boolean {
  return isPlainObject(filters) && Object.keys(filters).length === 0;
}
