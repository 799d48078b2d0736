import { createHash } from 'node:crypto';
import { BoundedCache } from '../caches/index.js';

/** A value, and the time in milliseconds until which it holds. */
export interface KeptValue<Value> {
  readonly value: Value;
  readonly until: number;
}

interface Entry<Value> extends KeptValue<Value> {
  usesLeft: number;
}

/** The most values that are kept of one list. */
const mostKept = 1_000;

/** The most times that the answer of a database is used. */
const mostUses = 1_000;

/** Values that hold for a while, by their questions. When there are too many, one that was not used lately goes. */
export class Kept<Value> {
  private readonly entries = new BoundedCache<Entry<Value>>({ entries: mostKept });

  /**
   * @param milliseconds how long a value holds
   * @param uses how often a value is used at the most
   */
  constructor(
    private readonly milliseconds: number,
    private readonly uses = mostUses,
    private readonly now: () => number = Date.now,
  ) {}

  get size(): number {
    return this.entries.count;
  }

  /** Returns the value of a question; undefined where there is none, or where it has been kept for long enough. */
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

  /**
   * Keeps a value, and returns it with the time until which it holds.
   *
   * @param latest the time until which it holds at the most: that of the values that it was concluded from
   */
  set(question: string, value: Value, latest = Infinity): KeptValue<Value> {
    const entry = { value, until: Math.min(this.now() + this.milliseconds, latest), usesLeft: this.uses };
    this.entries.set(keyOf(question), entry);
    return entry;
  }
}

/** The length of a question that is kept as it is: a digest takes longer than all that it stands for. */
const shortLength = 400;

/** Returns the question, or a digest of a long one, so that what is kept stays small. */
function keyOf(question: string): string {
  if (question.length <= shortLength) return question;
  return createHash('sha256').update(question).digest('base64url');
}
