import { queryIn, rawQueryOf } from '../../../lib/wire/index.js';
import { params } from './reading.js';

class FastifyLike {
  get url(): string {
    return '/posts?sort=a';
  }
  get originalUrl(): string {
    return '/posts?sort=b';
  }
}

describe('rawQueryOf', () => {
  // prettier-ignore
  it.each([
    { request: { url: '/posts?sort=a' }, query: '?sort=a', why: 'a bare Node request' },
    { request: { url: '/?sort=a', originalUrl: '/v1/posts?sort=a' }, query: '?sort=a', why: 'Express below a mount path' },
    { request: { url: '/posts?sort=a&filters[a]=b', originalUrl: '/posts?sort=a' }, query: '?sort=a&filters[a]=b', why: 'a URL to which the application added a condition' },
    { request: { url: '/posts', originalUrl: '/posts?sort=a' }, query: '', why: 'a URL whose query was taken away' },
    { request: { url: '', originalUrl: '/posts?sort=a' }, query: '', why: 'a URL of nothing' },
    { request: { url: '/posts?sort=a', originalUrl: undefined }, query: '?sort=a', why: 'no original' },
    { request: { url: undefined, originalUrl: '/posts?sort=a' }, query: '?sort=a', why: 'the original alone' },
    { request: { originalUrl: '/posts?sort=a' }, query: '?sort=a', why: 'nothing but the original' },
    { request: new FastifyLike(), query: '?sort=a', why: 'a getter of a class' },
    { request: { url: '/posts' }, query: '', why: 'no query' },
    { request: { url: '?sort=a' }, query: '?sort=a', why: 'no path' },
    { request: { url: '/posts?' }, query: '', why: 'an empty query' },
    { request: { url: '/posts??sort=a' }, query: '??sort=a', why: 'a second mark is a part of the query' },
    { request: { url: '/posts?a=?&b=%5B' }, query: '?a=?&b=%5B', why: 'only the first mark counts, nothing is decoded' },
    { request: { url: '/posts?a=1#b=2' }, query: '?a=1#b=2', why: 'a fragment is left in, to be refused' },
    { request: { url: '/posts#a?b=1' }, query: '?#a?b=1', why: 'a mark inside the fragment' },
    { request: { url: '/posts;a=1' }, query: '?a=1', why: 'a query behind a semicolon' },
    { request: { url: '/posts;a[b]' }, query: '?a[b]', why: 'a key without a value behind it' },
    { request: { url: '/posts;a=1?b=2' }, query: '?a=1&b=2', why: 'one behind each' },
    { request: { url: '/posts;a=1#b' }, query: '?a=1&#b', why: 'a fragment behind it' },
    { request: { url: '/tags/a;b/posts?c=1' }, query: '?c=1', why: 'a semicolon in the path' },
    { request: { url: 'http://host/posts?sort=a' }, query: '?sort=a', why: 'a whole URL, as proxies are sent' },
    { request: { url: '?a=1;b=2' }, query: '?a=1;b=2', why: 'a semicolon in a query without a path' },
    { request: { url: ';a=1' }, query: '?a=1', why: 'nothing before the semicolon' },
    { request: { url: 5 }, query: '', why: 'no text' },
    { request: {}, query: '', why: 'no URL: not an HTTP request' },
    { request: null, query: '', why: 'no request' },
    { request: 'GET /posts?a=1', query: '', why: 'no object' },
  ])('$why', ({ request, query }) => {
    expect(rawQueryOf(request)).toBe(query);
  });
});

describe('queryIn', () => {
  const query = 'filters[title]=a&sort=b';

  it.each([
    ['', '', 'nothing'],
    [query, query, 'a query string'],
    [`?${query}`, query, 'url.search'],
    [`??${query}`, `?${query}`, 'one mark is cut off, not two'],
    [`/posts?${query}`, query, 'a path'],
    [`/tags/a=b/posts?${query}`, query, 'a path with an equals sign'],
    [`posts?${query}`, query, 'a path without its slash'],
    [`tags/a=b/posts?${query}`, query, 'such a path with an equals sign'],
    [`http://host/posts?${query}`, query, 'a URL'],
    [`HTTPS://host:1/posts?${query}`, query, 'a URL in capitals'],
    [`//host/posts?${query}`, query, 'a URL without its scheme'],
    [`filters?sort=b`, 'sort=b', 'a path that is called like a parameter'],
    [`/posts;${query}`, query, 'behind a semicolon'],
    ['/posts', '', 'a path without a query'],
    ['http://host', '', 'a URL without one'],
    ['posts', 'posts', 'a word is the host’s key'],
    ['filters[title]=a?b', 'filters[title]=a?b', 'a mark in a value of ours'],
    ['filters[title]=a?sort=b', 'filters[title]=a?sort=b', 'another'],
    ['q=a?b&sort=c', 'q=a?b&sort=c', 'a mark in a value of the host’s'],
    ['q=a&x?filters[title]=b', 'q=a&x?filters[title]=b', 'a mark in a later key'],
    ['filters[title]=a?', 'filters[title]=a?', 'a mark at its end'],
    ['sort=title?x', 'sort=title?x', 'a mark in a value without brackets'],
    ['sort=title?sort=x', 'sort=title?sort=x', 'such a mark before a name of ours'],
    ['filters[title]=http://b?c', 'filters[title]=http://b?c', 'a URL in a value'],
    ['posts?q=1', 'q=1', 'a path before a key of the host’s'],
    ['tags/a=b/posts?sort', 'sort', 'a path with an equals sign, before a key of ours without a value'],
    ['%zz?sort=a', 'sort=a', 'a path that cannot be decoded'],
    ['&x?filters[title]=b', '&x?filters[title]=b', 'a mark in a key after an empty piece'],
    ['h2://host/posts?sort=a', 'sort=a', 'a scheme with a digit'],
    [`#${query}`, `#${query}`, 'a fragment is left in, to be refused'],
    [`/posts#?${query}`, `#?${query}`, 'so is the one of a router in the browser'],
    [`/posts?${query}#top`, `${query}#top`, 'and one behind a query'],
  ])('%j is %j: %s', (text, expected) => {
    expect(queryIn(text, params)).toBe(expected);
  });
});
