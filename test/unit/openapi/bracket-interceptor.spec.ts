import { createContext, runInContext } from 'node:vm';
import { bracketInterceptor } from 'nestjs-filterable/openapi';

/** The interceptor as a browser gets it: its text alone, in a realm that has nothing else of this module. */
const inBrowser = runInContext(`(${bracketInterceptor.toString()})`, createContext({})) as typeof bracketInterceptor;

const on = (query: string) => inBrowser({ url: `http://localhost/api/posts${query}` }).url.slice(26);
const sent = (key: string, value: unknown) =>
  `?${encodeURIComponent(key)}=${encodeURIComponent(JSON.stringify(value))}`;

/** The query that Swagger UI sends, the one that is shown and sent instead, and why the row is there. */
const rows: readonly (readonly [query: string, expected: string, why: string])[] = [
  [sent('filters[title]', { $contains: 'a' }), '?filters[title][$contains]=a', 'an operator'],
  [sent('filters[title]', { $in: ['a', 'b'] }), '?filters[title][$in][0]=a&filters[title][$in][1]=b', 'a list'],
  [sent('filters[$or]', [{ a: { $eq: 1 } }]), '?filters[$or][0][a][$eq]=1', 'a group'],
  [sent('filters[$not]', { a: 1 }), '?filters[$not][a]=1', 'a group of shorthands'],
  [sent('filters[author]', { name: { $eq: 'Kai' } }), '?filters[author][name][$eq]=Kai', 'a relation'],
  [sent('filters[a]', { $eq: null }), '?filters[a][$eq]', 'null'],
  [sent('filters[a]', { $eq: '50% + x&y=z' }), '?filters[a][$eq]=50%25%20%2B%20x%26y%3Dz', 'characters of the syntax'],
  [
    `?filters[a]=${encodeURIComponent('{"$eq":"a b"}').replace('%20', '+')}`,
    '?filters[a][$eq]=a%20b',
    'a plus for a space',
  ],
  [sent('filters[at]', { $gte: '2024-01-01T10:00Z' }), '?filters[at][$gte]=2024-01-01T10:00Z', 'an instant'],
  [
    '?sort=title%3Adesc&pagination%5Bpage%5D=2&facets%5Btags.name%5D=true',
    '?sort=title:desc&pagination[page]=2&facets[tags.name]=true',
    'what is a text already, and can be read',
  ],
  ...[
    ['?filters[a][$eq]={"$eq":1}', 'a text under an operator is a text'],
    ['?filters[a]=%7Bx', 'no JSON'],
    ['?filters[a]=%E0%A4%A', 'no text'],
    [sent('filters[a]', { b: 1 }), 'nothing of filters in it'],
    [sent('filters[a]', { $eq: {} }), 'an empty object would be lost'],
    ['?filters[a]={"$eq":9007199254740993}', 'a number that JavaScript cannot hold'],
    [sent('where', { $eq: 1 }), 'a parameter of the host’s'],
    ['?q=a%2Cb&name=%E2%82%AC+%26&x%5B%26%5D=1&flag&empty=', 'characters that must not stand for themselves'],
    ['?tag=a&tag=b&q=%7B%22%24a%22%3A1%7D', 'parameters of the host’s'],
    ['?pagination[page]=2&sort=title', 'what is a text already'],
    ['', 'no query'],
  ].map(([query = '', why = '']) => [query, query, why] as const),
];

describe('the interceptor of Swagger UI', () => {
  it.each(rows)('%s becomes %s: %s', (query, expected) => {
    expect(on(query)).toBe(expected);
  });

  it('returns the request with everything else in it', () => {
    const request = { url: '/posts?filters%5Ba%5D=%7B%22%24eq%22%3A1%7D&tenant=1', method: 'GET', headers: {} };
    expect(inBrowser(request)).toBe(request);
    const others = { method: 'GET', headers: {}, curlOptions: ['--globoff'] };
    expect(request).toEqual({ url: '/posts?filters[a][$eq]=1&tenant=1', ...others });
  });

  it('says nothing to curl about addresses without brackets', () => {
    const request = { url: '/posts?tenant=1' };
    expect(inBrowser(request)).toEqual({ url: '/posts?tenant=1' });
  });
});
