import type { FacetSchema } from '../schema/index.js';

/** A request for one facet: the distinct values of a field among the rows that a query finds, or their range. */
export interface FacetRequest {
  readonly facet: FacetSchema;
  /** Client's name for it, under which it is answered: `tags.name`. */
  readonly name: string;
  /** Greatest number of values that the client wants. Undefined for the declaration's or the limits' own. */
  readonly limit: number | undefined;
  /** Text that the values must contain. Undefined for all values. */
  readonly search: string | undefined;
}
