import { FilterException, FilterService } from 'nestjs-filterable';
import { engines } from '../../support/databases.js';
import { onEveryEngine } from './fixture.js';

/** Runs a call that is refused, and returns the issues. */
async function issuesOf(call: () => unknown): Promise<FilterException['issues']> {
  const error: unknown = await Promise.resolve()
    .then(call)
    .catch((reason: unknown) => reason);
  if (error instanceof FilterException) return error.issues;
  throw new Error(`not refused: ${String(error)}`);
}

const loaded = {
  fields: ['id', 'name', { name: 'reviewCount', load: true }, 'averageStars'],
  select: ['name', 'averageStars'],
} as const;

onEveryEngine((fixture) => {
  it('answers what `load` says in every row, whatever `fields` names', async () => {
    const query = 'filters[id][$lte]=3&sort=id';
    const { data } = await fixture.page(query, { overrides: { ...loaded, select: true } as never });
    expect(data.map(({ reviewCount, averageStars }) => [reviewCount, averageStars])).toEqual([
      [3, undefined],
      [2, undefined],
      [0, undefined],
    ]);
    const named = await fixture.page(`${query}&fields=name`, { overrides: loaded });
    expect(named.data[0]).toEqual({ id: 1, name: 'One', reviewCount: 3 });
  });

  it('is answered by each row of a page by cursor, in a transaction, and of no rows', async () => {
    const { data } = await fixture.page('fields=reviewCount&pagination[after]=&pagination[pageSize]=2&sort=name');
    expect(data.map((row) => row['reviewCount'] as unknown)).toEqual([2, 1]);
    const none = await fixture.page('fields=reviewCount&filters[id]=99');
    expect(none.data).toEqual([]);
    await fixture.database.source
      .transaction(async (manager) => {
        await manager.query('DELETE FROM review WHERE id = 1');
        const query = fixture.parse('fields=reviewCount&filters[id]=1');
        const builder = manager.getRepository(fixture.classOf('Restaurant')).createQueryBuilder('root');
        const page = await fixture.filters.page(builder, query);
        expect(page.data[0]?.['reviewCount']).toBe(2);
        throw new Error('rolled back');
      })
      .catch((error: unknown) => expect(String(error)).toContain('rolled back'));
  });

  it('follows the rows of a builder with joins, and lists of several chunks', async () => {
    const query = fixture.parse('fields=name,reviewCount&sort=id');
    const builder = fixture.builderOf('Restaurant').leftJoinAndSelect('root.reviews', 'review');
    const { data } = await fixture.filters.page(builder, query);
    expect(data.map((row) => row['reviewCount'] as unknown)).toEqual([3, 2, 0, 0, 1, 2, 2, 2]);
  });

  it('is refused by apply() and filter(), which have no place for it', async () => {
    const query = fixture.parse('fields=name,reviewCount');
    const allowed = ['id', 'name'];
    const path = 'fields';
    for (const call of [
      () => fixture.filters.apply(fixture.builderOf('Restaurant'), query),
      () =>
        fixture.filters.filter(fixture.classOf('Restaurant'), { fields: ['reviewCount'] as never }, { select: true }),
    ]) {
      expect(await issuesOf(call)).toMatchObject([{ code: 'unknown_field', path, allowed }]);
    }
    const trusted = () =>
      fixture.filters.filter(
        fixture.classOf('Restaurant'),
        { fields: ['reviewCount'] as never },
        { select: ['name', 'reviewCount'] as never, trusted: true },
      );
    expect(trusted).toThrow('reviewCount cannot be chosen here');
  });

  it('is filtered and sorted by in a builder that does not load it', async () => {
    const query = fixture.parse('filters[reviewCount][$gte]=2&sort=reviewCount:desc,id', {
      overrides: loaded,
    });
    const rows = await fixture.filters.apply(fixture.builderOf('Restaurant'), query).getMany();
    expect(rows.map((row) => [row['id'] as unknown, row['reviewCount'] as unknown])).toEqual(
      [1, 2, 6, 7, 8].map((id) => [id, undefined]),
    );
    const code = fixture.filters.filter(fixture.classOf('Restaurant'), {
      filters: { averageStars: { $gte: 3 } },
      sort: 'id',
    });
    expect((await code.getMany()).map((row) => row['id'] as unknown)).toEqual([1, 2, 6]);
    const added = fixture.filters.and(query, { wordyCount: { $gte: 2 } } as never);
    expect(await fixture.filters.count(fixture.builderOf('Restaurant'), added)).toBe(5);
  });

  it('spends a statement for each relation and condition, and a subquery for each comparison', async () => {
    const { source } = fixture.database;
    const few = FilterService.forDataSource(source, { limits: { aggregatedRelations: 1, relationConditions: 2 } });
    const parse = (query: string) => few.parse(fixture.classOf('Restaurant'), query, { select: true });
    expect(() => parse('fields=reviewCount,sumStars,firstAt')).not.toThrow();
    expect(await issuesOf(() => parse('fields=reviewCount,tagCount'))).toMatchObject([
      { code: 'limit_exceeded', limit: 'aggregatedRelations', max: 1 },
    ]);
    const two = 'filters[reviewCount][$gte]=1&filters[sumStars][$gte]=1';
    expect(() => parse(two)).not.toThrow();
    expect(await issuesOf(() => parse(`${two}&sort=tagCount`))).toMatchObject([
      { code: 'limit_exceeded', limit: 'relationConditions', max: 2 },
    ]);
    expect(parse('fields=reviewCount').cost.parts).toEqual({ aggregatedRelations: 8 });
  });

  it('stands in keys of caches by what a context makes of it', () => {
    const key = (query: string, context?: unknown) => fixture.parse(query, { context }).cacheKey();
    expect(key('fields=wordyCount', { words: ['a'] })).not.toBe(key('fields=wordyCount', { words: ['b'] }));
    expect(key('fields=wordyCount', { words: ['a'] })).toBe(key('fields=wordyCount', { words: ['a'] }));
    expect(key('sort=wordyCount', { words: ['a'] })).not.toBe(key('sort=wordyCount', { words: ['b'] }));
    expect(String(fixture.parse('fields=name,reviewCount'))).toBe('fields[0]=name&fields[1]=reviewCount');
  });

  it.each([
    ['filters[reviewCount]=1.5', 'invalid_value'],
    ['filters[reviewCount]=9223372036854775808', 'invalid_value'],
    ['filters[averageStars]=NaN', 'invalid_value'],
    ['filters[averageStars]=1e999', 'invalid_value'],
    ['filters[firstAt]=2024-02-30', 'invalid_value'],
    ['filters[reviewCount][$contains]=1', 'operator_not_allowed'],
    ['filters[reviewCount][$where][approved]=true', 'operator_not_allowed'],
    ['filters[reviewCount][$count]=1', 'operator_not_allowed'],
    ['filters[reviewCount][id]=1', 'unknown_operator'],
    ['filters[lastWord]=so', 'unknown_field'],
    ['filters[averagestars]=1', 'unknown_field'],
    ['filters[reviews][approvedCount]=1', 'unknown_field'],
    ['filters[vans][$count]=1', 'unknown_field'],
    ['sort=secretCost', 'not_sortable'],
    ['fields=reviewCount,reviewCount', 'duplicate_key'],
    ['fields=reviewCount.id', 'unknown_field'],
    ['facets=sumStars', 'unknown_field'],
  ])('refuses %s', async (query, code) => {
    expect((await issuesOf(() => fixture.page(query))).map((issue) => issue.code)).toEqual([code]);
  });

  it('refuses the request where its function fails, and betrays nothing', async () => {
    const where = () => {
      throw new Error('the secret of the host');
    };
    const overrides = { fields: ['id', { name: 'n', of: 'reviews', count: true, where }], select: true };
    const error: unknown = await Promise.resolve()
      .then(() => fixture.page('filters[n]=1', { overrides: overrides as never }))
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ status: 403 });
    expect(JSON.stringify(error)).not.toContain('secret');
    expect(await fixture.ids('filters[id]=1', { overrides: overrides as never })).toEqual([1]);
  });
}, engines);
