import type { PathName } from './sort.js';

/**
 * The facets to answer beside the rows: their names, or an object of their options by name.
 *
 * @example
 * const names: FacetsInput<Post> = ['status', 'tags.name'];
 * const typeAhead: FacetsInput<Post> = { 'tags.name': { limit: 5, search: 're' }, status: true };
 */
export type FacetsInput<E> = readonly PathName<E>[] | { readonly [K in PathName<E>]?: true | FacetOptions };

/** The options of one facet. */
export interface FacetOptions {
  /** The most values that are answered, within the limits. */
  readonly limit?: number;
  /** A text that the values must contain, for a list that narrows while one types. */
  readonly search?: string;
}

/**
 * The facets of a list, by the names that requests use for them: those of the entity, and any others, because a name may be an
 * alias.
 */
export type Facets<E = unknown> = { readonly [K in PathName<E>]?: Facet } & {
  readonly [name: string]: Facet | undefined;
};

/** The distinct values of a field among the rows that a request finds, or the range of its values. */
export type Facet = ValuesFacet | RangeFacet;

/** The distinct values of a field among the rows that a request finds, the most frequent first. */
export interface ValuesFacet {
  /** Each value, with the number of rows of the list that have it. NULL is a value of a field of the row itself. */
  readonly values: readonly { readonly value: unknown; readonly count: number }[];
  /** True when there are more values than were answered. */
  readonly hasMore: boolean;
}

/** The least and the greatest value of a field among the rows that a request finds; null where no row has one. */
export interface RangeFacet {
  readonly min: unknown;
  readonly max: unknown;
}
