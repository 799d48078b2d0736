import type { FilterQuery } from 'nestjs-filterable';
import type { ObjectLiteral } from 'typeorm';
import { FilterException, type FilterIssue } from 'nestjs-filterable';
import { ascending, idsOf, onEngines } from '../../support/engines.js';
import { asking, searchModels } from './model.js';
import { seedShops } from './rows.js';

/** What a search is beside its words: cursors, links, keys of caches, and all the ways to apply it. */

onEngines('a search', { entities: (engine) => searchModels[engine].entities, seed: seedShops }, (world) => {
  const { Shop, page, parse, shops } = asking(world);
  const found = 'search=thai&sort=id&pagination[pageSize]=2';

  async function issuesOf(query: FilterQuery<ObjectLiteral>): Promise<readonly FilterIssue[]> {
    try {
      await page(query);
    } catch (error) {
      if (error instanceof FilterException) return error.issues;
      throw error;
    }
    return [];
  }

  async function nextCursor(query: string): Promise<string> {
    const { meta } = await world.filters.page(shops(), parse(query));
    if (typeof meta.pagination.next !== 'string') throw new Error(`${query} has no further page`);
    return encodeURIComponent(meta.pagination.next);
  }

  describe('a cursor', () => {
    const first = `${found}&pagination[after]=`;

    it('goes on in the list of its search', async () => {
      const cursor = await nextCursor(first);
      const [ids] = await page(parse(first));
      const [more] = await page(parse(first + cursor));
      expect([ids, more]).toEqual([
        [1, 2],
        [12, 13],
      ]);
    });

    it.each([
      ['another search', 'search=garden&sort=id'],
      ['a search of more words', 'search=thai+garden&sort=id'],
      ['no search', 'sort=id'],
    ])('is refused for %s', async (_, other) => {
      const query = parse(`${other}&pagination[pageSize]=2&pagination[after]=${await nextCursor(first)}`);
      const issues = await issuesOf(query);
      expect(issues.map(({ code, path }) => [code, path])).toEqual([['invalid_cursor', 'pagination[after]']]);
    });

    it('of a list without a search is refused for a search', async () => {
      const cursor = await nextCursor('sort=id&pagination[pageSize]=2&pagination[after]=');
      expect((await issuesOf(parse(first + cursor))).map(({ code }) => code)).toEqual(['invalid_cursor']);
    });

    it('is one of the search however that is written', async () => {
      const cursor = await nextCursor(first);
      const query = parse(`search=%20thai%20&sort=id&pagination[pageSize]=2&pagination[after]=${cursor}`);
      expect(await issuesOf(query)).toEqual([]);
    });
  });

  it('stands in links', async () => {
    const query = parse('search=%22hot+pot%22&sort=id&pagination[pageSize]=1');
    const first = await world.filters.page(shops(), query);
    const links = world.filters.links(query, first, '/shops?search=hot&tab=1');
    const [, next = ''] = /<([^>]*)>; rel="next"/.exec(links) ?? [];
    expect(next).toContain('search=%22hot%20pot%22');
    expect(next).toContain('tab=1');
    expect(next).not.toContain('search=hot&');
    expect(await page(parse(next.split('?')[1] ?? ''))).toEqual([[13], 2]);
  });

  it('is held by every way to apply a query', async () => {
    const { filters } = world;
    const query = parse('search=thai');
    const all = [1, 2, 12, 13];
    const ids = async (builder: { getMany(): Promise<ObjectLiteral[]> }) => ascending(idsOf(await builder.getMany()));
    expect(await filters.count(shops(), query)).toBe(4);
    expect(await ids(filters.apply(shops(), query))).toEqual(all);
    expect(await ids(filters.apply(shops(), query, { only: 'filters' }))).toEqual(all);
    expect(await ids(filters.filter(world.source.getRepository(Shop), { search: 'thai' }))).toEqual(all);
    expect(await ids(filters.filter(Shop, { search: 'thai' }, { trusted: true }))).toEqual(all);
    expect(await ids(filters.apply(shops(), filters.and(query, { stars: { $gt: 4 } })))).toEqual([2, 12]);
  });

  it('changes nothing of what is loaded for a row', async () => {
    const query = parse('search=family+garden&sort=id');
    const builder = shops().leftJoinAndSelect('root.crowds', 'crowd').leftJoinAndSelect('root.reviews', 'review');
    const { data, meta } = await world.filters.page(builder, query);
    expect(data.map((row) => [row['id'], row['crowds'].length, row['reviews'].length])).toEqual([
      [1, 2, 2],
      [12, 2, 1],
    ]);
    expect(meta.pagination).toMatchObject({ total: 2 });
  });

  it('counts soft-deleted related rows where the handler asks for deleted rows', async () => {
    const query = parse('search=awful', { fields: ['reviews.text'] });
    expect(await world.filters.count(shops(), query)).toBe(0);
    expect(await world.filters.count(shops().withDeleted(), query)).toBe(1);
  });

  it('holds beside the conditions of a builder', async () => {
    const builder = shops().where('root.stars = 4 OR root.stars = 12');
    expect(await world.filters.count(builder, parse('search=garden'))).toBe(2);
  });

  it('is part of the key of a cache: its words, and the fields that it looks in', () => {
    const keyOf = (query: string, asking = {}) => parse(query, asking).cacheKey();
    const context = { tenant: 1 };
    expect(keyOf('search=thai', { context })).toBe(keyOf('search=%20thai', { context }));
    const keys = [
      keyOf('', { context }),
      keyOf('search=thai', { context }),
      keyOf('search=Thai', { context }),
      keyOf('search=thai', { context: { tenant: 2 } }),
      keyOf('search=thai', { context, fields: ['name'] }),
      keyOf('search=thai', { context, fields: ['slogan'] }),
      keyOf('search=thai', { context, fields: ['stars'] }),
      keyOf('search=thai', { context, fields: ['price'] }),
    ];
    // A word that neither of two fields can hold finds nothing in either.
    expect(new Set(keys).size).toBe(keys.length - 1);
    expect(keys.at(-1)).toBe(keys.at(-2));
  });

  it('answers as many terms as a program may allow, through relations', async () => {
    const filters = world.filtersWith({
      limits: { searchWords: 16, searchTerms: 40 },
    });
    const search = ['name', 'chef.name', 'chef.city.name', 'reviews.text', 'crowds.name'];
    const query = filters.parse<ObjectLiteral>(Shop, { search: 'a e o n t h i d' }, { search });
    const found = await filters.page(shops(), query);
    expect(idsOf(found.data)).toEqual([1, 2, 12]);
    expect(await filters.count(shops(), query)).toBe(3);
  });

  it('is in the canonical form of a query, which is the same query', async () => {
    const query = parse('search=thai&sort=id');
    expect(await page(query)).toEqual([[1, 2, 12, 13], 4]);
    expect(JSON.parse(JSON.stringify(query))).toEqual({ search: 'thai', sort: ['id:asc'] });
    expect(await page(parse(query.toJSON()))).toEqual([[1, 2, 12, 13], 4]);
  });
});
