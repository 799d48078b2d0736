import type { KnownShape } from './known-shape.js';

/** The most shapes that are kept. */
const mostKnown = 500;

/** The most shapes of which it is remembered that they were seen. */
const mostSeen = 1_000;

/** A shape that is kept; undefined for one of which nothing can be learned. */
interface Entry {
  readonly shape: KnownShape | undefined;
  /** True where it was read by since the oldest shapes were last looked at. */
  isUsed: boolean;
}

/**
 * The shapes of the requests of one handler. A shape is learned when it is seen a second time, so that shapes made up once
 * push nothing out; of those that are seen once, a number is kept, and no text.
 */
export class KnownShapes {
  /** The shapes by their texts, in the order in which they are to go. */
  private readonly known = new Map<string, Entry>();
  private readonly seen = new Set<number>();

  /** Returns a known shape, `learn` for one that is to be learned, and undefined for any other. */
  find(text: string): KnownShape | 'learn' | undefined {
    const entry = this.known.get(text);
    if (entry === undefined) return this.isSeen(text) ? 'learn' : undefined;
    entry.isUsed = true;
    return entry.shape;
  }

  /** Keeps what was learned of a shape: undefined for nothing. One that was not used lately goes. */
  keep(text: string, shape: KnownShape | undefined): void {
    this.known.set(text, { shape, isUsed: false });
    if (this.known.size > mostKnown) this.forgetOne();
  }

  /** Forgets the first shape that was not used since it was passed over; those before it come last now. */
  private forgetOne(): void {
    for (const [text, entry] of this.known) {
      this.known.delete(text);
      if (!entry.isUsed) return;
      this.known.set(text, { ...entry, isUsed: false });
    }
  }

  /** Returns true for a text that was seen before. Two texts may have one number; then one is learned at first sight. */
  private isSeen(text: string): boolean {
    const number = numberOf(text);
    if (this.seen.has(number)) return true;
    if (this.seen.size >= mostSeen) this.seen.clear();
    this.seen.add(number);
    return false;
  }
}

/** Returns a whole number of 32 bits that most other texts do not have (FNV-1a). */
function numberOf(text: string): number {
  let number = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) number = Math.imul(number ^ text.charCodeAt(at), 0x01000193);
  return number;
}
