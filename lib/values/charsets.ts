/**
 * The character sets of databases that do not hold all of Unicode. A character that a column cannot hold is in none of its
 * rows, and comparing it fails: MySQL with an illegal mix of collations, PostgreSQL with an untranslatable character.
 */

/** The last character of what MySQL called utf8 for long: three bytes, so no emoji. */
const threeBytes = 0xffff;

/** Sets that are a beginning of Unicode, by the last character they have. */
const beginnings: ReadonlyMap<string, number> = new Map([
  ...allWith(threeBytes, ['utf8', 'utf8mb3', 'ucs2']),
  ['ascii', 0x7f],
  // PostgreSQL's name; MySQL's `latin1` is another set, below.
  ['LATIN1', 0xff],
]);

/** Sets of one byte a character, by the name that the Encoding Standard has for them. */
const encodings: ReadonlyMap<string, string> = new Map(
  [
    named('windows-1250', 'cp1250', 'WIN1250'),
    named('windows-1251', 'cp1251', 'WIN1251'),
    named('windows-1253', 'WIN1253'),
    named('windows-1254', 'WIN1254'),
    named('windows-1255', 'WIN1255'),
    named('windows-1256', 'cp1256', 'WIN1256'),
    named('windows-1257', 'cp1257', 'WIN1257'),
    named('windows-1258', 'WIN1258'),
    named('iso-8859-2', 'latin2', 'LATIN2'),
    named('iso-8859-3', 'LATIN3'),
    named('iso-8859-4', 'LATIN4'),
    named('iso-8859-5', 'ISO_8859_5'),
    named('iso-8859-6', 'ISO_8859_6'),
    named('iso-8859-7', 'greek', 'ISO_8859_7'),
    named('iso-8859-8', 'hebrew', 'ISO_8859_8'),
    named('iso-8859-13', 'latin7', 'LATIN7'),
    named('iso-8859-10', 'LATIN6'),
    named('iso-8859-14', 'LATIN8'),
    named('iso-8859-15', 'LATIN9'),
    named('koi8-r', 'koi8r', 'KOI8R'),
    named('koi8-u', 'koi8u', 'KOI8U'),
    named('ibm866', 'cp866', 'WIN866'),
    named('macintosh', 'macroman'),
  ].flat(),
);

/** What Node.js 20 decodes as if it were Latin-1: the letters that Windows has where Latin-1 has control characters. */
const windows1252 = new Set([
  ...characters(0x00, 0x7f),
  ...characters(0xa0, 0xff),
  ...'€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ\u0081\u008d\u008f\u0090\u009d',
]);

const sets = new Map<string, ReadonlySet<string>>([
  ['latin1', windows1252],
  ['WIN1252', windows1252],
]);

/**
 * Whether every character of a text is in a set. Of a set that is not in the tables nothing is known, and so nothing is
 * refused.
 */
export function holds(charset: string, text: string): boolean {
  const last = beginnings.get(charset);
  if (last !== undefined) return [...text].every((character) => (character.codePointAt(0) ?? 0) <= last);
  const set = sets.get(charset) ?? decoded(charset);
  return set === undefined || [...text].every((character) => set.has(character));
}

/** Each is decoded when the first text is compared with a column in it. */
function decoded(charset: string): ReadonlySet<string> | undefined {
  const encoding = encodings.get(charset);
  if (encoding === undefined) return undefined;
  const bytes = Uint8Array.from({ length: 0x100 }, (_, byte) => byte);
  const set = new Set(new TextDecoder(encoding).decode(bytes).replaceAll('\uFFFD', ''));
  sets.set(charset, set);
  return set;
}

function characters(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
}

function named(encoding: string, ...names: string[]): [string, string][] {
  return names.map((name) => [name, encoding]);
}

function allWith(last: number, names: readonly string[]): [string, number][] {
  return names.map((name) => [name, last]);
}
