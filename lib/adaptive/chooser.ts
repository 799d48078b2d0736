import { createHash } from 'node:crypto';
import { BoundedCache } from '../caches/index.js';
import { type Check, type Option, checkOptions, wrongValue } from '../configuration/index.js';
import type { PlannerHints } from '../dialects/index.js';
import type { FilterSchema } from '../schema/index.js';
import type { Decision } from './ways.js';

/** Numbers of `strategy: 'adaptive'`. The defaults are the engine's, and were measured. */
export interface AdaptiveSettings {
  /**
   * Greatest number of rows that counts as few, so that their keys are found first. Default: 2,000 on
   * SQLite, 3,000 elsewhere.
   */
  readonly few?: number | undefined;
  /**
   * Greatest number of rows that are read in the order of the list for one page. Default: 1,000 on
   * PostgreSQL, 1,500 elsewhere.
   */
  readonly walk?: number | undefined;
  /**
   * Number of rows before a page from which on its keys are found first, in an index with its order. Default: 1,000.
   */
  readonly deep?: number | undefined;
  /** Seconds that the database's answers about numbers of rows are remembered. Default: 60. */
  readonly seconds?: number | undefined;
}

const checks: Readonly<Record<keyof AdaptiveSettings, Check>> = {
  few: checkCount,
  walk: checkCount,
  deep: checkCount,
  seconds: checkCount,
};

export function checkAdaptive({ subject, name, value }: Option): void {
  if (value !== undefined) checkOptions(`${subject}: \`${name}\``, value, checks);
}

function checkCount(option: Option): void {
  const { value } = option;
  if (value === undefined || (typeof value === 'number' && Number.isSafeInteger(value) && value > 0)) return;
  throw wrongValue(option, 'a whole number from 1');
}

export type Sizes = Readonly<Record<'few' | 'walk' | 'deep', number>>;

/** A value, and the time in milliseconds until which it is valid. */
interface KeptValue<Value> {
  readonly value: Value;
  readonly until: number;
  usesLeft: number;
}

/** Length up to which a question is kept as it is: a digest would take longer than the look-up. */
const shortLength = 400;

/** A thousand answers of the database, each for a while and a number of uses. Long questions are kept as digests. */
export class Kept<Value> {
  private readonly entries = new BoundedCache<KeptValue<Value>>({ entries: 1_000 });

  constructor(
    private readonly milliseconds: number,
    private readonly uses = 1_000,
    private readonly now: () => number = Date.now,
  ) {}

  get size(): number {
    return this.entries.count;
  }

  get(question: string): KeptValue<Value> | undefined {
    const key = keyOf(question);
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.usesLeft === 0 || entry.until <= this.now()) {
      this.entries.delete(key);
      return undefined;
    }
    entry.usesLeft -= 1;
    return entry;
  }

  /** @param latest the end of the validity of the values that it follows from */
  set(question: string, value: Value, latest = Infinity): KeptValue<Value> {
    const entry = { value, until: Math.min(this.now() + this.milliseconds, latest), usesLeft: this.uses };
    this.entries.set(keyOf(question), entry);
    return entry;
  }
}

function keyOf(question: string): string {
  return question.length <= shortLength ? question : createHash('sha256').update(question).digest('base64url');
}

/** End of the first rows of a list in an order: the value of the first sort key there, as text. */
export type Bound =
  | { readonly type: 'value'; readonly text: string }
  /** `none`: there is no such value, or too many rows have it. `small`: any way is fast for the whole table. */
  | { readonly type: 'none' | 'small' };

export interface Memory {
  readonly verdicts: Kept<boolean>;
  readonly bounds: Kept<Bound>;
  readonly decisions: Kept<Decision>;
  /** Choices that were logged: each once in that time, however many requests there are. */
  readonly logged: Kept<true>;
}

/** Settings of the choice, and the memory of all lists. */
export class Chooser {
  private readonly memories = new WeakMap<FilterSchema, Memory>();

  /** @param log receives each choice with its reasons */
  constructor(
    private readonly settings: AdaptiveSettings,
    private readonly log: (text: string) => void = () => undefined,
  ) {}

  /** Returns the numbers for an engine: its own, unless the module sets them. */
  sizesFor({ few, walk, deep }: PlannerHints): Sizes {
    const { settings } = this;
    return {
      few: settings.few ?? few,
      walk: settings.walk ?? walk,
      deep: deep === undefined ? Infinity : (settings.deep ?? deep),
    };
  }

  /** Logs a choice about a list, unless it was logged recently. */
  report(schema: FilterSchema, choice: string): void {
    const { logged } = this.memoryOf(schema);
    if (logged.get(choice) !== undefined) return;
    logged.set(choice, true);
    this.log(`${schema.name}: ${choice}`);
  }

  /** Returns the memory of an entity's lists in one data source. */
  memoryOf(schema: FilterSchema): Memory {
    let memory = this.memories.get(schema);
    if (memory === undefined) {
      const time = 1_000 * (this.settings.seconds ?? 60);
      memory = {
        verdicts: new Kept(time),
        bounds: new Kept(time),
        decisions: new Kept(time),
        logged: new Kept(time, Infinity),
      };
      this.memories.set(schema, memory);
    }
    return memory;
  }
}
