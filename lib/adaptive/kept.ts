import { createHash } from 'node:crypto';
import { BoundedCache } from '../caches/index.js';

/** A value, and the time in milliseconds until which it is valid. */
export interface KeptValue<Value> {
  readonly value: Value;
  readonly until: number;
}

interface Entry<Value> extends KeptValue<Value> {
  usesLeft: number;
}

/** Greatest number of values that are kept of one list. */
const mostKept = 1_000;

/** Greatest number of uses of a database's answer. */
const mostUses = 1_000;

/**
 * Values that are valid for a while, by their questions. When there are too many, one that was not used recently goes.
 */
export class Kept<Value> {
  private readonly entries = new BoundedCache<Entry<Value>>({ entries: mostKept });

  /**
   * @param milliseconds how long a value is valid
   * @param uses the greatest number of uses of a value
   */
  constructor(
    private readonly milliseconds: number,
    private readonly uses = mostUses,
    private readonly now: () => number = Date.now,
  ) {}

  get size(): number {
    return this.entries.count;
  }

  /** Returns the value of a question, or undefined where there is none, or it has expired. */
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
   * Keeps a value, and returns it with the end of its validity.
   *
   * @param latest the end of the validity of the values that it follows from
   */
  set(question: string, value: Value, latest = Infinity): KeptValue<Value> {
    const entry = { value, until: Math.min(this.now() + this.milliseconds, latest), usesLeft: this.uses };
    this.entries.set(keyOf(question), entry);
    return entry;
  }
}

/** Length up to which a question is kept as it is: a digest would take longer than the look-up. */
const shortLength = 400;

/** Returns the question, or a digest of a long one, so that the memory stays small. */
function keyOf(question: string): string {
  if (question.length <= shortLength) return question;
  return createHash('sha256').update(question).digest('base64url');
}
