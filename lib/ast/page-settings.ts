/**
 * Counting of rows for a page's total: all of them (`exact`), none, up to a number (`capped`), or an estimate by
 * PostgreSQL's planner. The planner's statistics cover all rows and would betray hidden ones, so `estimate` becomes
 * `{ capped: 1000 }` where the server narrows the list by a scope, `and()`, defaults, or a condition of the builder.
 */
export type CountMode = 'exact' | 'none' | 'estimate' | { readonly capped: number };

/** The styles of pagination: by page number, by offset, by cursor. */
export const pageStyles = ['page', 'offset', 'cursor'] as const;

/** A style of pagination, as the option `pagination.styles` names it. */
export type PageStyle = (typeof pageStyles)[number];

/** Options of pagination, for a module or a handler. */
export interface PageSettings {
  /**
   * Counting of rows for the total; `exact` by default. A client can still leave out the total by `withCount=false`.
   */
  readonly count?: CountMode | undefined;
  /**
   * Styles that a client may use; all by default. `page()` answers a request without `pagination` in the first of them.
   */
  readonly styles?: readonly PageStyle[] | undefined;
  /** `clamp` lowers a page size above the maximum to it. By default it is refused (`refuse`). */
  readonly oversize?: 'refuse' | 'clamp' | undefined;
  /**
   * Secret that encrypts cursors, so that clients can neither read nor forge them: at least 16 characters. Without it,
   * cursors carry only a checksum, and a list whose order the client could not ask for has none. An option that is
   * present but undefined or empty, as a missing environment variable would make it, is a configuration error.
   *
   * A list holds the current secret and then former ones, whose cursors stay valid.
   *
   * @example
   * secret: [config.cursorSecret, config.formerCursorSecret]
   */
  readonly secret?: string | readonly string[] | undefined;
}

/** Returns the secrets of cursors, the current one first. Empty where cursors are not encrypted. */
export function secretsOf({ secret }: PageSettings): readonly string[] {
  if (secret === undefined) return [];
  return typeof secret === 'string' ? [secret] : secret;
}
