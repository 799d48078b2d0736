import type { FacetSchema } from '../schema/index.js';

/** A request for one facet: the distinct values of a field among the rows that a query finds, or their range. */
export interface FacetRequest {
  readonly facet: FacetSchema;
  /** The name that the client uses for it, and that it is answered under: `tags.name`. */
  readonly name: string;
  /** The most values that the client wants; undefined leaves it to the declaration and the limits. */
  readonly limit: number | undefined;
  /** The text that the values must contain; undefined for all of them. */
  readonly search: string | undefined;
}
