import { declaredCharacters } from '../../../lib/values/value.js';
import { valueKinds } from '../../../lib/values/index.js';
import { leavesAll, readsAll, refusesAll } from './cases.js';

const kind = valueKinds.text;
const reason = 'must be text without NUL characters and unpaired surrogates';

describe('text', () => {
  readsAll(kind, [
    ['Oslo', 'Oslo', 'text is itself'],
    ['', '', 'the empty string is a value'],
    [' a ', ' a ', 'spaces are part of it'],
    ['100%_\\[!', '100%_\\[!', 'wildcards are text'],
    ['null', 'null', 'not NULL'],
    ['\u0001\n\t', '\u0001\n\t', 'control characters other than NUL'],
    ['🌷', '🌷', 'a surrogate pair is a character'],
    ['e\u0301', 'e\u0301', 'not normalized: é in two code points'],
    ['__proto__', '__proto__', 'only a text'],
  ]);

  refusesAll(kind, reason, [
    ['\0', 'NUL alone'],
    ['a\0b', 'NUL inside'],
    ['\ud83c', 'a high surrogate alone'],
    ['\udf37', 'a low surrogate alone'],
    ['a\ud83cb', 'a high surrogate before something else'],
    ['\udf37\ud83c', 'a pair the wrong way round'],
  ]);

  leavesAll(kind, reason, [1, 1n, true, new Date(0), null, undefined, {}, ['a']]);
});

/** A character set by the name that an entity declares, what it has, and what it has not. */
const cases: readonly [charset: string, has: string, lacks: string][] = [
  ['ascii', ' aZ~\u007f', '\u0080é€'],
  ['utf8', 'aé日\uffff', '😀\u{10ffff}'],
  ['utf8mb3', 'aé日\uffff', '😀\u{10ffff}'],
  ['ucs2', 'aé日\uffff', '😀\u{10000}'],
  ['latin1', '\u0001a~\u007fé€‘’™Ÿ\u0081\u008d\u008f\u0090\u009d\u00a0ÿ', '\u0080\u0082\u009fĀΩ日😀'],
];

it.each(cases)('the character set %s has each of %s, and none of %s', (charset, has, lacks) => {
  const characters = declaredCharacters(charset);
  expect([...has].filter((character) => characters?.test(`a${character}`) !== true)).toEqual([]);
  expect([...lacks].filter((character) => characters?.test(`a${character}`) !== false)).toEqual([]);
});

it.each(['utf8mb4', 'UTF8', 'LATIN1', 'greek', 'cp1251', 'sjis', 'no such set', 'constructor'])(
  'of %s nothing is known by its name',
  (charset) => {
    expect(declaredCharacters(charset)).toBeUndefined();
  },
);

it('a text that the column cannot hold is no value of it', () => {
  const characters = declaredCharacters('utf8mb3');
  const reason = 'must be text in the characters that this field can hold';
  expect(valueKinds.text.read('😀', { zone: 'UTC', characters })).toEqual({ ok: false, reason });
  expect(valueKinds.text.read('é', { zone: 'UTC', characters })).toEqual({ ok: true, value: 'é' });
  expect(valueKinds.text.read('😀', { zone: 'UTC' })).toEqual({ ok: true, value: '😀' });
});
