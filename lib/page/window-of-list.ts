import type { ObjectLiteral } from 'typeorm';
import type { Chooser } from '../adaptive/index.js';
import type { List, ListPlan } from '../prepared/index.js';
import type { Addition, SqlChanges } from '../sql/index.js';
import type { Rows } from './rows.js';
import type { Window } from './window.js';

/** A window of a list, which may be read in different ways. */
export interface WindowOfList<E extends ObjectLiteral> {
  readonly list: List<E>;
  /** The plan for the usual way. */
  readonly usual: ListPlan<E>;
  /** Names what a plan depends on beside the list and the way: the slice of a page by cursor, which turns the order; otherwise empty. */
  readonly kind: string;
  /** Turns the order of a compiled plan to the direction in which the window is read. */
  readonly turn: (changes: SqlChanges) => SqlChanges;
  /** Adds the position that the window begins after; undefined for a window that begins after a number of rows. */
  readonly begin: ((plan: ListPlan) => Addition) | undefined;
  readonly chooser: Chooser | undefined;
  readonly window: Window;
  /** True where one row more than the window has is read, to tell whether there are more. */
  readonly probe: boolean;
  /** Reads the window; `part` where a condition leaves out rows beyond it, so that the rows of the list cannot be counted by it. */
  readonly read: (plan: ListPlan<E>, addition: Addition, of?: 'part') => Promise<Rows<E>>;
}
