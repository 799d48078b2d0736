import { rawQueryOf } from '../../../lib/wire/index.js';

class FastifyLike {
  get originalUrl(): string {
    return '/posts?sort=a';
  }
}

describe('rawQueryOf', () => {
  it.each([
    { request: { url: '/posts?sort=a' }, query: 'sort=a', why: 'a bare Node request' },
    {
      request: { url: '/?sort=b', originalUrl: '/v1/posts?sort=a' },
      query: 'sort=a',
      why: 'Express below a mount path',
    },
    { request: { url: '/posts?sort=a', originalUrl: undefined }, query: 'sort=a', why: 'no original' },
    { request: new FastifyLike(), query: 'sort=a', why: 'a getter of a class' },
    { request: { url: '/posts' }, query: '', why: 'no query' },
    { request: { url: '?sort=a' }, query: 'sort=a', why: 'no path' },
    { request: { url: '/posts?' }, query: '', why: 'an empty query' },
    { request: { url: '/posts?a=?&b=%5B' }, query: 'a=?&b=%5B', why: 'only the first mark counts, nothing is decoded' },
    { request: { url: '/posts?a=1#b=2' }, query: 'a=1', why: 'a fragment after it' },
    { request: { url: '/posts#a?b=1' }, query: '', why: 'a mark inside the fragment' },
    { request: { url: 5 }, query: '', why: 'no text' },
    { request: {}, query: '', why: 'no URL: not an HTTP request' },
    { request: null, query: '', why: 'no request' },
    { request: 'GET /posts?a=1', query: '', why: 'no object' },
  ])('$why', ({ request, query }) => {
    expect(rawQueryOf(request)).toBe(query);
  });
});
