import { BoundedCache, type CacheBounds, Sightings } from '../caches/index.js';

/**
 * A cache of statements by what they are made of. Once it is full, an entry comes in at its second appearance: shapes that a
 * stranger makes up, each of them once, push nothing out.
 */
export class StatementCache<Value> {
  private readonly cache: BoundedCache<Value>;
  /** Keys that appeared while the cache was full. */
  private readonly sightings: Sightings;

  /** @param bounds the size is the number of characters in all keys and values together */
  constructor(bounds: Required<CacheBounds>) {
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
   * Keeps a value, and lets go of others until the bounds hold.
   *
   * @param length the number of characters in the value
   */
  set(key: string, value: Value, length: number): void {
    this.cache.set(key, value, key.length + length);
  }
}
