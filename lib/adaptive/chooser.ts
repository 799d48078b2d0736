import type { PlannerHints } from '../dialects/index.js';
import type { FilterSchema } from '../schema/index.js';
import type { Decision } from './choose.js';
import { Kept } from './kept.js';
import { type AdaptiveSettings, type Sizes, sizesFor } from './settings.js';

/** End of the first rows of a list in an order: the value of the first sort key there, as text. */
export type Bound =
  | { readonly type: 'value'; readonly text: string }
  /** There is no such value, or too many rows have it. */
  | { readonly type: 'none' }
  /** The whole table is so small that any way is fast. */
  | { readonly type: 'small' };

/** Remembered answers of the database about one list. */
export interface ListMemory {
  /** Answers to yes-or-no questions. */
  readonly verdicts: Kept<boolean>;
  readonly bounds: Kept<Bound>;
  /** Ways chosen from these answers. */
  readonly decisions: Kept<Decision>;
  /** Choices that were logged. */
  readonly told: Kept<true>;
}

/** Settings of the choice, and the memory of all lists. */
export class Chooser {
  private readonly memories = new WeakMap<FilterSchema, ListMemory>();

  /** @param log receives each choice with its reasons */
  constructor(
    private readonly settings: AdaptiveSettings,
    private readonly log: (text: string) => void = () => undefined,
  ) {}

  sizesFor(hints: PlannerHints): Sizes {
    return sizesFor(hints, this.settings);
  }

  /** Logs a choice about a list, unless it was logged recently. */
  tell(schema: FilterSchema, choice: string): void {
    const { told } = this.memoryOf(schema);
    if (told.get(choice) !== undefined) return;
    told.set(choice, true);
    this.log(`${schema.name}: ${choice}`);
  }

  /** Returns the memory of an entity's lists in one data source. */
  memoryOf(schema: FilterSchema): ListMemory {
    const existing = this.memories.get(schema);
    if (existing !== undefined) return existing;
    const milliseconds = 1_000 * (this.settings.seconds ?? 60);
    const memory = {
      verdicts: new Kept<boolean>(milliseconds),
      bounds: new Kept<Bound>(milliseconds),
      decisions: new Kept<Decision>(milliseconds),
      // A choice is logged once in that time, however many requests there are.
      told: new Kept<true>(milliseconds, Infinity),
    };
    this.memories.set(schema, memory);
    return memory;
  }
}
