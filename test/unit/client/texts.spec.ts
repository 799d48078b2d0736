import fc from 'fast-check';
import { type QueryInput, querySerializer, toQueryString, toRequest } from 'nestjs-filterable/client';
import { anyCharacter } from '../../support/characters.js';
import { meaningOf } from '../ast/meaning.js';
import { answer } from '../parse/asking.js';
import { factor } from '../../support/thorough.js';

/** A text of a user, in the places where a program puts it. */
// prettier-ignore
const requests: readonly (readonly [
  place: string,
  request: (text: string) => object,
  again: (text: string) => object,
])[] = [
  ['a field', (text) => ({ title: text }), (text) => ({ title: [text] })],
  ['a field of a relation', (text) => ({ author: { name: text } }), (text) => ({ author: { name: [text] } })],
  ['a group', (text) => ({ $or: [{ title: text }] }), (text) => ({ $or: [{ title: [text] }] })],
  ['a quantifier', (text) => ({ comments: { $none: { body: text } } }), (text) => ({ comments: { $none: { body: [text] } } })],
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
      { numRuns: 60 * factor },
    );
  });
});

describe('a text that begins like JSON at a relation', () => {
  it.each(['{"name":"x"}', '{"$ne":1}', '[1]'])('%s is refused as a key', (text) => {
    expect(answer(toQueryString({ filters: { author: text } }))).toEqual(['invalid_value /filters/author/0']);
  });
});

/** The query of a generated client, its text, and why the row is there. */
// prettier-ignore
const rows: readonly (readonly [query: object, printed: string, why: string])[] = [
  [{}, '', 'nothing'],
  [{ filters: { title: { $eq: 'a b' } } }, 'filters[title][$eq]=a%20b', 'ours in brackets'],
  [{ tenant: 1, filters: { a: { $in: [1, 2] } } }, 'filters[a][$in][0]=1&filters[a][$in][1]=2&tenant=1', 'both'],
  [{ sort: ['a:desc', 'b'] }, 'sort[0]=a%3Adesc&sort[1]=b', 'a list of ours by its indexes'],
  [{ tag: ['a', 'b c'] }, 'tag=a&tag=b+c', 'a list of the host’s by repeating its name'],
  [{ pagination: { page: 2 }, from: new Date(0) }, 'pagination[page]=2&from=1970-01-01T00%3A00%3A00.000Z', 'a date'],
  [{ q: '&=+%', on: false, n: 0n }, 'q=%26%3D%2B%25&on=false&n=0', 'values of other types'],
  [{ q: undefined, r: null, s: [undefined, 1] }, 's=1', 'what others leave out'],
  [{ filters: {} }, '', 'no conditions'],
  [{ search: 'hot pot', facets: ['a'], fields: ['b'] }, 'search=hot%20pot&facets[0]=a&fields[0]=b', 'the others of ours'],
  [{ 'filters[a]': '1' }, 'filters%5Ba%5D=1', 'a name with brackets is not ours to take apart'],
];

describe('the serializer of generated clients', () => {
  it.each(rows)('%j: %s: %s', (query, printed) => {
    expect(querySerializer(query)).toBe(printed);
  });

  it('knows names that the server changes', () => {
    const names = { filters: 'where', search: 'q' };
    const query = { where: { a: { $eq: 1 } }, q: 'pot', filters: 'mine' };
    expect(querySerializer(query, names)).toBe('where[a][$eq]=1&search=pot'.replace('search', 'q') + '&filters=mine');
  });

  it.each([
    [{ filters: undefined }, 'filters is undefined, which cannot be sent'],
    [{ filters: { a: { $in: [] } } }, 'filters[a][$in] is an empty list, which cannot be sent'],
    [{ tenant: { id: 1 } }, 'tenant is an object, which a form cannot send'],
    [{ tenant: [[1]] }, 'tenant is an object, which a form cannot send'],
    [{ n: NaN }, 'n is NaN, a number that cannot be sent'],
  ])('refuses %j: %s', (query, message) => {
    expect(() => querySerializer(query)).toThrow(new TypeError(message));
  });
});

