import type { ObjectLiteral } from 'typeorm';
import { FilterConfigurationError, type ValuesFacet } from 'nestjs-filterable';
import { type Fixture, onEveryEngine, tenant1 } from './fixture.js';

/** The fields of a place whose values a facet and a row must have in common, each with its property. */
const alike: readonly (readonly [facet: string, of: (row: ObjectLiteral) => unknown])[] = [
  ['kitchen', ({ cuisine }) => cuisine as unknown],
  ['visits', ({ visits }) => visits as unknown],
  ['open', ({ open }) => open as unknown],
  ['level', ({ level }) => level as unknown],
  ['founded', ({ founded }) => founded as unknown],
  ['seen', ({ seen }) => seen as unknown],
  ['code', ({ code }) => code as unknown],
  ['phone', ({ phone }) => phone as unknown],
];

/** Counts the statements that the driver receives. */
async function statementsOf(fixture: Fixture, run: () => Promise<unknown>): Promise<readonly string[]> {
  const { source } = fixture.database;
  const sent: string[] = [];
  const { logger } = source;
  const spy = { ...logger, logQuery: (query: string) => void sent.push(query) };
  Object.assign(source, { logger: Object.setPrototypeOf(spy, Object.getPrototypeOf(logger) as object) as unknown });
  try {
    await run();
  } finally {
    Object.assign(source, { logger });
  }
  return sent;
}

