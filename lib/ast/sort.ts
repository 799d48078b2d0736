import type { SortTarget } from '../schema/index.js';

/** The direction of a sort key. */
export type SortDirection = 'asc' | 'desc';

/** Place of NULL in a sort key's order. Undefined for the module's option `nulls`. */
export type NullsPlacement = 'first' | 'last' | undefined;

/** A sort key: the column or count to sort by, and the direction. */
export interface SortTerm {
  readonly target: SortTarget;
  readonly direction: SortDirection;
  /** The client's own choice; the module's default is applied when SQL is compiled. */
  readonly nulls: NullsPlacement;
}

/** Creates a frozen sort key, because requests are immutable. */
export function sortTerm(target: SortTarget, direction: SortDirection, nulls: NullsPlacement): SortTerm {
  return Object.freeze({ target, direction, nulls });
}
