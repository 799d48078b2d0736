import type { FilterQuery } from 'nestjs-filterable';
import type { ObjectLiteral } from 'typeorm';
import { FilterException, type FilterIssue, FilterService } from 'nestjs-filterable';
import { idsOf, onEveryEngine } from './fixture.js';

/** What a search is beside its words: cursors, links, keys of caches, and all the ways to apply it. */

onEveryEngine((fixture) => {
  const found = 'search=thai&sort=id&pagination[pageSize]=2';

  async function issuesOf(query: FilterQuery<ObjectLiteral>): Promise<readonly FilterIssue[]> {
    try {
      await fixture.page(query);
    } catch (error) {
      if (error instanceof FilterException) return error.issues;
      throw error;
    }
    return [];
  }

  async function nextCursor(query: string): Promise<string> {
    const { meta } = await fixture.filters.page(fixture.shops(), fixture.parse(query));
    if (!('next' in meta.pagination) || meta.pagination.next === null) throw new Error(`${query} has no further page`);
    return encodeURIComponent(meta.pagination.next);
  }

  describe('a cursor', () => {
    const first = `${found}&pagination[after]=`;

    it('goes on in the list of its search', async () => {
      const cursor = await nextCursor(first);
      const [ids] = await fixture.page(fixture.parse(first));
      const [more] = await fixture.page(fixture.parse(first + cursor));
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
      const query = fixture.parse(`${other}&pagination[pageSize]=2&pagination[after]=${await nextCursor(first)}`);
      const issues = await issuesOf(query);
      expect(issues.map(({ code, path }) => [code, path])).toEqual([['invalid_cursor', 'pagination[after]']]);
    });

    it('of a list without a search is refused for a search', async () => {
      const cursor = await nextCursor('sort=id&pagination[pageSize]=2&pagination[after]=');
      expect((await issuesOf(fixture.parse(first + cursor))).map(({ code }) => code)).toEqual(['invalid_cursor']);
    });

    it('is one of the search however that is written', async () => {
      const cursor = await nextCursor(first);
      const query = fixture.parse(`search=%20thai%20&sort=id&pagination[pageSize]=2&pagination[after]=${cursor}`);
      expect(await issuesOf(query)).toEqual([]);
    });
  });

  it('stands in links', async () => {
    const query = fixture.parse('search=%22hot+pot%22&sort=id&pagination[pageSize]=1');
    const page = await fixture.filters.page(fixture.shops(), query);
    const links = fixture.filters.links(query, page, '/shops?search=hot&tab=1');
    const [, next = ''] = /<([^>]*)>; rel="next"/.exec(links) ?? [];
    expect(next).toContain('search=%22hot%20pot%22');
    expect(next).toContain('tab=1');
    expect(next).not.toContain('search=hot&');
    expect(await fixture.page(fixture.parse(next.split('?')[1] ?? ''))).toEqual([[13], 2]);
  });

  it('is held by every way to apply a query', async () => {
    const { filters } = fixture;
    const { Shop } = fixture.model;
    const query = fixture.parse('search=thai');
    const all = [1, 2, 12, 13];
    const ids = async (builder: { getMany(): Promise<ObjectLiteral[]> }) =>
      [...idsOf(await builder.getMany())].sort((a, b) => a - b);
    expect(await filters.count(fixture.shops(), query)).toBe(4);
    expect(await ids(filters.apply(fixture.shops(), query))).toEqual(all);
    expect(await ids(filters.apply(fixture.shops(), query, { only: 'filters' }))).toEqual(all);
    expect(await ids(filters.filter(fixture.database.source.getRepository(Shop), { search: 'thai' }))).toEqual(all);
    expect(await ids(filters.filter(Shop, { search: 'thai' }, { trusted: true }))).toEqual(all);
    expect(await ids(filters.apply(fixture.shops(), filters.and(query, { stars: { $gt: 4 } })))).toEqual([2, 12]);
  });

  it('changes nothing of what is loaded for a row', async () => {
    const query = fixture.parse('search=family+garden&sort=id');
    const builder = fixture
      .shops()
      .leftJoinAndSelect('root.crowds', 'crowd')
      .leftJoinAndSelect('root.reviews', 'review');
    const { data, meta } = await fixture.filters.page(builder, query);
    expect(data.map((row) => [row['id'], row['crowds'].length, row['reviews'].length])).toEqual([
      [1, 2, 2],
      [12, 2, 1],
    ]);
    expect(meta.pagination).toMatchObject({ total: 2 });
  });

  it('counts soft-deleted related rows where the handler asks for deleted rows', async () => {
    const query = fixture.parse('search=awful', { fields: ['reviews.text'] });
    expect(await fixture.filters.count(fixture.shops(), query)).toBe(0);
    expect(await fixture.filters.count(fixture.shops().withDeleted(), query)).toBe(1);
  });

  it('holds beside the conditions of a builder', async () => {
    const builder = fixture.shops().where('root.stars = 4 OR root.stars = 12');
    expect(await fixture.filters.count(builder, fixture.parse('search=garden'))).toBe(2);
  });

  it('is part of the key of a cache: its words, and the fields that it looks in', () => {
    const keyOf = (query: string, asking = {}) => fixture.parse(query, asking).cacheKey();
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
    const filters = FilterService.forDataSource(fixture.database.source, {
      limits: { searchWords: 16, searchTerms: 40 },
    });
    const search = ['name', 'chef.name', 'chef.city.name', 'reviews.text', 'crowds.name'];
    const query = filters.parse<ObjectLiteral>(fixture.model.Shop, { search: 'a e o n t h i d' }, { search });
    const found = await filters.page(fixture.shops(), query);
    expect(idsOf(found.data)).toEqual([1, 2, 12]);
    expect(await filters.count(fixture.shops(), query)).toBe(3);
  });

  it('is in the canonical form of a query, which is the same query', async () => {
    const query = fixture.parse('search=thai&sort=id');
    expect(await fixture.page(query)).toEqual([[1, 2, 12, 13], 4]);
    expect(JSON.parse(JSON.stringify(query))).toEqual({ search: 'thai', sort: ['id:asc'] });
    expect(await fixture.page(fixture.parse(query.toJSON()))).toEqual([[1, 2, 12, 13], 4]);
  });
});
