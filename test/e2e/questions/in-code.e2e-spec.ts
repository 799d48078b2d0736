import type { QueryInput } from 'nestjs-filterable';
import { Post } from '../../support/blog/entities.js';
import { idsOf, onEngines } from '../../support/engines.js';
import { blogAndCompany, idsByHand } from './tables.js';

/** Conditions of the program. That native values mean what their texts mean is in the unit tests of `in-code`. */

onEngines('conditions in code', blogAndCompany, (world) => {
  const red = 'tag((t.id = 1))';

  it('of filter() are bound by the allow-list, unless they are trusted', async () => {
    const input: QueryInput<Post> = { filters: { tenantId: 2, author: { posts: { title: 'Harvest' } } }, sort: 'id' };
    const { filters } = world;
    expect(() => filters.filter(Post, input)).toThrow(expect.objectContaining({ status: 400 }) as Error);
    const byHand = await idsByHand(world, 'p.[tenantId] = 2 AND p.[authorId] IN (5, 6) ORDER BY p.id');
    expect(idsOf(await filters.filter(Post, input, { trusted: true }).getMany())).toEqual(byHand);
    expect(byHand).not.toEqual([]);
  });

  it('of and() may be on any column, and are not printed', async () => {
    const { filters } = world;
    const query = filters.parse(Post, 'filters[tags]=1&sort=id');
    const own = filters.and(query, { tenantId: 2 });
    expect(idsOf(await filters.apply(world.builder(Post), own).getMany())).toEqual(
      await idsByHand(world, `p.[tenantId] = 2 AND ${red} ORDER BY p.id`),
    );
    expect(own.toString()).toBe(query.toString());
    expect(await filters.count(world.builder(Post), own)).toBeLessThan(await filters.count(world.builder(Post), query));
  });

  it('of and() are no alternative to what the client asks for', async () => {
    const { filters } = world;
    const query = filters.parse(Post, 'filters[$or][0][tags]=1&filters[$or][1][title]=Snow&sort=id');
    const own = filters.and(query, { $or: [{ tenantId: 2 }, { secretNote: 'hold' }] });
    expect(idsOf(await filters.apply(world.builder(Post), own).getMany())).toEqual(
      await idsByHand(
        world,
        `(${red} OR p.title = 'Snow') AND (p.[tenantId] = 2 OR p.[secretNote] = 'hold') ORDER BY p.id`,
      ),
    );
  });

  it('of and() are added twice, through relations, and page and count', async () => {
    const { filters } = world;
    const query = filters.parse(
      Post,
      'filters[comments][$exists]=true&sort=id&pagination[page]=2&pagination[pageSize]=3',
    );
    const own = filters.and(filters.and(query, { tenantId: 1 }), { author: { resetToken: null } });
    const all = await idsByHand(
      world,
      'p.[tenantId] = 1 AND comment((1 = 1)) AND author((a.[resetToken] IS NULL)) ORDER BY p.id',
    );
    const { data, meta } = await filters.page(world.builder(Post), own);
    expect(idsOf(data)).toEqual(all.slice(3, 6));
    expect(data).toHaveLength(3);
    expect(meta.pagination).toMatchObject({ page: 2, total: all.length });
    expect(await filters.count(world.builder(Post), own)).toBe(all.length);
  });
});
