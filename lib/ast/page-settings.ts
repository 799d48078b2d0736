/**
 * The counting of rows for a page's total: all of them (`exact`), none, up to a number (`capped`), or an estimate by
 * PostgreSQL's planner. Its statistics are of all rows and would betray hidden ones, so `estimate` becomes `{ capped: 1000 }`
 * where the server narrows the list by a scope, `and()`, defaults, or a condition of the builder.
 */
export type CountMode = 'exact' | 'none' | 'estimate' | { readonly capped: number };

/** The styles of pagination: by page number, by offset, by cursor. */
export const pageStyles = ['page', 'offset', 'cursor'] as const;

/** A style of pagination, as the option `pagination.styles` names it. */
export type PageStyle = (typeof pageStyles)[number];

/** The options of pagination: for a module or a handler. */
export interface PageSettings {
  /** The counting of rows for the total; `exact` by default. A client can still leave it out by `withCount=false`. */
  readonly count?: CountMode | undefined;
  /**
   * The styles that a client may use; all of them by default. `page()` answers a request without `pagination` in the first
   * of them.
   */
  readonly styles?: readonly PageStyle[] | undefined;
  /**
   * The secret that encrypts cursors, so that clients can neither read nor forge them: 16 characters or more. Without it
   * cursors carry a checksum only, and lists have none whose order the client may not ask about. An option that is present but
   * undefined or empty, as a missing environment variable would make it, is a configuration error.
   */
  readonly secret?: string | undefined;
}
