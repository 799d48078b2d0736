import { FilterService, type FilterQueryOverrides, type Page } from 'nestjs-filterable';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { describeEntities } from '../../support/metadata.js';

const filters = FilterService.forDataSource(await describeEntities('sqlite', blogEntities));

/** Returns the links of an answer, as a client reads the header (RFC 8288). */
function linksOf(url: string, page: object, overrides?: FilterQueryOverrides<Post>): ReadonlyMap<string, string> {
  const query = filters.parse(Post, /^[^?#]*\??([^#]*)/.exec(url)?.[1] ?? '', overrides);
  const header = filters.links(query, page as Page<Post>, url);
  const links = [...header.matchAll(/<([^>]*)>; rel="([^"]*)"(?:, |$)/g)];
  expect(links.map(([whole]) => whole).join('')).toBe(header);
  return new Map(links.map(([, target = '', rel = '']) => [rel, target]));
}

/** An answer with so many rows and its `meta`. */
const answer = (rows: number, pagination: object) => ({
  data: Array.from({ length: rows }, () => ({})),
  meta: { pagination },
});

/** The second of eight pages. */
const second = answer(4, { page: 2, pageSize: 4, pageCount: 8, total: 29 });

describe('the links of a page', () => {
  /** The rows and the `meta` of an answer, and where its links lead: to a page, a start, or a cursor. */
  it.each<readonly [string, rows: number, meta: object, links: object]>([
    ['the first page', 4, { page: 1, pageSize: 4, total: 29 }, { first: 1, next: 2, last: 8 }],
    ['a page between', 4, { page: 2, pageSize: 4, total: 29 }, { first: 1, prev: 1, next: 3, last: 8 }],
    ['the last page', 1, { page: 8, pageSize: 4, total: 29 }, { first: 1, prev: 7, last: 8 }],
    ['a last page that is full', 4, { page: 2, pageSize: 4, total: 8 }, { first: 1, prev: 1, last: 2 }],
    ['an empty list', 0, { page: 1, pageSize: 10, total: 0 }, { first: 1, last: 1 }],
    ['a page beyond the end', 0, { page: 9, pageSize: 10, total: 29 }, { first: 1, prev: 3, last: 3 }],
    ['the only page', 29, { page: 1, pageSize: 50, total: 29 }, { first: 1, last: 1 }],
    ['without a total, and more', 4, { page: 2, pageSize: 4, hasNext: true }, { first: 1, prev: 1, next: 3 }],
    ['without a total, at the end', 4, { page: 2, pageSize: 4, hasNext: false }, { first: 1, prev: 1 }],
    ['a capped total, a full page', 4, { page: 1, pageSize: 4, total: 9, totalIsCapped: true }, { first: 1, next: 2 }],
    ['an estimate, a short page', 2, { page: 1, pageSize: 4, total: 9, totalIsEstimate: true }, { first: 1 }],
    ['an offset', 10, { start: 10, limit: 10, total: 29 }, { first: 0, prev: 0, next: 20, last: 20 }],
    ['a start beyond the end', 0, { start: 57, limit: 10, total: 29 }, { first: 0, prev: 27, last: 27 }],
    ['a start between two pages', 10, { start: 7, limit: 10, total: 29 }, { first: 0, prev: 0, next: 17, last: 27 }],
    ['an offset without a total', 4, { start: 4, limit: 4, hasNext: true }, { first: 0, prev: 0, next: 8 }],
    ['a first page by cursor', 4, { pageSize: 4, next: 'n', previous: null }, { first: '', next: 'n', last: '' }],
    ['a page by cursor', 4, { pageSize: 4, next: 'n', previous: 'p' }, { first: '', prev: 'p', next: 'n', last: '' }],
  ])('of %s', (_, rows, meta, links) => {
    const request =
      'page' in meta ? 'pagination[page]=1' : 'start' in meta ? 'pagination[start]=0' : 'pagination[after]=';
    const found = [...linksOf(`/posts?${request}`, answer(rows, meta))].map(([rel, link]) => {
      const [, key, value = ''] = /%5B(page|start|after|before)%5D=(\w*)/.exec(link) ?? [];
      expect(key === 'before').toBe('next' in meta && (rel === 'prev' || rel === 'last'));
      return [rel, 'next' in meta ? value : Number(value)];
    });
    expect(Object.fromEntries(found)).toEqual(links);
  });

  it.each([
    ['/posts', 'a path'],
    ['https://api.example.org:8443/v1/posts', 'an absolute URL'],
    ['https://[::1]:8443/v1/posts', 'an IPv6 address'],
    ['', 'a query alone'],
  ])('keep %j, and what else was sent to the host', (path) => {
    const hosts = 'tenant=a%2Fb&lang=en+GB&page=7&colour[a]=1&q="<b>"&empty=&flag';
    const links = linksOf(`${path}?${hosts}&filters[title]=a&pagination[pageSize]=4#top`, second);
    const kept = 'tenant=a%2Fb&lang=en+GB&page=7&colour%5Ba%5D=1&q=%22%3Cb%3E%22&empty=&flag&';
    for (const link of links.values()) {
      expect(link.startsWith(`${path}?${kept}filters%5B`)).toBe(true);
      // RFC 3986 allows brackets around an IPv6 address only.
      expect(link.replace('[::1]', '')).not.toMatch(/[[\]#]/);
    }
    expect([...links.keys()]).toEqual(['first', 'prev', 'next', 'last']);
  });

  it.each<readonly [string, url: string, next: string, overrides: FilterQueryOverrides<Post>]>([
    [
      'let nothing out of the angle brackets',
      '/po>; rel="evil", <sts/ä\u0000?x=>&pagination[pageSize]=4',
      '/po%3E;%20rel=%22evil%22,%20%3Csts/%C3%A4%00?x=%3E&pagination%5Bpage%5D=3&pagination%5BpageSize%5D=4',
      {},
    ],
    [
      'replace the old slice, however it was written',
      '/posts?pagination%5Bpage%5D=2&%70agination[pageSize]=4&a=1',
      '/posts?a=1&pagination%5Bpage%5D=3&pagination%5BpageSize%5D=4',
      {},
    ],
    [
      'have the names that the handler has',
      '/x?pagination[page]=9&posts_sort=id&posts_pagination[pageSize]=4',
      '/x?pagination%5Bpage%5D=9&posts_sort%5B0%5D=id%3Aasc&posts_pagination%5Bpage%5D=3&posts_pagination%5BpageSize%5D=4',
      { prefix: 'posts_' },
    ],
  ])('%s', (_, url, next, overrides) => {
    expect(linksOf(url, second, overrides).get('next')).toBe(next);
  });

  it.each([
    ['bytes', (text: string) => ({ queryBytes: text.length })],
    ['parameters', (text: string) => ({ parameters: text.split('&').length })],
  ] as const)('do not lead to a request of more %s than a request may have', (_, limitsOf) => {
    // The request itself is shorter than its links.
    const url =
      '/posts?filters[id][$notIn]=91&filters[id][$gt]=0&sort=id,title&pagination[page]=2&pagination[pageSize]=4';
    const links = linksOf(url, second);
    const whole = limitsOf((links.get('next') ?? '').slice('/posts?'.length));
    const less = Object.fromEntries(Object.entries(whole).map(([name, most]) => [name, most - 1]));
    expect([...linksOf(url, second, { limits: whole }).keys()]).toEqual([...links.keys()]);
    expect([...linksOf(url, second, { limits: less }).keys()]).toEqual([]);
    for (const link of links.values()) expect(() => linksOf(link, second, { limits: whole })).not.toThrow();
    expect(() => linksOf(links.get('next') ?? '', second, { limits: less })).toThrow('limit');
  });

  it('do not lead beyond the limit of the offset', () => {
    const limits = { offset: 12 };
    const page = answer(10, { page: 2, pageSize: 10, total: 29 });
    expect([...linksOf('/posts?pagination[page]=2&pagination[pageSize]=10', page, { limits }).keys()]).toEqual([
      'first',
      'prev',
    ]);
  });

  it('never carry what the server added', () => {
    const query = filters.and(filters.parse(Post, 'pagination[pageSize]=4'), { tenantId: 2 });
    expect(filters.links(query, second as unknown as Page<Post>, '/posts')).not.toMatch(/tenant/);
  });
});
