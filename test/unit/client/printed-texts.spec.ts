import fc from 'fast-check';
import { toQueryString, toRequest } from '../../../lib/client/index.js';
import { anyCharacter } from '../../support/characters.js';
import { meaningOf } from '../ast/meaning.js';
import { answer } from '../parse/asking.js';

/** A text of a user, in the places where a program puts it. */
const requests: readonly (readonly [
  place: string,
  request: (text: string) => object,
  again: (text: string) => object,
])[] = [
  ['a field', (text) => ({ title: text }), (text) => ({ title: [text] })],
  ['a field of a relation', (text) => ({ author: { name: text } }), (text) => ({ author: { name: [text] } })],
  ['a group', (text) => ({ $or: [{ title: text }] }), (text) => ({ $or: [{ title: [text] }] })],
  [
    'a quantifier',
    (text) => ({ comments: { $none: { body: text } } }),
    (text) => ({ comments: { $none: { body: [text] } } }),
  ],
  ['an operator', (text) => ({ title: { $ne: text } }), (text) => ({ title: { $ne: text } })],
  ['a list', (text) => ({ title: [text, 'a'] }), (text) => ({ title: [text, 'a'] })],
];

/** Begins as JSON does, which the server reads as operators or conditions where it is not in a list. */
const likeJson = fc
  .tuple(
    fc.constantFrom('', ' ', '\n\t'),
    fc.constantFrom('{', '['),
    fc.oneof(fc.json(), fc.string({ unit: anyCharacter })),
  )
  .map((parts) => parts.join('').slice(0, 200));

const texts: readonly string[] = [
  '{"$ne":"x"}',
  ' {"$ne":"x"}',
  '{"$not":{"$eq":"x"}}',
  '{"name":"x"}',
  '["a"]',
  '{',
  '[',
  '{}',
];

describe.each(requests)('a text that begins like JSON at %s', (_, request, again) => {
  it.each(texts)('%s is printed as a text', (text) => {
    expect(answer(toQueryString({ filters: request(text) }))).toBe(answer({ filters: again(text) }));
    expect(answer(toRequest('', { filters: request(text) }).url.slice(1))).toBe(answer({ filters: again(text) }));
  });

  it('is printed as a text, whatever follows', () => {
    fc.assert(
      fc.property(likeJson, (text) => {
        fc.pre(!text.includes('\0'));
        expect(meaningOf(toQueryString({ filters: request(text) }))).toBe(meaningOf({ filters: again(text) }));
      }),
      { numRuns: 60 },
    );
  });
});

describe('a text that begins like JSON at a relation', () => {
  it.each(['{"name":"x"}', '{"$ne":1}', '[1]'])('%s is refused as a key', (text) => {
    expect(answer(toQueryString({ filters: { author: text } }))).toEqual(['invalid_value /filters/author/0']);
  });
});
