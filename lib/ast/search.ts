import type { Condition } from './condition.js';

/** A search as it was understood: the words that must all be found, and the condition that they make. */
export interface Search {
  /** The words in canonical form, one space between them: for links, cursors and cache keys. */
  readonly text: string;
  /** Every word is in one of the fields that are searched. */
  readonly condition: Condition;
}
