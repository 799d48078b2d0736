import type { SortTarget } from '../schema/index.js';

export type SortDirection = 'asc' | 'desc';

/** Where NULL stands; undefined leaves it to the engine. */
export type NullsPlacement = 'first' | 'last' | undefined;

/** One key of an order. */
export interface SortTerm {
  readonly target: SortTarget;
  readonly direction: SortDirection;
  /** As the client said; the module's default does not count as said. */
  readonly nulls: NullsPlacement;
}

export function sortTerm(target: SortTarget, direction: SortDirection, nulls: NullsPlacement): SortTerm {
  return Object.freeze({ target, direction, nulls });
}
