import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Shaped } from '../ast/index.js';
import type { Chooser } from '../adaptive/index.js';
import type { Addition, SqlChanges, SqlPlan } from '../sql/index.js';
import type { Rows } from './rows.js';
import type { Window } from './window.js';

/** A window of a list, which may be read in different ways. */
export interface WindowOfList<E extends ObjectLiteral> {
  readonly builder: SelectQueryBuilder<E>;
  readonly plan: SqlPlan;
  /** The shape of the request, which decides the plan but for its operands; undefined where it is not known. */
  readonly shaped: Shaped | undefined;
  /** Returns the text that tells the builder from others; undefined where there is none. */
  readonly fingerprint: () => string | undefined;
  /** What a compiled plan depends on beside the list and the way: the slice of a page by cursor, which turns the order; otherwise empty. */
  readonly kind: string;
  /** Returns the plan, compiled and finished for the usual way. Most lists that are read in another way need no such text. */
  readonly usual: () => SqlChanges;
  /** Turns the order of a compiled plan to the direction in which the window is read. */
  readonly turn: (changes: SqlChanges) => SqlChanges;
  /** Adds the position that the window begins after; undefined for a window that begins after a number of rows. */
  readonly begin: ((changes: SqlChanges) => SqlChanges) | undefined;
  readonly chooser: Chooser | undefined;
  readonly window: Window;
  /** True where one row more than the window has is read, to tell whether there are more. */
  readonly probe: boolean;
  /**
   * Reads the window by the statement of an earlier request, with nothing compiled; undefined, at once or for a promise, where there is
   * none that may be used.
   * A condition that is added leaves out rows beyond the window, as that of a `part` does.
   */
  readonly known: (way: string, addition?: Addition) => Promise<Rows<E> | undefined> | undefined;
  /** Reads the window; `part` where a condition leaves out rows beyond it, so that the rows of the list cannot be counted by it. */
  readonly read: (changes: SqlChanges, of?: 'part') => Promise<Rows<E>>;
}
