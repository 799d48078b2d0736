import { type FilterQueryOverrides, type Page } from 'nestjs-filterable';
import { crud } from 'nestjs-filterable/on-ramps/crud';
import { nestjsPaginate } from 'nestjs-filterable/on-ramps/nestjs-paginate';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { onEngines } from '../../support/engines.js';
import { fillBlog } from './blog.js';

const request =
  'filters[$or][0][title][$eq]=Post%201&filters[$or][1][comments][stars][$gte]=2&sort=title:desc,author.name:nullsLast';

/** What a client does that follows the links of a list; what each of them is, is in test/unit/page/links. */
onEngines('the links of a page', { entities: blogEntities, seed: fillBlog }, (world) => {
  const answer = async (url: string, overrides?: FilterQueryOverrides<Post>) => {
    const query = world.filters.parse(Post, url.replace(/^[^?]*\?/, ''), overrides);
    const page = await world.filters.page(world.repository(Post), query);
    const links = [...world.filters.links(query, page, url).matchAll(/<([^>]*)>; rel="([^"]*)"/g)];
    return { page, links: new Map(links.map(([, target = '', rel = '']) => [rel, target])) };
  };

  /** Follows the links of one relation, and returns the pages, and the URL of the last. */
  const follow = async (url: string, rel: string, overrides?: FilterQueryOverrides<Post>) => {
    const pages: Page<Post>[] = [];
    let last = url;
    for (let next: string | undefined = url; next !== undefined && pages.length < 50;) {
      last = next;
      const { page, links } = await answer(next, overrides);
      pages.push(page);
      next = links.get(rel);
    }
    return { pages, last };
  };

  const idsOf = (pages: readonly Page<Post>[]) => pages.flatMap(({ data }) => data.map(({ id }) => id));
  const wholeOf = async (query: string) => {
    const builder = world.filters.apply(
      world.repository(Post).createQueryBuilder('post'),
      world.filters.parse(Post, query),
    );
    return (await builder.getMany()).map(({ id }) => id);
  };

  it.each([
    ['page', 'pagination[page]=1&pagination[pageSize]=4'],
    ['page without a total', 'pagination[page]=1&pagination[pageSize]=4&pagination[withCount]=false'],
    ['nothing but a size', 'pagination[pageSize]=4'],
    ['start', 'pagination[start]=0&pagination[limit]=4'],
    ['start without a total', 'pagination[start]=0&pagination[limit]=4&pagination[withCount]=false'],
    ['cursor', 'pagination[after]=&pagination[pageSize]=4'],
    ['cursor with a total', 'pagination[after]=&pagination[pageSize]=4&pagination[withCount]=true'],
  ])('lead through the whole list and back again, by %s', async (_, slice) => {
    const whole = await wholeOf(`${request},id:asc`);
    const there = await follow(`/posts?tenant=1&${request}&${slice}`, 'next');
    expect(idsOf(there.pages)).toEqual(whole);
    expect(there.pages.length).toBeGreaterThan(3);
    expect(idsOf((await follow(there.last, 'prev')).pages.reverse())).toEqual(whole);
    const { links, page } = await answer(there.last);
    expect((await answer(links.get('first') ?? '')).page.data).toEqual(there.pages[0]?.data);
    if (slice.includes('=false')) return expect(links.has('last')).toBe(false);
    // By cursor, the last page is a full one, counted from the end.
    const last = await answer(links.get('last') ?? '');
    expect(idsOf([last.page])).toEqual(slice.includes('after') ? whole.slice(-4) : idsOf([page]));
  });

  it('lead through a list whose total is capped', async () => {
    const overrides = { pagination: { count: { capped: 15 } } };
    expect((await follow('/posts?pagination[pageSize]=10', 'next', overrides)).pages).toHaveLength(3);
  });

  it.each([
    ['nestjs-paginate', nestjsPaginate(), 'filter.id=$gt:2&filter.id=$lt:12&sortBy=title:DESC&page=1&limit=4'],
    ['crud', crud(), 'filter=id||gt||2&filter=id||lt||12&sort=title,DESC&sort=id,ASC&page=1&limit=4'],
    ['crud, by offset', crud(), 's={"id":{"$gt":2,"$lt":12}}&sort=title,DESC&offset=0&limit=4'],
  ])('lead through the list of a client of %s, in brackets', async (_, onRamp, asked) => {
    const { pages, last } = await follow(`/posts?tenant=a%2Fb&${asked}`, 'next', { onRamp });
    const whole = await wholeOf('filters[id][$gt]=2&filters[id][$lt]=12&sort=title:desc');
    expect(idsOf(pages).sort()).toEqual(whole.sort());
    expect(last).toMatch(/^\/posts\?tenant=a%2Fb&filters%5B/);
  });
});
