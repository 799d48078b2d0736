import { holds } from '../../../lib/values/charsets.js';
import { valueKinds } from '../../../lib/values/index.js';

/** A character set by its database's name, what it has, and what it has not. */
const cases: readonly [charset: string, has: string, lacks: string][] = [
  ['ascii', ' aZ~\u007f', '\u0080é€'],
  ['utf8', 'aé日\uffff', '😀\u{10ffff}'],
  ['utf8mb3', 'aé日\uffff', '😀\u{10ffff}'],
  ['ucs2', 'aé日', '😀'],
  ['LATIN1', 'aé\u0080ÿ', 'Ā€Ω😀'],
  ['latin1', 'aé€‘’™Ÿ\u0081ÿ', '\u0080ĀΩ😀'],
  ['WIN1252', 'aé€ÿ', '\u0080Ω😀'],
  ['latin2', 'aéłőŁ', 'àΩ😀'],
  ['LATIN9', 'é€œ', '¤Ω'],
  ['cp1250', 'ł€', 'àΩ'],
  ['cp1251', 'жЯ', 'éł'],
  ['koi8r', 'жЯ', 'éє'],
  ['koi8u', 'жє', 'é'],
  ['greek', 'Ωά', 'éж'],
  ['hebrew', 'אב', 'éж'],
  ['cp866', 'жЯ', 'é€'],
  ['macroman', 'éΩ', 'жł'],
  ['WIN1250', 'ł€', 'àΩ'],
  ['WIN1251', 'жЯ', 'éł'],
  ['WIN1253', 'Ωά€', 'éж\uFFFD'],
  ['WIN1254', 'éğş', 'łж'],
  ['WIN1255', 'א₪', 'éж'],
  ['cp1256', 'éس', 'łж'],
  ['WIN1256', 'éس', 'łж'],
  ['cp1257', 'éąž', 'àж'],
  ['WIN1257', 'éąž', 'àж'],
  ['WIN1258', 'éơ₫', 'łж'],
  ['LATIN2', 'aéłőŁ', 'àΩ😀'],
  ['LATIN3', 'éħĝ', 'łж'],
  ['LATIN4', 'éąŋ', 'łж'],
  ['LATIN6', 'éąŋ', 'łж'],
  ['latin7', 'éąž', 'àж'],
  ['LATIN7', 'éąž', 'àж'],
  ['LATIN8', 'éŵ', 'łж'],
  ['ISO_8859_5', 'жЯ', 'éł'],
  ['ISO_8859_6', 'س', 'éж\uFFFD'],
  ['ISO_8859_7', 'Ωά', 'éж'],
  ['ISO_8859_8', 'אב', 'éж'],
  ['KOI8R', 'жЯ', 'éє'],
  ['KOI8U', 'жє', 'é'],
  ['WIN866', 'жЯ', 'é€'],
];

it.each(cases)('the character set %s has each of %s, and none of %s', (charset, has, lacks) => {
  expect([...has].filter((character) => !holds(charset, `a${character}`))).toEqual([]);
  expect([...lacks].filter((character) => holds(charset, `a${character}`))).toEqual([]);
});

it.each(['utf8mb4', 'UTF8', 'gb18030', 'sjis', 'no such set', 'constructor'])(
  'of %s nothing is known, and nothing refused',
  (charset) => {
    expect(holds(charset, 'aé日😀')).toBe(true);
  },
);

it('a text that the column cannot hold is no value of it', () => {
  const read = (text: string, charset?: string) => valueKinds.text.read(text, { zone: 'UTC', charset });
  const reason = 'must be text in the characters that this field can hold';
  expect(read('😀', 'utf8mb3')).toEqual({ ok: false, reason });
  expect(read('é', 'utf8mb3')).toEqual({ ok: true, value: 'é' });
  expect(read('😀')).toEqual({ ok: true, value: '😀' });
});
