/**
 * Remembers which texts were seen, so that a cache can leave out what comes only once: texts that a stranger makes up, each of them
 * once, then push nothing out. Of each text a number is kept, whatever its length.
 */
export class Sightings {
  private readonly seen = new Set<number>();

  /** @param most the number of texts after which all are forgotten */
  constructor(private readonly most: number) {}

  /** Returns true for a text that was seen before, and notes that it was seen. Two texts may have one number, which costs little. */
  isSeen(text: string): boolean {
    const number = numberOf(text);
    if (this.seen.has(number)) return true;
    if (this.seen.size >= this.most) this.seen.clear();
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
