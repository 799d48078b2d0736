/** An entry of a cache, with its size. */
interface Kept<Value> {
  readonly value: Value;
  readonly size: number;
}

/** The bounds of a cache. */
export interface CacheBounds {
  readonly entries: number;
  /** The greatest number of characters in all keys and values together. */
  readonly size: number;
}

/**
 * A cache of bounded size, from which the least recently used entries go. Once it is full, an entry comes in at its second
 * appearance: shapes that a stranger makes up, each of them once, push nothing out.
 */
export class StatementCache<Value> {
  private readonly entries = new Map<string, Kept<Value>>();
  /** Digests of keys that appeared once while the cache was full. */
  private readonly seen = new Set<number>();
  private size = 0;

  constructor(private readonly bounds: CacheBounds) {}

  /** Returns the value of a key, as the most recently used one. */
  get(key: string): Value | undefined {
    const kept = this.entries.get(key);
    if (kept === undefined) return undefined;
    this.entries.delete(key);
    this.entries.set(key, kept);
    return kept.value;
  }

  /** True where a value of a new key would be kept. Asking counts as an appearance of the key. */
  admits(key: string): boolean {
    if (this.entries.size < this.bounds.entries && this.size < this.bounds.size) return true;
    const digest = digestOf(key);
    if (this.seen.delete(digest)) return true;
    if (this.seen.size >= this.bounds.entries) this.seen.clear();
    this.seen.add(digest);
    return false;
  }

  /**
   * Keeps a value, and lets go of others until the bounds hold.
   *
   * @param length the number of characters in the value
   */
  set(key: string, value: Value, length: number): void {
    const size = key.length + length;
    if (size > this.bounds.size) return;
    this.drop(key);
    this.entries.set(key, { value, size });
    this.size += size;
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= this.bounds.entries && this.size <= this.bounds.size) return;
      this.drop(oldest);
    }
  }

  private drop(key: string): void {
    this.size -= this.entries.get(key)?.size ?? 0;
    this.entries.delete(key);
  }
}

/** Returns 32 bits for a text. A collision lets a key in too early, which costs nothing but its place. */
function digestOf(text: string): number {
  let digest = 0;
  for (let index = 0; index < text.length; index += 1) digest = (Math.imul(digest, 31) + text.charCodeAt(index)) | 0;
  return digest;
}