const short = { filters: { title: 'a b' }, sort: ['title:desc'] } as const;
const ids = Array.from({ length: 300 }, (_, index) => index);
const long = { filters: { id: { $in: ids } }, search: 'red' };

const lengthOf = (input: object) => toQueryString(input as QueryInput<Record<string, unknown>>).length;

describe('toRequest', () => {
  it('makes a GET of a short request, beside what the URL has', () => {
    const text = 'filters[title]=a%20b&sort[0]=title%3Adesc';
    const get = { method: 'GET', headers: {}, body: undefined };
    expect(toRequest('/posts', short)).toEqual({ url: `/posts?${text}`, ...get });
    expect(toRequest('/posts?tab=1', short, { method: 'POST' })).toEqual({ url: `/posts?tab=1&${text}`, ...get });
    expect(toRequest('/posts', short, { form: true })).toEqual({ url: `/posts?${text}`, ...get });
    expect(toRequest('/posts', {})).toEqual({ url: '/posts', ...get });
  });

  it.each([
    ['/posts#top', '/posts?filters[title]=a%20b&sort[0]=title%3Adesc#top'],
    ['/posts?tab=1#top', '/posts?tab=1&filters[title]=a%20b&sort[0]=title%3Adesc#top'],
    ['/posts#top?tab=1', '/posts?filters[title]=a%20b&sort[0]=title%3Adesc#top?tab=1'],
    ['#a#b', '?filters[title]=a%20b&sort[0]=title%3Adesc#a#b'],
  ])('puts the query before the fragment of %s', (url, whole) => {
    expect(toRequest(url, short).url).toBe(whole);
    expect(toRequest(url, {}).url).toBe(url);
    expect(toRequest(url, long).url).toBe(url);
  });

  it('makes a GET without a body among its keys', () => {
    expect(Object.keys(toRequest('/posts', short))).toEqual(['url', 'method', 'headers']);
  });

  it('makes a QUERY or a POST with JSON, or a form, of a long one', () => {
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(long) };
    expect(toRequest('/posts', long)).toEqual({ url: '/posts', method: 'QUERY', ...json });
    expect(toRequest('/posts?tab=1', long, { method: 'POST' })).toEqual({
      url: '/posts?tab=1',
      method: 'POST',
      ...json,
    });
    expect(toRequest('/posts', long, { form: true })).toEqual({
      ...{ url: '/posts', method: 'QUERY', body: toQueryString(long) },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  });

  it('is a GET up to a URL of 2,000 characters', () => {
    const withLength = (length: number) => ({ filters: { title: 'a'.repeat(length) } });
    const rest = 2_000 - '/posts?'.length - lengthOf(withLength(0));
    const { method, url } = toRequest('/posts', withLength(rest));
    expect([method, url.length]).toEqual(['GET', 2_000]);
    expect(toRequest('/posts', withLength(rest + 1)).method).toBe('QUERY');
  });

  it('writes native values as JSON, and the names that the server has', () => {
    const at = new Date('2024-03-01T10:00:00Z');
    const input = { filters: { at, big: 2n ** 60n, none: null, text: 'a'.repeat(2_000) }, sort: ['id'] };
    const { body } = toRequest('/posts', input, { names: { filters: 'where' } });
    expect(JSON.parse(body ?? '')).toMatchObject({
      where: { at: '2024-03-01T10:00:00.000Z', big: '1152921504606846976', none: null },
      sort: ['id'],
    });
  });

  it.each([{ a: undefined }, { a: Number.NaN }, { a: [] }, { a: {} }, { a: () => 1 }])(
    'throws for %p, which JSON would leave out or change',
    (filters) => {
      const input = { filters: { ...filters, text: 'a'.repeat(2_000) } };
      expect(() => toRequest('/posts', input as never)).toThrow(TypeError);
    },
  );

  it('throws for a name that is not a part of a query, and for a form by POST', () => {
    expect(() => toRequest('/posts', { filter: {} } as never)).toThrow('filter is not a part of a query');
    expect(() => toRequest('/posts', {}, { form: true, method: 'POST' })).toThrow('only a QUERY can have a form');
  });
});
