import type { Shapes } from '../dialects/index.js';
import type { FilterSchema } from '../schema/index.js';
import type { Decision } from './choose.js';
import { Kept } from './kept.js';
import { type AdaptiveSettings, type Sizes, sizesFor } from './settings.js';

/** The end of the first rows of a list in an order: the value of the first sort key there, as text. */
export type Bound =
  | { readonly type: 'value'; readonly text: string }
  /** There is no such value, or too many rows have it. */
  | { readonly type: 'none' }
  /** The whole table is so small that it does not matter how it is read. */
  | { readonly type: 'small' };

/** The answers of the database about one list, as long as they are remembered. */
export interface ListMemory {
  /** Questions that are answered by yes or no. */
  readonly verdicts: Kept<boolean>;
  readonly bounds: Kept<Bound>;
  /** The ways that were chosen by all of those. */
  readonly decisions: Kept<Decision>;
  /** Choices that were logged. */
  readonly told: Kept<true>;
}

/** The settings by which ways are chosen, and the memory of all lists. */
export class Chooser {
  private readonly memories = new WeakMap<FilterSchema, ListMemory>();

  /** @param log receives each choice with its reasons */
  constructor(
    private readonly settings: AdaptiveSettings,
    private readonly log: (text: string) => void = () => undefined,
  ) {}

  sizesFor(shapes: Shapes): Sizes {
    return sizesFor(shapes, this.settings);
  }

  /** Logs a choice about a list, unless it was logged lately. */
  tell(schema: FilterSchema, choice: string): void {
    const { told } = this.memoryOf(schema);
    if (told.get(choice) !== undefined) return;
    told.set(choice, true);
    this.log(`${schema.name}: ${choice}`);
  }

  /** Returns what is remembered of the lists of an entity in one data source. */
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
