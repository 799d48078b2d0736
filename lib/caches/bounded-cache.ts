/** The bounds of a cache. */
export interface CacheBounds {
  readonly entries: number;
  /** The greatest sum of the lengths of all entries; unbounded by default. */
  readonly size?: number;
}

interface Entry<Value> {
  readonly value: Value;
  readonly length: number;
  /** True where it was looked up since the oldest entries were last passed over. */
  isUsed: boolean;
}

/**
 * A cache that stays within its bounds: entries that were not used lately go first. A look-up only marks its entry, and when room is
 * needed, the marked ones are passed over once (the algorithm is known as CLOCK, or second chance).
 */
export class BoundedCache<Value> {
  /** The entries in the order in which they are to go. */
  private readonly entries = new Map<string, Entry<Value>>();
  private length = 0;

  constructor(private readonly bounds: CacheBounds) {}

  /** The number of entries. */
  get count(): number {
    return this.entries.size;
  }

  /** True where a new entry makes another one go. */
  get isFull(): boolean {
    return !this.hasRoom(1);
  }

  /** True for a key with a value, also for one that is undefined. Counts as a use. */
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
   * Keeps a value in the place of what the key had. A value that is longer than the whole cache may be is not kept.
   *
   * @param length what the entry counts towards the size
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

  /** Forgets the first entry that was not used since it was passed over; those before it come last now. */
  private forgetOne(): void {
    for (const [key, entry] of this.entries) {
      if (!entry.isUsed) return this.delete(key);
      entry.isUsed = false;
      this.entries.delete(key);
      this.entries.set(key, entry);
    }
  }
}
