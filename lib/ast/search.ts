import type { Condition } from './condition.js';

/** A search as it was understood: its words, and their condition. */
export interface Search {
  /** The words in canonical form, one space between them: for links, cursors and cache keys. */
  readonly text: string;
  /** Condition that each word is in one of the searched fields. */
  readonly condition: Condition;
}
