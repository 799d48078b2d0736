import { FilterService, type FilterQueryOverrides, type Page } from 'nestjs-filterable';
import { crud } from 'nestjs-filterable/on-ramps/crud';
import { nestjsPaginate } from 'nestjs-filterable/on-ramps/nestjs-paginate';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { fillBlog } from './blog.js';

const hosts = 'tenant=a%2Fb&lang=en+GB&page=7&colour[a]=1&q="<b>"&empty=&flag';
const request =
  'filters[$or][0][title][$eq]=Post%201&filters[$or][1][comments][stars][$gte]=2&sort=title:desc,author.name:nullsLast';

describe.each(engines)('the links of a page on %s', (engine) => {
  let database: TestDatabase;
  let filters: FilterService;

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: blogEntities });
    await fillBlog(database.source);
    filters = FilterService.forDataSource(database.source);
  });

  afterAll(() => database.close());

  /** Does what a host does: reads the query string, answers a page, and sets the header. */
  const answer = async (url: string, overrides?: FilterQueryOverrides<Post>, service = filters) => {
    const query = service.parse(Post, queryOf(url), overrides);
    const page = await service.page(database.source.getRepository(Post), query);
    return { page, links: linksIn(service.links(query, page, url)) };
  };

  const follow = async (url: string | undefined, rel: string, overrides?: FilterQueryOverrides<Post>) => {
    const pages: Page<Post>[] = [];
    for (let next = url; next !== undefined && pages.length < 50;) {
      const { page, links } = await answer(next, overrides);
      pages.push(page);
      next = links.get(rel);
    }
    return pages;
  };

  const wholeOf = async (query: string) => {
    const builder = database.source.createQueryBuilder(Post, 'post');
    return idsOf([await filters.apply(builder, filters.parse(Post, `${query},id:asc`)).getMany()]);
  };

  const slices = [
    ['page', 'pagination[page]=1&pagination[pageSize]=4'],
    ['page without a total', 'pagination[page]=1&pagination[pageSize]=4&pagination[withCount]=false'],
    ['nothing but a size', 'pagination[pageSize]=4'],
    ['start', 'pagination[start]=0&pagination[limit]=4'],
    ['start without a total', 'pagination[start]=0&pagination[limit]=4&pagination[withCount]=false'],
    ['cursor', 'pagination[after]=&pagination[pageSize]=4'],
    ['cursor with a total', 'pagination[after]=&pagination[pageSize]=4&pagination[withCount]=true'],
  ] as const;

  it.each([
    ['nestjs-paginate', nestjsPaginate(), 'filter.id=$gt:2&filter.id=$lt:12&sortBy=title:DESC&page=1&limit=4'],
    ['crud', crud(), 'filter=id||gt||2&filter=id||lt||12&sort=title,DESC&sort=id,ASC&page=1&limit=4'],
    ['crud, by offset', crud(), 's={"id":{"$gt":2,"$lt":12}}&sort=title,DESC&offset=0&limit=4'],
  ])('lead through the list of a client of %s, in brackets', async (_, onRamp, asked) => {
    const whole = await wholeOf('filters[id][$gt]=2&filters[id][$lt]=12&sort=title:desc');
    const url = `/posts?tenant=a%2Fb&${asked}`;
    const there = await follow(url, 'next', { onRamp });
    expect(idsOf(there.map(({ data }) => data)).sort()).toEqual(whole.sort());
    const { links } = await answer(url, { onRamp });
    expect(links.get('next')).toMatch(/^\/posts\?tenant=a%2Fb&filters%5B/);
  });

  it.each(slices)('lead through the whole list and back again, by %s', async (_, slice) => {
    const whole = await wholeOf(request);
    const url = `/posts?${hosts}&${request}&${slice}`;
    const there = await follow(url, 'next');
    expect(idsOf(there.map(({ data }) => data))).toEqual(whole);
    expect(there.length).toBeGreaterThan(3);
    const end = await lastOf(url, 'next');
    const back = await follow(end, 'prev');
    expect(idsOf(back.reverse().map(({ data }) => data))).toEqual(whole);
    const { links, page } = await answer(end);
    expect((await answer(links.get('first') ?? '')).page.data).toEqual(there[0]?.data);
    if (slice.includes('=false')) return expect(links.has('last')).toBe(false);
    const last = await answer(links.get('last') ?? '');
    // By cursor, the last page is a full one, counted from the end.
    expect(idsOf([last.page.data])).toEqual(slice.includes('after') ? whole.slice(-4) : idsOf([page.data]));
  });

  /** Follows the links of one relation to the end, and returns the URL of the page there. */
  const lastOf = async (url: string, rel: string): Promise<string> => {
    const next = (await answer(url)).links.get(rel);
    return next === undefined ? url : lastOf(next, rel);
  };

  it.each([
    ['/posts', 'a path'],
    ['https://api.example.org:8443/v1/posts', 'an absolute URL'],
    ['https://[::1]:8443/v1/posts', 'an IPv6 address'],
    ['', 'a query alone'],
  ])('keep %j, and what else the host has been sent', async (path) => {
    const { links } = await answer(`${path}?${hosts}&${request}&pagination[pageSize]=4#top`);
    const kept = 'tenant=a%2Fb&lang=en+GB&page=7&colour%5Ba%5D=1&q=%22%3Cb%3E%22&empty=&flag&';
    for (const link of links.values()) {
      expect(link.startsWith(`${path}?${kept}filters%5B`)).toBe(true);
      // RFC 3986 allows brackets around an IPv6 address only.
      expect(link.replace('[::1]', '')).not.toMatch(/[[\]]/);
      expect(link).not.toContain('#');
    }
    expect([...links.keys()]).toEqual(['first', 'next', 'last']);
  });

  it('never let anything out of the angle brackets', async () => {
    const { links } = await answer('/po>; rel="evil", <sts/ä\u0000?x=>&pagination[pageSize]=4');
    expect([...links.keys()]).toEqual(['first', 'next', 'last']);
    expect(links.get('first')).toMatch(/^\/po%3E;%20rel=%22evil%22,%20%3Csts\/%C3%A4%00\?x=%3E&pagination%5Bpage%5D=1/);
  });

  it('replace the old slice, however it was written', async () => {
    const { links } = await answer('/posts?pagination%5Bpage%5D=2&%70agination[pageSize]=4&a=1');
    expect(links.get('next')).toBe('/posts?a=1&pagination%5Bpage%5D=3&pagination%5BpageSize%5D=4');
  });

  it('use the names that the handler has', async () => {
    const overrides = { prefix: 'posts_' };
    const url = '/x?pagination[page]=9&posts_sort=id&posts_pagination[pageSize]=4';
    const { links } = await answer(url, overrides);
    expect(links.get('next')).toBe(
      '/x?pagination%5Bpage%5D=9&posts_sort%5B0%5D=id%3Aasc&posts_pagination%5Bpage%5D=2&posts_pagination%5BpageSize%5D=4',
    );
    expect(idsOf((await follow(url, 'next', overrides)).map(({ data }) => data))).toHaveLength(29);
  });

  it.each([
    ['is empty', 'filters[id]=99', { first: 1, last: 1 }],
    ['is beyond the end', 'pagination[page]=9&pagination[pageSize]=10', { first: 1, prev: 3, last: 3 }],
    ['is the only one', 'pagination[pageSize]=50', { first: 1, last: 1 }],
  ])('are right where the page %s', async (_, query, expected) => {
    const { links } = await answer(`/posts?${query}`);
    const pages = [...links].map(([rel, link]) => [rel, Number(/pagination%5Bpage%5D=(\d+)/.exec(link)?.[1])]);
    expect(Object.fromEntries(pages)).toEqual(expected);
  });

  it.each([
    ['start is beyond the end', 'pagination[start]=57&pagination[limit]=10', { first: 0, prev: 27, last: 27 }],
    [
      'start is between two pages',
      'pagination[start]=7&pagination[limit]=10',
      { first: 0, prev: 0, next: 17, last: 27 },
    ],
  ])('are right where %s', async (_, query, expected) => {
    const { links } = await answer(`/posts?${query}`);
    const starts = [...links].map(([rel, link]) => [rel, Number(/pagination%5Bstart%5D=(\d+)/.exec(link)?.[1])]);
    expect(Object.fromEntries(starts)).toEqual(expected);
  });

  /** The second page of what is found, whose own words are shorter than those of the links. */
  const second = '/posts?filters[id][$notIn]=91&filters[id][$gt]=0&pagination[page]=2&pagination[pageSize]=4';

  it.each([
    ['bytes', (text: string) => ({ queryBytes: text.length })],
    ['parameters', (text: string) => ({ parameters: text.split('&').length })],
  ] as const)('do not lead to a request of more %s than a request may have', async (_, limitsOf) => {
    const { links } = await answer(`${second}&sort=id,title`);
    const whole = limitsOf((links.get('next') ?? '').slice('/posts?'.length));
    const less = Object.fromEntries(Object.entries(whole).map(([name, most]) => [name, most - 1]));
    const atBorder = await answer(`${second}&sort=id,title`, { limits: whole });
    expect([...atBorder.links.keys()]).toEqual([...links.keys()]);
    for (const link of links.values()) await expect(answer(link, { limits: whole })).resolves.toBeDefined();
    const beyond = await answer(`${second}&sort=id,title`, { limits: less });
    expect([...beyond.links.keys()]).toEqual([]);
    await expect(answer(links.get('next') ?? '', { limits: less })).rejects.toThrow('limit');
  });

  it('do not lead beyond the limit of the offset, nor to an unknown end', async () => {
    const limits = { offset: 12 };
    const { links } = await answer('/posts?pagination[page]=2&pagination[pageSize]=10', { limits });
    expect([...links.keys()]).toEqual(['first', 'prev']);
    const capped = { pagination: { count: { capped: 15 } } };
    const first = await answer('/posts?pagination[pageSize]=10', capped);
    expect([...first.links.keys()]).toEqual(['first', 'next']);
    expect(await follow('/posts?pagination[pageSize]=10', 'next', capped)).toHaveLength(3);
  });

  it('never carry what the server added', async () => {
    const query = filters.and(filters.parse(Post, 'pagination[pageSize]=4'), { tenantId: 2 });
    const page = await filters.page(database.source.getRepository(Post), query);
    expect(filters.links(query, page, '/posts')).not.toMatch(/tenant/);
  });
});

function queryOf(url: string): string {
  return /^[^?#]*\??([^#]*)/.exec(url)?.[1] ?? '';
}

/** Reads a `Link` header as RFC 8288 says. */
function linksIn(header: string): ReadonlyMap<string, string> {
  const links = [...header.matchAll(/<([^>]*)>; rel="([^"]*)"(?:, |$)/g)];
  expect(links.map(([whole]) => whole).join('')).toBe(header);
  return new Map(links.map(([, url = '', rel = '']) => [rel, url]));
}

function idsOf(pages: readonly (readonly Post[])[]): number[] {
  return pages.flat().map(({ id }) => id);
}
