export interface CacheLimits {
  readonly entries: number;
  /** Greatest sum of the entries' lengths. Unlimited by default. */
  readonly size?: number;
}

interface Entry<Value> {
  readonly value: Value;
  readonly length: number;
  /** True where it was looked up since the oldest entries were last skipped. */
  isUsed: boolean;
}

/** A cache within limits: entries that were not used lately go first (the algorithm is known as CLOCK). */
export class BoundedCache<Value> {
  /** Entries, the next one to go first. */
  private readonly entries = new Map<string, Entry<Value>>();
  private length = 0;

  constructor(protected readonly bounds: CacheLimits) {}

  get count(): number {
    return this.entries.size;
  }

  /** True where a new entry makes another one go. */
  get isFull(): boolean {
    return !this.hasRoom(1);
  }

  /** True for a key with a value, even undefined. Counts as a use. */
  has(key: string): boolean {
    const entry = this.entries.get(key);
    if (entry !== undefined) entry.isUsed = true;
    return entry !== undefined;
  }

  get(key: string): Value | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    entry.isUsed = true;
    return entry.value;
  }

  /** Keeps a value, with its part of the size, in place of the key's earlier one; not one longer than the cache. */
  set(key: string, value: Value, length = 0): void {
    this.delete(key);
    if (length > (this.bounds.size ?? Infinity)) return;
    while (!this.hasRoom(length)) this.forgetOne();
    this.entries.set(key, { value, length, isUsed: false });
    this.length += length;
  }

  delete(key: string): void {
    this.length -= this.entries.get(key)?.length ?? 0;
    this.entries.delete(key);
  }

  private hasRoom(length: number): boolean {
    const { entries, size = Infinity } = this.bounds;
    return this.entries.size < entries && this.length + length <= size;
  }

  /** Forgets the first entry that was not used since it was skipped. The entries before it become the last ones. */
  private forgetOne(): void {
    for (const [key, entry] of this.entries) {
      if (!entry.isUsed) return this.delete(key);
      entry.isUsed = false;
      this.entries.delete(key);
      this.entries.set(key, entry);
    }
  }
}

/** Returns a 32-bit number that few other texts share (FNV-1a). */
function numberOf(text: string): number {
  let number = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) number = Math.imul(number ^ text.charCodeAt(at), 0x01000193);
  return number;
}

/** A full cache admits a new key at its second appearance: a stranger's made-up keys push nothing out. */
export class AdmittingCache<Value> extends BoundedCache<Value> {
  /** Numbers of the keys that have appeared. Two keys may share one, which costs little. */
  private readonly seen = new Set<number>();

  /** True where a value of a new key would be kept. Asking a full cache counts as an appearance of the key. */
  admits(key: string): boolean {
    return !this.isFull || this.isSeen(key);
  }

  /** True where the key has appeared before, which this counts as. All are forgotten where there are too many. */
  isSeen(key: string): boolean {
    const number = numberOf(key);
    if (this.seen.has(number)) return true;
    if (this.seen.size >= this.bounds.entries) this.seen.clear();
    this.seen.add(number);
    return false;
  }
}

const numbers = new WeakMap<object, number>();
let numbered = 0;

/** Returns a unique number for an object, so that cache keys tell objects apart. */
export function numberOfObject(object: object): number {
  let number = numbers.get(object);
  if (number === undefined) numbers.set(object, (number = numbered += 1));
  return number;
}

/** Writes a part of a key after its length, so that two lists of parts never give one text. A missing part is `-`. */
export function part(text: string | undefined): string {
  return text === undefined ? '-' : `${text.length}:${text}`;
}

/** A part of a key. An object is named by itself: a list of its members by hand forgets one sooner or later. */
export type KeyPart = string | number | boolean | undefined | object;

/** Writes parts of a key, one after the other, so that two different lists of parts never give one text. */
export function partsOf(parts: readonly KeyPart[]): string {
  let written = '';
  for (const each of parts) written += textOf(each);
  return written;
}

/** Only a text begins with digits and a colon. */
function textOf(value: KeyPart): string {
  if (typeof value === 'string') return part(value);
  if (typeof value !== 'object' && typeof value !== 'function') return `${value};`;
  return Array.isArray(value) ? `[${partsOf(value)}]` : `#${numberOfObject(value)};`;
}
