/** What a character set has. A text with another character is in no row, and comparing it with a column in the set fails. */
export interface Characters {
  /** Whether every character of a text is in the set. */
  holds(text: string): boolean;
}

/** Characters by their code points, a bit for each of Unicode's. */
export class Repertoire implements Characters {
  private readonly bits = new Uint8Array(0x110000 / 8);

  add(first: number, last = first): void {
    for (let point = first; point <= last; point += 1) {
      const index = point >> 3;
      this.bits[index] = (this.bits[index] ?? 0) | (1 << (point & 7));
    }
  }

  holds(text: string): boolean {
    return [...text].every((character) => this.has(character.codePointAt(0) ?? 0));
  }

  private has(point: number): boolean {
    return ((this.bits[point >> 3] ?? 0) & (1 << (point & 7))) !== 0;
  }
}
