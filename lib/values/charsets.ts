/**
 * Characters of a character set. A text with any other is in no row, and MySQL fails to compare it with a column in the
 * set.
 */
export interface Characters {
  /** Returns true where every character of a text is in the set. */
  holds(text: string): boolean;
}

/**
 * Letters of windows-1252 beyond Latin-1. MySQL's `latin1` is that set, with the five codes it leaves empty as in Latin-1.
 */
const windows1252 = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ\u0081\u008d\u008f\u0090\u009d');

/** Last character of three bytes in UTF-8. MySQL's `utf8` ends there, and has no emoji. */
const lastOfThreeBytes = 0xffff;

const threeBytes = charactersWhere((point) => point <= lastOfThreeBytes);

const declared: ReadonlyMap<string, Characters> = new Map([
  ['utf8', threeBytes],
  ['utf8mb3', threeBytes],
  ['ucs2', threeBytes],
  ['ascii', charactersWhere((point) => point <= 0x7f)],
  ['latin1', charactersWhere(isLatin1)],
]);

/**
 * Returns the characters of a set of the MySQL family that an entity declares by name; undefined for a set that the library
 * does not know, from which nothing is refused: the server itself then refuses what it cannot compare.
 *
 * @param charset name in lower case, such as `latin1`
 */
export function declaredCharacters(charset: string): Characters | undefined {
  return declared.get(charset);
}

function isLatin1(point: number, character: string): boolean {
  return point <= 0x7f || (point >= 0xa0 && point <= 0xff) || windows1252.has(character);
}

/** Makes a set of characters from a test of one of them. */
function charactersWhere(has: (point: number, character: string) => boolean): Characters {
  return { holds: (text) => [...text].every((character) => has(character.codePointAt(0) ?? 0, character)) };
}
