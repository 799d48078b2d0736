import { FilterException, type FilterQueryOverrides, FilterService } from 'nestjs-filterable';
import { User, adminEntities } from '../../support/admin/entities.js';
import { seedAdmin } from '../../support/admin/rows.js';
import { onEngines } from '../../support/engines.js';
import { cases } from '../../support/table.js';

/* A request without a page that has all rows, up to a cap. There are four users. */

const flat = { page: 'page', pageSize: 'size', brackets: false, filters: { status: true } } as const;
const all = (max: number): FilterQueryOverrides<User> => ({
  pagination: { absent: 'all', max },
  defaults: { sort: 'id' },
  facets: ['status'],
  aggregates: { age: ['max'] },
});
const lists = {
  four: all(4),
  three: all(3),
  flat: { ...all(3), flat },
  cursors: { ...all(4), pagination: { absent: 'all', max: 4, styles: ['cursor'] } },
  uncounted: { ...all(4), pagination: { absent: 'all', max: 4, count: 'none' } },
} as const satisfies Record<string, FilterQueryOverrides<User>>;

onEngines(
  'a list without pages',
  { entities: adminEntities, seed: seedAdmin, options: { context: undefined } },
  (world) => {
    const parse = (list: keyof typeof lists, query: string) => world.filters.parse(User, query, lists[list]);
    const read = async (
      list: keyof typeof lists,
      query: string,
      builder = world.source.createQueryBuilder(User, 'u'),
    ) => {
      try {
        const { data, meta } = await world.filters.page(builder, parse(list, query));
        return `${data.map(({ id }) => id).join(' ')} of ${JSON.stringify(meta.pagination)}`;
      } catch (error) {
        if (!(error instanceof FilterException)) throw error;
        return error.issues.map(({ code, pointer, message }) => `${code} ${pointer}: ${message}`).join(', ');
      }
    };

    it.each(
      cases(`
        four -> 1 2 3 4 of {"start":0,"limit":4,"total":4}
        four filters[id]=9 -> \\ of {"start":0,"limit":4,"total":0}
        four sort=id:desc -> 4 3 2 1 of {"start":0,"limit":4,"total":4}
        four pagination[pageSize]=3 -> 1 2 3 of {"page":1,"pageSize":3,"pageCount":2,"total":4}
        four pagination[withCount]=false -> 1 2 3 4 of {"page":1,"pageSize":25,"hasNext":false}
        three filters[status]=true -> 1 2 4 of {"start":0,"limit":3,"total":3}
        three -> limit_exceeded /pagination: pagination is missing, and the list has more than 3 rows; request pages
        three facets=status&aggregates=age:max -> limit_exceeded /pagination: pagination is missing, and the list has more than 3 rows; request pages
        flat -> limit_exceeded /pagination: pagination is missing, and the list has more than 3 rows; request pages by page and size
        flat size=2 -> 1 2 of {"page":1,"pageSize":2,"pageCount":2,"total":4}
        flat status=1 -> 1 2 4 of {"start":0,"limit":3,"total":3}
        cursors -> 1 2 3 4 of {"start":0,"limit":4,"total":4}
        uncounted -> 1 2 3 4 of {"start":0,"limit":4,"total":4}
      `).map(([asked, answer]) => [asked, answer.replace(/^\\/, '')]),
    )('%s -> %s', async (asked, answer) => {
      const [list = '', query = ''] = asked.split(' ');
      expect(await read(list as 'four', query)).toBe(answer);
    });

    it('has facets, aggregates and joined rows beside it, by one statement for each', async () => {
      const users = world.source.createQueryBuilder(User, 'u').leftJoinAndSelect('u.roles', 'role');
      expect(await read('four', '', users)).toBe('1 2 3 4 of {"start":0,"limit":4,"total":4}');
      const { meta } = await world.filters.page(
        world.repository(User),
        parse('four', 'facets=status&aggregates=age:max'),
      );
      expect(meta).toMatchObject({ pagination: { total: 4 }, aggregates: { age: { max: 41 } } });
      expect(await world.sent(() => read('four', ''))).toHaveLength(1);
    });

    it('links to nothing, is counted, and has a cache key of its own', async () => {
      const query = parse('four', '');
      const page = await world.filters.page(world.repository(User), query);
      expect(world.filters.links(query, page, '/users')).toBe('');
      expect(await world.filters.count(world.repository(User), parse('three', ''))).toBe(4);
      expect(query.cacheKey()).not.toBe(parse('three', '').cacheKey());
      expect(query.pagination).toBeUndefined();
    });
  },
);

onEngines(
  'a cap on a list without pages',
  { entities: adminEntities, options: { context: undefined }, on: ['sqlite'] },
  (world) => {
    it.each([
      [{ absent: 'all' }, /`pagination.absent` needs `max`/],
      [{ max: 5 }, /`pagination.max` needs `absent: 'all'`/],
      [{ absent: 'all', max: 0 }, /`pagination.max` must be a whole number from 1 to 10000, not 0/],
      [{ absent: 'all', max: 10_001 }, /`pagination.max` must be a whole number from 1 to 10000/],
      [{ absent: 'every', max: 5 }, /`pagination.absent` must be all/],
    ])('is wrong: %j', (pagination, error) => {
      expect(() => world.filters.parse(User, '', { pagination } as FilterQueryOverrides<User>)).toThrow(error);
    });

    it('stands neither beside populate nor in the module', () => {
      const pagination = { absent: 'all', max: 5 } as const;
      expect(() => world.filters.parse(User, '', { pagination, populate: ['roles'] })).toThrow(
        '`pagination.absent` is all, and the list reads `populate`',
      );
      expect(() => FilterService.forDataSource(world.source, { pagination })).toThrow(
        '`pagination.absent` is for one list; set it at its handler',
      );
      expect(world.filters.describe(User, { pagination }).pagination).toMatchObject({ all: 5 });
    });
  },
);
