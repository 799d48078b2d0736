import { FilterException, type FilterQueryOverrides, type Page } from 'nestjs-filterable';
import { User, adminEntities } from '../../support/admin/entities.js';
import { seedAdmin } from '../../support/admin/rows.js';
import { onEngines } from '../../support/engines.js';
import { cases } from '../../support/table.js';

/*
 * An order that the server adds around the client's. The users 1 to 4 have the departments Oslo, Bergen, Bergen and
 * none, the ages 30, 41, 25 and 30, and the status true, true, false and true.
 */

const lists = {
  before: { defaults: { sortBefore: 'status:desc' } },
  after: { defaults: { sortAfter: 'age:desc' } },
  both: { defaults: { sortBefore: 'status', sort: 'age', sortAfter: 'username:desc' } },
  related: { defaults: { sortBefore: 'dept.sortNo:nullsLast' } },
  hidden: { defaults: { sortBefore: 'salary:desc' }, pagination: { secret: 'sixteen characters or more' } },
  few: { defaults: { sortBefore: 'status:desc', sortAfter: 'age' }, limits: { sortKeys: 1 } },
} as const satisfies Record<string, FilterQueryOverrides<User>>;

onEngines(
  'an order of the server around the client’s',
  { entities: adminEntities, seed: seedAdmin, options: { context: undefined } },
  (world) => {
    const read = (list: keyof typeof lists, query: string) => world.filters.parse(User, query, lists[list]);
    const page = (list: keyof typeof lists, query: string): Promise<Page<User>> =>
      world.filters.page(world.repository(User), read(list, query));
    const idsOf = ({ data }: Page<User>) => data.map(({ id }) => id).join(' ');

    it.each(
      cases(`
        before -> 4 2 1 3
        before sort=id -> 1 2 4 3
        before sort=age:desc -> 2 4 1 3
        before sort=status -> 4 2 1 3
        before sort=status,id -> 1 2 4 3
        after -> 2 4 1 3
        after sort=status -> 3 2 4 1
        after sort=age -> 3 1 4 2
        both -> 3 4 1 2
        both sort=id:desc -> 3 4 2 1
        related sort=login:desc -> 3 2 1 4
        hidden sort=login -> 4 3 2 1
        few sort=id -> 1 2 4 3
      `),
    )('%s -> %s', async (asked, ids) => {
      const [list = '', query = ''] = asked.split(' ');
      expect(idsOf(await page(list as 'both', query))).toBe(ids);
      const rows: number[] = [];
      for await (const { id } of world.filters.each(world.repository(User), read(list as 'both', query))) rows.push(id);
      expect(rows.join(' ')).toBe(ids);
    });

    it.each(Object.keys(lists) as (keyof typeof lists)[])('holds along links and cursors: %s', async (list) => {
      const whole = idsOf(await page(list, 'sort=login'));
      for (const first of [
        'sort=login&pagination[after]=&pagination[pageSize]=1',
        'sort=login&pagination[pageSize]=1',
      ]) {
        const ids: string[] = [];
        for (let query: string | undefined = first; query !== undefined && ids.length < 9;) {
          const parsed = read(list, query);
          const answer: Page<User> = await world.filters.page(world.repository(User), parsed);
          ids.push(idsOf(answer));
          const links: string = world.filters.links(parsed, answer, `/users?${query}`);
          query = /<\/users\?([^>]*)>; rel="next"/.exec(links)?.[1];
          expect(links).not.toMatch(/status|salary/);
        }
        expect(ids.join(' ')).toBe(whole);
      }
    });

    it('refuses the cursor of another order', async () => {
      const { meta } = await page('before', 'sort=login&pagination[after]=&pagination[pageSize]=1');
      const next = meta.pagination.next ?? '';
      await expect(page('both', `sort=login&pagination[after]=${next}`)).rejects.toThrow(FilterException);
    });
  },
);

onEngines(
  'an order of the server',
  { entities: adminEntities, options: { context: undefined }, on: ['sqlite'] },
  (world) => {
    const parse = (defaults: object, query = '', more: object = {}) =>
      world.filters.parse(User, query, { ...more, defaults });

    it('is in cache keys, and in nothing that is printed', () => {
      const [own, usual] = [parse({ sortBefore: 'status' }, 'sort=id'), parse({}, 'sort=id')];
      expect(own.toString()).toBe('sort[0]=id%3Aasc');
      expect(own.cacheKey()).not.toBe(usual.cacheKey());
      expect(own.cacheKey()).not.toBe(parse({ sortBefore: 'status:desc' }, 'sort=id').cacheKey());
      expect(own.cacheKey()).not.toBe(parse({ sortAfter: 'status' }, 'sort=id').cacheKey());
      expect(parse({ sortAfter: 'id:desc' }, 'sort=id').cacheKey()).toBe(usual.cacheKey());
    });

    it('has no cursors where a key is hidden, but with a secret', () => {
      for (const name of ['sortBefore', 'sortAfter']) {
        const hidden = { [name]: 'password' };
        expect(() => parse(hidden, 'pagination[after]=')).toThrow('pagination[after] is not read here');
        expect(() => parse(hidden, '', { pagination: { styles: ['cursor'] } })).toThrow(
          'its order has password, which clients may not filter by, and cursors would show its values; set pagination.secret',
        );
        const secret = { pagination: { secret: 'sixteen characters or more' } };
        expect(parse(hidden, 'pagination[after]=', secret).pagination).toMatchObject({ after: '' });
      }
    });

    it.each([
      [{ sortBefore: 'nope' }, /nope/],
      [{ sortBefore: 'id', sort: 'id:desc' }, /`defaults` orders by id twice, in two of/],
      [{ sortBefore: 'id', sortAfter: 'id' }, /`defaults` orders by id twice/],
      [{ sortbefore: 'id' }, /`defaults.sortbefore` does not exist; did you mean sortBefore\?/],
    ])('contradicts itself: %j', (defaults, error) => {
      expect(() => parse(defaults)).toThrow(error);
    });
  },
);
