import { BoundedCache, type CacheLimits, Sightings } from '../../caches/index.js';

/**
 * Cache of statements by their sources. Once full, it accepts an entry at its second appearance, so that a stranger's
 * made-up statements, each sent once, push nothing out.
 */
export class StatementCache<Value> {
  private readonly cache: BoundedCache<Value>;
  /** Keys that appeared while the cache was full. */
  private readonly sightings: Sightings;

  /** @param bounds the size is the number of characters in all keys and values */
  constructor(bounds: Required<CacheLimits>) {
    this.cache = new BoundedCache(bounds);
    this.sightings = new Sightings(bounds.entries);
  }

  get(key: string): Value | undefined {
    return this.cache.get(key);
  }

  /** True where a value of a new key would be kept. Asking counts as an appearance of the key. */
  admits(key: string): boolean {
    return !this.cache.isFull || this.sightings.isSeen(key);
  }

  /**
   * Keeps a value, and removes others until the cache is within its limits.
   *
   * @param length the number of characters in the value
   */
  set(key: string, value: Value, length: number): void {
    this.cache.set(key, value, key.length + length);
  }
}
