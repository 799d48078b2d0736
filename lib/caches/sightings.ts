/**
 * Remembers which texts were seen, so that a cache can leave out those that come once. A stranger's made-up texts then
 * push nothing out. A number is kept for each text, whatever its length.
 */
export class Sightings {
  private readonly seen = new Set<number>();

  /** @param most the number of texts after which all are forgotten */
  constructor(private readonly most: number) {}

  /**
   * Returns true for a text that was seen before, and remembers it. Two texts may share a number, which costs little.
   */
  isSeen(text: string): boolean {
    const number = numberOf(text);
    if (this.seen.has(number)) return true;
    if (this.seen.size >= this.most) this.seen.clear();
    this.seen.add(number);
    return false;
  }
}

/** Returns a 32-bit number that few other texts share (FNV-1a). */
function numberOf(text: string): number {
  let number = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) number = Math.imul(number ^ text.charCodeAt(at), 0x01000193);
  return number;
}
