import { valueKinds } from '../../../lib/values/index.js';
import { declaredCharacters } from '../../../lib/values/charsets.js';

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
  expect([...has].filter((character) => characters?.holds(`a${character}`) !== true)).toEqual([]);
  expect([...lacks].filter((character) => characters?.holds(`a${character}`) !== false)).toEqual([]);
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
