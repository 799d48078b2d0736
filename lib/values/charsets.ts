/**
 * Characters of a character set. No row contains a text with any other character, and MySQL fails to
 * compare one with the column.
 */
export interface Characters {
  /** Returns true where every character of a text is in the set. */
  holds(text: string): boolean;
}

/** Letters of windows-1252 beyond Latin-1. MySQL's `latin1` is windows-1252, with Latin-1 in its five empty places. */
const windows1252 = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ\u0081\u008d\u008f\u0090\u009d');

/** Last character of three bytes in UTF-8. MySQL's `utf8` ends here, and has no emoji. */
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
 * Returns the characters of a MySQL character set by its declared name.
 *
 * @param charset name in lower case, such as `latin1`
 * @returns undefined for an unknown set; the server itself then refuses what it cannot compare
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
