import { toQueryString, toRequest } from 'nestjs-filterable/client';
import type { QueryInput } from 'nestjs-filterable/client';

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

  it('throws for a name that is no part of a query, and for a form by POST', () => {
    expect(() => toRequest('/posts', { filter: {} } as never)).toThrow('filter is no part of a query');
    expect(() => toRequest('/posts', {}, { form: true, method: 'POST' })).toThrow('a form is read from a QUERY alone');
  });
});
