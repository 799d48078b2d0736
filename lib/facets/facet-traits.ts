import type { FacetRequest } from '../ast/index.js';
import type { FacetSchema } from '../schema/index.js';

/** Returns true where the values of a facet can be searched for a text. */
export function isSearchable({ type, field }: FacetSchema): boolean {
  return type === 'values' && field.expression.kind.textual;
}

/**
 * Returns the greatest number of a facet's values that a client may ask for.
 *
 * @param most the limit of the handler
 */
export function mostValuesOf({ limit = Infinity }: FacetSchema, most: number): number {
  return Math.min(limit, most);
}

/** Returns the number of values in the answer to a facet request; see {@link mostValuesOf}. */
export function valuesWanted({ facet, limit }: FacetRequest, most: number): number {
  return limit ?? mostValuesOf(facet, most);
}
