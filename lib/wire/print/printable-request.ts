import { isPlain } from '../plain.js';
import { type AllParameterNames, type Parameter, parameters } from '../names/parameters.js';
import { looksLikeJson } from '../text/looks-like-json.js';
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
 * @param nameOf returns the host's name for a parameter, or undefined to leave it out
 * @throws TypeError for a value that could not be read back, with its path
 */
export function printableRequest(
  tree: RequestTree,
  nameOf: (parameter: Parameter) => string | undefined,
): [string, Printable][] {
  const found: [string, Printable][] = [];
  for (const parameter of parameters) {
    const name = nameOf(parameter);
    if (name === undefined || !Object.hasOwn(tree, parameter)) continue;
    const value = tree[parameter];
    if (parameter === 'filters' && hasNoConditions(value)) continue;
    const printed = printable(value, name, parameter === 'filters' || parameter === 'populate' ? '$' : undefined);
    if (parameter !== 'search' && typeof printed === 'string' && looksLikeJson(printed))
      throw new TypeError(`${name} is a text like JSON, which cannot be sent`);
    found.push([encodeName(name, name), printed]);
  }
  return found;
}

function hasNoConditions(filters: unknown): boolean {
  return isPlain(filters) && Object.keys(filters).length === 0;
}
