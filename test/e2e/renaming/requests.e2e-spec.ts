import { FilterService } from 'nestjs-filterable';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { type Release, after, before, fill } from './model.js';

/** The requests of clients that know the names of before. */
const requests = `
  filters[score][$gte]=4
  filters[location][town]=Oslo&sort=score:desc,id:desc
  filters[details][colour]=red&sort=details.colour,id
  filters[comments][grade][$gte]=4
  filters[comments][$none][grade]=5&sort=comments.$count:desc,id
  filters[comments][$avg][grade][$gte]=3&sort=comments.$avg.grade:desc,id
  filters[chief][location][town]=Oslo&sort=chief.score,id
  filters[$or][0][score]=1&filters[$or][1][chief][score]=5
  filters[comments][author][score]=5
  sort=score,id&facets=score,comments.grade
  sort=id&facets[score][limit]=2&filters[score][$in][0]=5&filters[score][$in][1]=3
  sort=id&aggregates=score:avg,score:max
  sort=id&populate=comments,chief
  sort=id&populate[comments][sort]=grade:desc&populate[comments][limit]=1
  sort=id&populate[comments][filters][grade][$gte]=4&populate[comments][fields]=grade
  filters[loved]=true&sort=id
  filters[chief][loved]=false&filters[$not][loved]=true&sort=id
  filters[comments][author][loved][$in][0]=true&sort=id
  min=4&sort=id
  praised=true&sort=score,id
`
  .trim()
  .split(/\s+/);

/** A release with its database. */
interface Running {
  readonly release: Release;
  readonly database: TestDatabase;
  readonly filters: FilterService;
  readonly list: { readonly select: true };
}

describe.each(engines)('the requests of before a rename on %s', (engine) => {
  let was: Running;
  let is: Running;
  let other: Running;

  const run = async (release: Release, time: 'before' | 'after'): Promise<Running> => {
    const database = await openDatabase(engine, { entities: [...release.entities] });
    await fill(database.source, release, time);
    return {
      release,
      database,
      filters: FilterService.forDataSource(database.source),
      list: Object.assign({ select: true } as const, { flat: release.flat }),
    };
  };
  const parse = ({ filters, release, list }: Running, request: string) =>
    filters.parse<object>(release.cook, request, list);
  const page = ({ filters, release, database, list }: Running, request: string, by = filters) =>
    filters.page(database.source.getRepository<object>(release.cook), by.parse<object>(release.cook, request, list));

  beforeAll(async () => {
    was = await run(before(engine), 'before');
    const release = after(engine);
    is = await run(release, 'after');
    other = await run(release, 'after');
  });
  afterAll(async () => {
    for (const { database } of [was, is, other]) await database.close();
  });

  test.each(requests)('%s', async (request) => {
    const [then, now] = [await page(was, request), await page(is, request)];
    expect(idsOf(now)).toEqual(idsOf(then));
    expect(now.meta).toEqual(then.meta);
    expect(parse(is, parse(is, request).toString()).toString()).toBe(parse(is, request).toString());
    // A query of another data source finds the same.
    expect((await page(other, request, is.filters)).meta).toEqual(now.meta);
  });

  test.each(['score:desc', 'score,details.colour', 'chief.score', 'location.town,id', 'comments.$count'])(
    'cursors of before go on by sort=%s',
    async (sort) => {
      const request = `sort=${sort}&pagination[pageSize]=2&pagination[after]=`;
      const first = await page(was, request);
      const { next } = first.meta.pagination as unknown as { next: string };
      const [then, now] = [await page(was, request + next), await page(is, request + next)];
      expect(idsOf(now)).toEqual(idsOf(then));
      const mine = await page(is, request);
      expect(idsOf(mine)).toEqual(idsOf(first));
      const own = (mine.meta.pagination as unknown as { next: string }).next;
      expect(idsOf(await page(is, request + own))).toEqual(idsOf(then));
    },
  );

  test('a cursor of another sort stays refused', async () => {
    const first = await page(was, 'sort=score&pagination[pageSize]=2&pagination[after]=');
    const { next } = first.meta.pagination as unknown as { next: string };
    const request = `sort=id&pagination[pageSize]=2&pagination[after]=${next}`;
    await expect(page(is, request)).rejects.toMatchObject({ issues: [{ code: 'invalid_cursor' }] });
  });

  test('rows have the properties of the entity', async () => {
    const { data } = await page(is, 'fields=score,location.town&sort=id&pagination[pageSize]=1');
    expect(data).toEqual([{ id: 1, rating: 3, address: { city: 'Bergen' } }]);
  });

  test('cache keys tell the names of an answer apart', () => {
    const keyOf = (request: string) => parse(is, request).cacheKey();
    expect(keyOf('filters[score]=3')).toBe(keyOf('filters[rating]=3'));
    for (const [old, now] of [
      ['facets=score', 'facets=rating'],
      ['aggregates=score:avg', 'aggregates=rating:avg'],
      ['populate=comments', 'populate=reviews'],
    ] as const) {
      expect(keyOf(old)).not.toBe(keyOf(now));
    }
  });

  test('links have the present names', () => {
    // With flat names, a link repeats the parameters as they were sent.
    const request = 'filters[score][$gte]=1&sort=score&lang=de';
    const query = is.filters.parse<object>(is.release.cook, request, { select: true });
    const links = is.filters.links(
      query,
      { data: [], meta: { pagination: { page: 1, pageSize: 2, pageCount: 3, total: 6 } } },
      '/cooks?filters[score][$gte]=1&sort=score&lang=de',
    );
    expect(decodeURIComponent(links)).toContain('</cooks?lang=de&filters[rating][$gte]=1&sort[0]=rating:asc&');
    expect(links).not.toContain('score');
  });
});

function idsOf({ data }: { readonly data: readonly object[] }): unknown[] {
  return data.map((row) => ('id' in row ? row.id : undefined));
}
