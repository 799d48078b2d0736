import type { Page } from '../filter-input.js';

/**
 * How a total is found: every row, up to a number, not at all, or as PostgreSQL's planner guesses. It guesses by statistics
 * of all rows, so where the server narrows the list, by a scope, `and()`, defaults or a condition of the builder, an
 * `estimate` is `{ capped: 1000 }`.
 */
export type CountMode = 'exact' | 'none' | 'estimate' | { readonly capped: number };

/** How pages are made. */
export interface PageSettings {
  /** How the total is found; `exact` by default. A client's `withCount=false` leaves it out all the same. */
  readonly count?: CountMode | undefined;
  /**
   * Signs cursors, so that nobody can make one up: 16 characters or more. Without it they carry a checksum only; named but
   * undefined or empty, as a variable of the environment may be, it is an error.
   */
  readonly secret?: string | undefined;
  /**
   * Makes of a page, and of the `FilterQuery` it answers, what `page()` is to give instead. Name its type where you call
   * it: `page<Post, PostList>(posts, query)`.
   */
  readonly shape?: ((page: Page<unknown>, query: never) => unknown) | undefined;
}
