import type { PathName } from './sort.js';

/**
 * Facets to answer beside the rows: their names, or an object of their options by name.
 *
 * @example
 * const names: FacetsInput<Post> = ['status', 'tags.name'];
 * const typeAhead: FacetsInput<Post> = { 'tags.name': { limit: 5, search: 're' }, status: true };
 */
export type FacetsInput<E> = readonly PathName<E>[] | { readonly [K in PathName<E>]?: true | FacetOptions };

/** The options of one facet. */
export interface FacetOptions {
  /** Greatest number of values in the answer, within the limits. */
  readonly limit?: number;
  /** Text that the values must contain, for a list that narrows while a user types. */
  readonly search?: string;
}

/** Facets of a list, by their names in requests: the entity's, and any others, because a name may be an alias. */
export type Facets<E = unknown> = { readonly [K in PathName<E>]?: Facet } & {
  readonly [name: string]: Facet | undefined;
};

/** The distinct values of a field among the rows that a request finds, or the range of its values. */
export type Facet = ValuesFacet | RangeFacet;

/** The distinct values of a field among the rows that a request finds, the most frequent first. */
export interface ValuesFacet {
  /** Each value with its number of rows in the list. For a field of the row itself, NULL is a value, too. */
  readonly values: readonly {
    /** The value, as a property has it. */
    readonly value: unknown;
    /** The number of rows with it. */
    readonly count: number;
  }[];
  /** True when there are more values than the answer contains. */
  readonly hasMore: boolean;
}

/** The least and the greatest value of a field among the rows that a request finds. Null where no row has one. */
export interface RangeFacet {
  /** The least value. */
  readonly min: unknown;
  /** The greatest value. */
  readonly max: unknown;
}
