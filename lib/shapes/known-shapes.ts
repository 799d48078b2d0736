import { BoundedCache, Sightings } from '../caches/index.js';
import type { KnownShape } from './known-shape.js';

/** The most shapes that are kept. */
const mostKnown = 500;

/** The most shapes of which it is remembered that they were seen. */
const mostSeen = 1_000;

/**
 * The shapes of the requests of one handler. A shape is learned when it is seen a second time, so that shapes made up once
 * push nothing out.
 */
export class KnownShapes {
  /** The shapes by their texts; undefined for one of which nothing can be learned. */
  private readonly known = new BoundedCache<KnownShape | undefined>({ entries: mostKnown });
  private readonly sightings = new Sightings(mostSeen);

  /** Returns a known shape, `learn` for one that is to be learned, and undefined for any other. */
  find(text: string): KnownShape | 'learn' | undefined {
    const shape = this.known.get(text);
    if (shape !== undefined || this.known.has(text)) return shape;
    return this.sightings.isSeen(text) ? 'learn' : undefined;
  }

  /** Keeps what was learned of a shape: undefined for nothing. One that was not used lately goes. */
  keep(text: string, shape: KnownShape | undefined): void {
    this.known.set(text, shape);
  }
}
