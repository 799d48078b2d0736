import { BoundedCache, Sightings } from '../caches/index.js';
import type { ShapeValues, TextShape } from '../wire/index.js';
import { FixedPlaces } from './fixed-places.js';
import type { KnownShape, Learned } from './known-shape.js';

/** The most shapes that are kept. */
const mostKnown = 500;

/** The most shapes of which it is remembered that they were seen. */
const mostSeen = 1_000;

/** The most shapes that a text is compared with before its own is found. */
const mostRecent = 4;

/** A shape, and the values of a request that has it. */
export interface FoundShape {
  readonly shape: KnownShape;
  readonly values: ShapeValues;
}

/**
 * The shapes of the requests of one handler. A shape is learned when it is seen a second time, so that shapes made up once
 * push nothing out.
 */
export class KnownShapes {
  /** The shapes by their texts; undefined for one of which nothing can be learned. */
  private readonly known = new BoundedCache<KnownShape | FixedPlaces | undefined>({ entries: mostKnown });
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
      const values = shape.pattern.valuesIn(text);
      if (values !== undefined) return { shape, values };
    }
    return undefined;
  }

  /** Returns the known shape of a request, `learn` for one that is to be learned, and undefined for any other. */
  find(request: TextShape): FoundShape | 'learn' | undefined {
    const fixed = this.known.get(request.text);
    if (!(fixed instanceof FixedPlaces)) return this.found(request.text, request.values);
    const text = fixed.textOf(request);
    const values = fixed.valuesOf(request);
    return text === undefined || values === undefined ? undefined : this.found(text, values);
  }

  /** Keeps what was learned of a request. A shape that was not used lately goes. */
  keep(request: TextShape, { shape, fixed }: Learned): void {
    if (fixed.length === 0) {
      this.known.set(request.text, shape);
      return;
    }
    const places = new FixedPlaces(fixed);
    this.known.set(request.text, places);
    const text = places.textOf(request);
    if (text !== undefined) this.known.set(text, shape);
  }

  private found(text: string, values: ShapeValues): FoundShape | 'learn' | undefined {
    const shape = this.known.get(text);
    if (shape === undefined || shape instanceof FixedPlaces) {
      return !this.known.has(text) && this.sightings.isSeen(text) ? 'learn' : undefined;
    }
    this.remember(shape);
    return { shape, values };
  }

  private remember(shape: KnownShape): void {
    if (this.recent.includes(shape)) return;
    this.recent.unshift(shape);
    if (this.recent.length > mostRecent) this.recent.pop();
  }
}
