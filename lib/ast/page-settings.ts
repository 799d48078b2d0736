import type { Page } from '../input/index.js';

/**
 * How a total is found: every row, up to a number, not at all, or as PostgreSQL's planner guesses. It guesses by statistics
 * of all rows, so where the server narrows the list, by a scope, `and()`, defaults or a condition of the builder, an
 * `estimate` is `{ capped: 1000 }`.
 */
export type CountMode = 'exact' | 'none' | 'estimate' | { readonly capped: number };

/** Every way of asking for a slice: by page number, by offset, by cursor. */
export const pageStyles = ['page', 'offset', 'cursor'] as const;

export type PageStyle = (typeof pageStyles)[number];

/** How pages are made. */
export interface PageSettings {
  /** How the total is found; `exact` by default. A client's `withCount=false` leaves it out all the same. */
  readonly count?: CountMode | undefined;
  /**
   * The styles in which a client may ask for pages; all of them by default. `page()` answers a request that has no
   * `pagination` in the first of them.
   */
  readonly styles?: readonly PageStyle[] | undefined;
  /**
   * Encrypts cursors, so that nobody can read one or make one up: 16 characters or more. Without it they carry a checksum
   * only, and lists whose order a client may not ask about have none; named but undefined or empty, as a variable of the
   * environment may be, it is an error.
   */
  readonly secret?: string | undefined;
  /**
   * Makes of a page, and of the `FilterQuery` it answers, what `page()` is to give instead. Name its type where you call
   * it: `page<Post, PostList>(posts, query)`.
   */
  readonly shape?: ((page: Page<unknown>, query: never) => unknown) | undefined;
}
