import type { Characters } from '../dialects/index.js';

/** What MySQL calls latin1 is windows-1252, with what that has no letter for as it is in Latin-1. */
const windows1252 = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ\u0081\u008d\u008f\u0090\u009d');

/** The last character of what MySQL called utf8 for long: three bytes, so no emoji. */
const threeBytes = 0xffff;

const declared: ReadonlyMap<string, Characters> = new Map([
  ['utf8', where((point) => point <= threeBytes)],
  ['utf8mb3', where((point) => point <= threeBytes)],
  ['ucs2', where((point) => point <= threeBytes)],
  ['ascii', where((point) => point <= 0x7f)],
  [
    'latin1',
    where((point, character) => point <= 0x7f || (point >= 0xa0 && point <= 0xff) || windows1252.has(character)),
  ],
]);

/**
 * What a character set has by its name alone, as an entity declares it: all that is known while no server was asked. Of other
 * sets nothing is known then, and so nothing is refused.
 */
export function declaredCharacters(charset: string): Characters | undefined {
  return declared.get(charset);
}

function where(has: (point: number, character: string) => boolean): Characters {
  return { holds: (text) => [...text].every((character) => has(character.codePointAt(0) ?? 0, character)) };
}
