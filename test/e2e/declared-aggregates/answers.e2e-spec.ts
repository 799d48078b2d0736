import { FilterException } from 'nestjs-filterable';
import { idsOf, onEngines } from '../../support/engines.js';
import { asking, market } from './model.js';

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

onEngines('answers with declared aggregates', market, (world) => {
  const { Stall, ids, page, parse, rows } = asking(world);

  it('answers what `load` says in every row, whatever `fields` names', async () => {
    const query = 'filters[id][$lte]=3&sort=id';
    const { data } = await page(query, { overrides: { ...loaded, select: true } as never });
    expect(data.map(({ reviewCount, averageStars }) => [reviewCount, averageStars])).toEqual([
      [3, undefined],
      [2, undefined],
      [0, undefined],
    ]);
    const named = await page(`${query}&fields=name`, { overrides: loaded });
    expect(named.data[0]).toEqual({ id: 1, name: 'One', reviewCount: 3 });
  });

  it('is answered by each row of a page by cursor, in a transaction, and of no rows', async () => {
    const { data } = await page('fields=reviewCount&pagination[after]=&pagination[pageSize]=2&sort=name');
    expect(data.map((row) => row['reviewCount'] as unknown)).toEqual([2, 1]);
    const none = await page('fields=reviewCount&filters[id]=99');
    expect(none.data).toEqual([]);
    await world.source
      .transaction(async (manager) => {
        await manager.query('DELETE FROM review WHERE id = 1');
        const query = parse('fields=reviewCount&filters[id]=1');
        const builder = manager.getRepository(Stall).createQueryBuilder('root');
        const { data: rowsThen } = await world.filters.page(builder, query);
        expect(rowsThen[0]?.['reviewCount']).toBe(2);
        throw new Error('rolled back');
      })
      .catch((error: unknown) => expect(String(error)).toContain('rolled back'));
  });

  it('follows the rows of a builder with joins, and lists of several chunks', async () => {
    const query = parse('fields=name,reviewCount&sort=id');
    const builder = rows().leftJoinAndSelect('root.reviews', 'review');
    const { data } = await world.filters.page(builder, query);
    expect(data.map((row) => row['reviewCount'] as unknown)).toEqual([3, 2, 0, 0, 1, 2, 2, 2]);
  });

  it('is refused by apply() and filter(), which have no place for it', async () => {
    const query = parse('fields=name,reviewCount');
    const allowed = expect.arrayContaining(['id', 'name']) as unknown;
    const path = 'fields';
    for (const call of [
      () => world.filters.apply(rows(), query),
      () => world.filters.filter(Stall, { fields: ['reviewCount'] as never }, { select: true }),
    ]) {
      const issues = await issuesOf(call);
      expect(issues).toMatchObject([{ code: 'unknown_field', path, allowed }]);
      expect(issues[0]?.allowed).not.toContain('reviewCount');
    }
    const trusted = () =>
      world.filters.filter(
        Stall,
        { fields: ['reviewCount'] as never },
        { select: ['name', 'reviewCount'] as never, trusted: true },
      );
    expect(trusted).toThrow('reviewCount cannot be chosen here');
  });

  it('is filtered and sorted by in a builder that does not load it', async () => {
    const query = parse('filters[reviewCount][$gte]=2&sort=reviewCount:desc,id', {
      overrides: loaded,
    });
    const found = await world.filters.apply(rows(), query).getMany();
    expect(found.map((row) => [row['id'] as unknown, row['reviewCount'] as unknown])).toEqual(
      [1, 2, 6, 7, 8].map((id) => [id, undefined]),
    );
    const code = world.filters.filter(Stall, {
      filters: { averageStars: { $gte: 3 } },
      sort: 'id',
    });
    expect(idsOf(await code.getMany())).toEqual([1, 2, 6]);
    const added = world.filters.and(query, { wordyCount: { $gte: 2 } } as never);
    expect(await world.filters.count(rows(), added)).toBe(5);
  });

  it('stands in keys of caches by what a context makes of it', () => {
    const key = (query: string, context?: unknown) => parse(query, { context }).cacheKey();
    expect(key('fields=wordyCount', { words: ['a'] })).not.toBe(key('fields=wordyCount', { words: ['b'] }));
    expect(key('fields=wordyCount', { words: ['a'] })).toBe(key('fields=wordyCount', { words: ['a'] }));
    expect(key('sort=wordyCount', { words: ['a'] })).not.toBe(key('sort=wordyCount', { words: ['b'] }));
    expect(String(parse('fields=name,reviewCount'))).toBe('fields[0]=name&fields[1]=reviewCount');
  });

  it('refuses the request where its function fails, and betrays nothing', async () => {
    const where = () => {
      throw new Error('the secret of the host');
    };
    const overrides = { fields: ['id', { name: 'n', of: 'reviews', count: true, where }], select: true };
    const error: unknown = await Promise.resolve()
      .then(() => page('filters[n]=1', { overrides: overrides as never }))
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ status: 403 });
    expect(JSON.stringify(error)).not.toContain('secret');
    expect(await ids('filters[id]=1', { overrides: overrides as never })).toEqual([1]);
  });
});
