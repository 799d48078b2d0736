import fc from 'fast-check';

/** The first half of a surrogate pair, and how many halves there are. Alone none of them is a character. */
const firstHalf = 0xd800;
const halves = 0x800;
const last = 0x10ffff;

/**
 * Any character of Unicode: a `unit` for `fc.string`. The unit `binary` is the same set, and fills a table of a million
 * characters before the first text, which takes longer than the properties do.
 */
export const anyCharacter = fc.integer({ min: 0, max: last - halves }).map(
  (place) => String.fromCodePoint(place < firstHalf ? place : place + halves),
  (text) => {
    if (typeof text !== 'string') throw new TypeError('no text');
    const [character = '', ...others] = text;
    const code = character.codePointAt(0);
    const isHalf = code !== undefined && code >= firstHalf && code < firstHalf + halves;
    if (code === undefined || isHalf || others.length > 0) throw new TypeError('not one character');
    return code < firstHalf ? code : code - halves;
  },
);