onEveryEngine((fixture) => {
  const parse = (query: string, guest: unknown = tenant1) =>
    fixture.filters.parse(fixture.model.Place, query, { context: guest });
  const rows = () => fixture.builderOf('Place');

  it.each(alike)('the values of %s are those of the JSON of rows', async (facet, of) => {
    const { data, meta } = await fixture.page(`facets=${facet}&pagination[pageSize]=100`);
    const values = (meta.facets?.[facet] as ValuesFacet).values.map(({ value }) => JSON.stringify(value));
    const ofRows = new Set(data.map((row) => JSON.stringify(of(row))));
    for (const value of values) expect(ofRows).toContain(value);
    // Under a collation without case a facet has fewer.
    if (facet !== 'kitchen') expect(new Set(values)).toEqual(ofRows);
  });

  it('a page has facets where it is asked for them, and nowhere else', async () => {
    expect(Object.keys((await fixture.page('')).meta)).toEqual(['pagination']);
    expect(Object.keys((await fixture.page('facets=')).meta)).toEqual(['pagination']);
    expect(Object.keys((await fixture.page('facets=open')).meta)).toEqual(['pagination', 'facets']);
    const cursor = await fixture.page('facets=open&pagination[after]=&pagination[pageSize]=2');
    expect(cursor.meta.facets).toBeDefined();
    expect(cursor.meta.pagination).toMatchObject({ next: expect.any(String) as string });
  });

  it('facets go on along cursors', async () => {
    const first = await fixture.page('facets=open&pagination[after]=&pagination[pageSize]=2&sort=id');
    const { next } = first.meta.pagination as { next: string };
    const second = await fixture.page(`facets=open&pagination[after]=${next}&pagination[pageSize]=2&sort=id`);
    expect(second.data.map(({ id }) => id as number)).toEqual([3, 4]);
    expect(second.meta.facets).toEqual(first.meta.facets);
  });

  it('a facet behind relations has the rows that each request may see, whoever asked before', async () => {
    const query = 'facets=tags.name,reviews.stars,open';
    const asked = [1, 2, 1, 3, 2, 1].map((tenant) => ({ tenant }));
    for (const guest of asked) {
      const alone = fixture.builderOf('Place').comment('sent by its builder');
      expect(await fixture.facets(query, { guest })).toEqual(
        await fixture.facets(query, { guest, prepare: () => alone }),
      );
    }
  });

  it('facets() answers those of the query alone', async () => {
    const query = parse('facets=open,rating&filters[open]=true');
    const { meta } = await fixture.filters.page(rows(), query);
    expect(await fixture.filters.facets(rows(), query)).toEqual(meta.facets);
    expect(await fixture.filters.facets(rows(), parse(''))).toEqual({});
  });

  it('facets() answers those that the program names, by either name, and under none of the client’s limits', async () => {
    const { model } = fixture;
    const filters = fixture.filtersWith({ limits: { facets: 1 } });
    const query = filters.parse(model.Place, 'facets[kitchen][search]=zzz&filters[open]=true', { context: tenant1 });
    const answer = await filters.facets(rows(), query, ['cuisine', 'open', 'kitchen', 'tags.name']);
    expect(Object.keys(answer)).toEqual(['cuisine', 'open', 'kitchen', 'tags.name']);
    expect(answer['cuisine']).toEqual(answer['kitchen']);
    expect(answer['open']).toMatchObject({
      values: [
        { value: true, count: 5 },
        { value: false, count: 2 },
      ],
    });
    expect(JSON.stringify(answer['tags.name'])).not.toContain('watched');
  });

  it('facets() throws for a name that is none', async () => {
    const run = fixture.filters.facets(rows(), parse(''), ['open', 'opn']);
    await expect(run).rejects.toThrow(FilterConfigurationError);
    await expect(run).rejects.toThrow('facets(): opn is no facet of Place; did you mean open?');
  });

  it.each([
    ['none', ''],
    ['one', 'facets=open'],
    ['a condition on related rows, whose keys are looked up first', 'filters[tags][name]=quiet'],
  ])('facets() throws for a builder of another entity, where the query asks for %s', async (_, asked) => {
    const { filters } = fixture;
    const query = parse(asked);
    const others = () => fixture.builderOf('Review');
    const refused = /^The query is about \w+, but the builder selects \w+; give it a builder of \w+\.$/;
    const calls = [
      () => filters.facets(others(), query),
      () => filters.facets(others(), query, []),
      () => filters.page(others(), query),
      () => filters.count(others(), query),
      async () => await filters.apply(others(), query).getMany(),
    ];
    for (const call of calls) {
      const fault = await call().then(undefined, (error: unknown) => error);
      expect(fault).toBeInstanceOf(FilterConfigurationError);
      expect(String((fault as Error).message)).toMatch(refused);
    }
  });

  it('facets() leaves out what the client may not see', async () => {
    expect(Object.keys(await fixture.filters.facets(rows(), parse(''), ['paid', 'open']))).toEqual(['open']);
    const staff = { tenant: 1, isStaff: true };
    expect(Object.keys(await fixture.filters.facets(rows(), parse('', staff), ['paid', 'open']))).toEqual([
      'paid',
      'open',
    ]);
  });

  it('apply() finds the rows as if there were none, and facets() may follow', async () => {
    const query = parse('facets=open&filters[open]=false');
    const builder = fixture.filters.apply(rows(), query);
    expect((await builder.getMany()).map(({ id }) => id)).toEqual([3, 5]);
    expect(await fixture.filters.facets(rows(), query)).toMatchObject({ open: { hasMore: false } });
  });

  it('conditions of the server’s own hold for every facet', async () => {
    const query = fixture.filters.and(parse('facets=open,level&filters[open]=true'), { open: true });
    expect(await fixture.filters.facets(rows(), query)).toEqual({
      open: { values: [{ value: true, count: 5 }], hasMore: false },
      level: expect.objectContaining({ hasMore: false }) as unknown,
    });
  });

  it('defaults hold, too: only what the client itself asks for is left out', async () => {
    const overrides = { defaults: { filters: { open: false } }, context: tenant1 };
    const query = fixture.filters.parse(fixture.model.Place, 'facets=open', overrides);
    expect((await fixture.filters.facets(rows(), query))['open']).toEqual({
      values: [{ value: false, count: 2 }],
      hasMore: false,
    });
  });

  it('one statement for each facet, and one for ranges under the same conditions', async () => {
    const query = parse('facets=open,rating,price,doc.weight,tags.name,chef.stars');
    const sent = await statementsOf(fixture, () => fixture.filters.facets(rows(), query));
    expect(sent).toHaveLength(4);
    const narrowed = parse('facets=rating,price&filters[rating][$gt]=1');
    expect(await statementsOf(fixture, () => fixture.filters.facets(rows(), narrowed))).toHaveLength(2);
  });

  it('the builder stays as it is, and its query runner is used for all statements, one after another', async () => {
    const runner = fixture.database.source.createQueryRunner();
    await runner.connect();
    await runner.startTransaction();
    try {
      await runner.query(`UPDATE place SET cuisine = 'Changed' WHERE id = 5`);
      const builder = fixture.database.source
        .createQueryBuilder(runner)
        .from(fixture.model.Place, 'root')
        .select('root');
      const before = builder.getQuery();
      const query = parse('facets[kitchen][search]=chang&facets[open]=true&facets[tags.name]=true&facets[rating]=true');
      const { meta } = await fixture.filters.page(builder, query);
      expect(meta.facets?.['kitchen']).toEqual({ values: [{ value: 'Changed', count: 1 }], hasMore: false });
      expect(builder.getQuery()).toBe(before);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  });

  it('a lock of the builder is no concern of its facets', async () => {
    if (fixture.engine === 'sqlite') return;
    await fixture.database.source.transaction(async (manager) => {
      const builder = manager.createQueryBuilder(fixture.model.Place, 'root').setLock('pessimistic_write');
      const { meta } = await fixture.filters.page(builder, parse('facets=open,tags.name,rating'));
      expect(Object.keys(meta.facets ?? {})).toEqual(['open', 'tags.name', 'rating']);
    });
  });
});
