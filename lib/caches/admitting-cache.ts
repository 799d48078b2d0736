import { BoundedCache, type CacheLimits } from './bounded-cache.js';
import { Sightings } from './sightings.js';

/**
 * A cache that is full admits a new key at its second appearance, so that a stranger's made-up keys, each used once,
 * push nothing out.
 */
export class AdmittingCache<Value> extends BoundedCache<Value> {
  private readonly sightings: Sightings;

  constructor(bounds: CacheLimits) {
    super(bounds);
    this.sightings = new Sightings(bounds.entries);
  }

  /** True where a value of a new key would be kept. Asking a full cache counts as an appearance of the key. */
  admits(key: string): boolean {
    return !this.isFull || this.isSeen(key);
  }

  /** True where the key has appeared before. Asking counts as an appearance. */
  isSeen(key: string): boolean {
    return this.sightings.isSeen(key);
  }
}
