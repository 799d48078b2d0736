import type { ObjectLiteral } from 'typeorm';
import { FilterConfigurationError, type ValuesFacet } from 'nestjs-filterable';
import { idsOf, onEngines } from '../../support/engines.js';
import { facetsModels, tenant1 } from './model.js';
import { seedFacets } from './rows.js';

/** The fields of a place whose values a facet and a row must have in common, each with its property. */
const alike = [
  ...['visits', 'open', 'level', 'founded', 'seen', 'code', 'phone'].map((name) => [name, name] as const),
  ['kitchen', 'cuisine'],
] as const;

onEngines(
  'answers with facets',
  { entities: (engine) => facetsModels[engine].entities, seed: seedFacets, options: { limits: { facets: 20 } } },
  (world) => {
    const model = facetsModels[world.engine];
    const Place: new () => ObjectLiteral = model.Place;
    const parse = (query: string, guest: unknown = tenant1) => world.filters.parse(Place, query, { context: guest });
    const page = (query: string) => world.page(Place, query, { context: tenant1 });
    const rows = () => world.builder(Place);

    it.each(alike)('the values of %s are those of the JSON of rows', async (facet, property) => {
      const { data, meta } = await page(`facets=${facet}&pagination[pageSize]=100`);
      const values = (meta.facets![facet] as ValuesFacet).values.map(({ value }) => JSON.stringify(value));
      const ofRows = new Set(data.map((row) => JSON.stringify(row[property])));
      for (const value of values) expect(ofRows).toContain(value);
      // Under a collation without case a facet has fewer.
      if (facet !== 'kitchen') expect(new Set(values)).toEqual(ofRows);
    });

    it('a page has facets where it is asked for them, and nowhere else', async () => {
      expect(Object.keys((await page('')).meta)).toEqual(['pagination']);
      expect(Object.keys((await page('facets=')).meta)).toEqual(['pagination']);
      expect(Object.keys((await page('facets=open')).meta)).toEqual(['pagination', 'facets']);
      const cursor = await page('facets=open&pagination[after]=&pagination[pageSize]=2');
      expect(cursor.meta.facets).toBeDefined();
      expect(cursor.meta.pagination).toMatchObject({ next: expect.any(String) as string });
    });

    it('facets go on along cursors', async () => {
      const first = await page('facets=open&pagination[after]=&pagination[pageSize]=2&sort=id');
      const { next } = first.meta.pagination as { next: string };
      const second = await page(`facets=open&pagination[after]=${next}&pagination[pageSize]=2&sort=id`);
      expect(idsOf(second.data)).toEqual([3, 4]);
      expect(second.meta.facets).toEqual(first.meta.facets);
    });

    it('a facet behind relations has the rows that each request may see, whoever asked before', async () => {
      const query = 'facets=tags.name,reviews.stars,open';
      const asked = [1, 2, 1, 3, 2, 1].map((tenant) => ({ tenant }));
      for (const guest of asked) {
        const alone = rows().comment('sent by its builder');
        const asked = parse(query, guest);
        expect(await world.filters.facets(rows(), asked)).toEqual(await world.filters.facets(alone, asked));
      }
    });

    it('facets() answers those of the query alone', async () => {
      const query = parse('facets=open,rating&filters[open]=true');
      const { meta } = await world.filters.page(rows(), query);
      expect(await world.filters.facets(rows(), query)).toEqual(meta.facets);
      expect(await world.filters.facets(rows(), parse(''))).toEqual({});
    });

    it('facets() answers those that the program names, by either name, and under none of the client’s limits', async () => {
      const filters = world.filtersWith({ limits: { facets: 1 } });
      const query = filters.parse(Place, 'facets[kitchen][search]=zzz&filters[open]=true', { context: tenant1 });
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

    it('facets() calls no scope again that the query has called', async () => {
      let calls = 0;
      const guest = {
        get tenant() {
          calls += 1;
          return 1;
        },
      };
      const query = parse('', guest);
      await world.filters.facets(rows(), query, ['open', 'tags.name']);
      expect(calls).toBe(1);
    });

    it('facets() throws for a name that is none', async () => {
      const run = world.filters.facets(rows(), parse(''), ['open', 'opn']);
      await expect(run).rejects.toThrow(FilterConfigurationError);
      await expect(run).rejects.toThrow('facets(): opn is not a facet of Place; did you mean open?');
    });

    it.each([
      ['none', ''],
      ['one', 'facets=open'],
      ['a condition on related rows, whose keys are looked up first', 'filters[tags][name]=quiet'],
    ])('facets() throws for a builder of another entity, where the query asks for %s', async (_, asked) => {
      const { filters } = world;
      const query = parse(asked);
      const others = () => world.builder<ObjectLiteral>(model.Review);
      const refused = /^The query is for \w+, but the builder selects \w+; pass a builder of \w+\.$/;
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
      expect(Object.keys(await world.filters.facets(rows(), parse(''), ['paid', 'open']))).toEqual(['open']);
      const staff = { tenant: 1, isStaff: true };
      expect(Object.keys(await world.filters.facets(rows(), parse('', staff), ['paid', 'open']))).toEqual([
        'paid',
        'open',
      ]);
    });

    it('apply() finds the rows as if there were none, and facets() may follow', async () => {
      const query = parse('facets=open&filters[open]=false');
      const builder = world.filters.apply(rows(), query);
      expect(idsOf(await builder.getMany())).toEqual([3, 5]);
      expect(await world.filters.facets(rows(), query)).toMatchObject({ open: { hasMore: false } });
    });

    it('conditions of the server’s own hold for every facet', async () => {
      const query = world.filters.and(parse('facets=open,level&filters[open]=true'), { open: true });
      expect(await world.filters.facets(rows(), query)).toEqual({
        open: { values: [{ value: true, count: 5 }], hasMore: false },
        level: expect.objectContaining({ hasMore: false }) as unknown,
      });
    });

    it('defaults hold, too: only what the client itself asks for is left out', async () => {
      const overrides = { defaults: { filters: { open: false } }, context: tenant1 };
      const query = world.filters.parse(Place, 'facets=open', overrides);
      expect((await world.filters.facets(rows(), query))['open']).toEqual({
        values: [{ value: false, count: 2 }],
        hasMore: false,
      });
    });

    it('one statement for each facet, and one for ranges under the same conditions', async () => {
      const query = parse('facets=open,rating,price,doc.weight,tags.name,chef.stars');
      expect(await world.sent(() => world.filters.facets(rows(), query))).toHaveLength(4);
      const narrowed = parse('facets=rating,price&filters[rating][$gt]=1');
      expect(await world.sent(() => world.filters.facets(rows(), narrowed))).toHaveLength(2);
    });

    it('the builder stays as it is, and its query runner is used for all statements, one after another', async () => {
      const runner = world.source.createQueryRunner();
      await runner.connect();
      await runner.startTransaction();
      try {
        await runner.query(`UPDATE place SET cuisine = 'Changed' WHERE id = 5`);
        const builder = world.source.createQueryBuilder(runner).from(Place, 'root').select('root');
        const before = builder.getQuery();
        const query = parse(
          'facets[kitchen][search]=chang&facets[open]=true&facets[tags.name]=true&facets[rating]=true',
        );
        const { meta } = await world.filters.page(builder, query);
        expect(meta.facets?.['kitchen']).toEqual({ values: [{ value: 'Changed', count: 1 }], hasMore: false });
        expect(builder.getQuery()).toBe(before);
      } finally {
        await runner.rollbackTransaction();
        await runner.release();
      }
    });

    it('a lock of the builder is no concern of its facets', async () => {
      if (world.engine === 'sqlite') return;
      await world.source.transaction(async (manager) => {
        const builder = manager.createQueryBuilder(Place, 'root').setLock('pessimistic_write');
        const { meta } = await world.filters.page(builder, parse('facets=open,tags.name,rating'));
        expect(Object.keys(meta.facets ?? {})).toEqual(['open', 'tags.name', 'rating']);
      });
    });
  },
);
