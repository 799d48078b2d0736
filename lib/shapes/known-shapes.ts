import { BoundedCache, Sightings } from '../caches/index.js';
import type { KnownShape } from './known-shape.js';

/** The most shapes that are kept. */
const mostKnown = 500;

/** The most shapes of which it is remembered that they were seen. */
const mostSeen = 1_000;

/** The most shapes that a text is compared with before its own is found. */
const mostRecent = 4;

/** A shape, and the values of a request that has it. */
export interface FoundShape {
  readonly shape: KnownShape;
  readonly values: readonly string[];
}

/**
 * The shapes of the requests of one handler. A shape is learned when it is seen a second time, so that shapes made up once
 * push nothing out.
 */
export class KnownShapes {
  /** The shapes by their texts; undefined for one of which nothing can be learned. */
  private readonly known = new BoundedCache<KnownShape | undefined>({ entries: mostKnown });
  private readonly sightings = new Sightings(mostSeen);
  /** The shapes that were found last, the last one first. */
  private readonly recent: KnownShape[] = [];

  /**
   * Returns the shape of a query string, where it is one of those that were found last.
   *
   * @param text within the limits of the text, and without a `#`
   */
  findRecent(text: string): FoundShape | undefined {
    for (const shape of this.recent) {
      const values = shape.pieces.valuesIn(text);
      if (values !== undefined) return { shape, values };
    }
    return undefined;
  }

  /** Returns a known shape, `learn` for one that is to be learned, and undefined for any other. */
  find(text: string): KnownShape | 'learn' | undefined {
    const shape = this.known.get(text);
    if (shape !== undefined) this.remember(shape);
    if (shape !== undefined || this.known.has(text)) return shape;
    return this.sightings.isSeen(text) ? 'learn' : undefined;
  }

  /** Keeps what was learned of a shape: undefined for nothing. One that was not used lately goes. */
  keep(text: string, shape: KnownShape | undefined): void {
    this.known.set(text, shape);
  }

  private remember(shape: KnownShape): void {
    if (this.recent.includes(shape)) return;
    this.recent.unshift(shape);
    if (this.recent.length > mostRecent) this.recent.pop();
  }
}
