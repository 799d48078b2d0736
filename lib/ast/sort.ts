import type { SortTarget } from '../schema/index.js';

/** The direction of a sort key. */
export type SortDirection = 'asc' | 'desc';

/** The place of NULL in a sort key's order; undefined leaves it to the module's option `nulls`. */
export type NullsPlacement = 'first' | 'last' | undefined;

/** A sort key: the column or count to sort by, and the direction. */
export interface SortTerm {
  readonly target: SortTarget;
  readonly direction: SortDirection;
  /** The client's own choice; the module's default is applied when SQL is compiled. */
  readonly nulls: NullsPlacement;
}

/** Creates a sort key, and freezes it: the request that holds it is immutable. */
export function sortTerm(target: SortTarget, direction: SortDirection, nulls: NullsPlacement): SortTerm {
  return Object.freeze({ target, direction, nulls });
}
