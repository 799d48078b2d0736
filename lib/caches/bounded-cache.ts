/** Limits of a cache. */
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

/**
 * A cache within limits: entries that were not used lately go first. A look-up only marks its entry. When room is
 * needed, marked entries are skipped once (the algorithm is known as CLOCK, or second chance).
 */
export class BoundedCache<Value> {
  /** Entries, the next one to go first. */
  private readonly entries = new Map<string, Entry<Value>>();
  private length = 0;

  constructor(private readonly bounds: CacheLimits) {}

  /** The number of entries. */
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

  /**
   * Keeps a value, in place of the key's earlier one. A value longer than the whole cache is not kept.
   *
   * @param length the entry's part of the size
   */
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
