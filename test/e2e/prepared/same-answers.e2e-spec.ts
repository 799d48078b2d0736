import fc from 'fast-check';
import { FilterService } from 'nestjs-filterable';
import type { DataSource, QueryRunner, SelectQueryBuilder } from 'typeorm';
import { describeOn, openDatabase, type TestDatabase } from '../../support/databases.js';
import { seedBlog } from '../../support/blog/data.js';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { share, thorough } from '../../support/thorough.js';
import { type BuilderName, builderNames, postsOf, requestOf, requests } from './builders.js';
import { anotherPool, often, preparedOn } from './prepared-names.js';

/** A feature that keeps a statement from being prepared, and changes nothing else. */
const aside = 'sent by its builder';

const runs = Number(process.env['PROPERTY_RUNS'] ?? 100);

/**
 * Answers to requests in any sequence, by statements that have a name on the server, beside those of the builder as it
 * is.
 */
describeOn('postgres')('statements with names on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openDatabase(engine, { entities: blogEntities });
    await seedBlog(database.source);
  });
  afterAll(() => database.close());

  /** Gives a pool of its own to some work: a connection takes no more than fifty names. */
  async function withNames(work: (source: DataSource, filters: FilterService) => Promise<void>): Promise<void> {
    const source = await anotherPool(database.source);
    try {
      await work(source, FilterService.forDataSource(source, { preparedStatements: true }));
    } finally {
      await source.destroy();
    }
  }

  const answer = (filters: FilterService, builder: SelectQueryBuilder<Post>, request: string) =>
    filters.page(builder, filters.parse(Post, request)).catch((error: unknown) => (error as Error).message);

  async function expectSame(source: DataSource, filters: FilterService, asked: readonly [BuilderName, number, string]) {
    const [name, tenant, request] = asked;
    const builder = () => postsOf(source, name, tenant);
    expect(await answer(filters, builder(), request)).toStrictEqual(
      await answer(filters, builder().comment(aside), request),
    );
  }

  const namesIn = async (source: DataSource): Promise<number> => {
    const runner: QueryRunner = source.createQueryRunner();
    try {
      return (await preparedOn(runner)).length;
    } finally {
      await runner.release();
    }
  };

  /** Conditions as objects are known by the value, and find options are not prepared at all. */
  const unprepared: readonly BuilderName[] = ['a condition as an object', 'an operator in an object'];

  it.each(builderNames)('are those of the builder itself: %s', (name) =>
    withNames(async (source, filters) => {
      for (const index of share(requests, 2, builderNames.indexOf(name))) {
        const builder = (turn: number) => postsOf(source, name, 1 + (turn % 2));
        const request = requestOf(index, 2);
        const expected = await often((turn) => answer(filters, builder(turn).comment(aside), request), 2);
        const turns = await often((turn) => answer(filters, builder(turn), request));
        expect(turns).toStrictEqual(turns.map((_, turn) => expected[turn % 2]));
      }
      if (!unprepared.includes(name)) expect(await namesIn(source)).toBeGreaterThan(thorough ? 3 : 1);
    }),
  );

  it('are those of the builder itself in any sequence', () =>
    withNames(async (source, filters) => {
      const request = fc.tuple(
        fc.constantFrom(...builderNames.slice(0, 6)),
        fc.integer({ min: 1, max: 2 }),
        fc.tuple(fc.constantFrom(...requests), fc.integer({ min: 1, max: 5 })),
      );
      await fc.assert(
        fc.asyncProperty(request, async ([name, tenant, [index, value]]) => {
          await expectSame(source, filters, [name, tenant, requestOf(index, value)]);
        }),
        { numRuns: runs },
      );
      expect(await namesIn(source)).toBeGreaterThan(0);
    }));

  it('never have a value of a request that is answered at the same time', () =>
    withNames(async (source, filters) => {
      const asked = Array.from({ length: 200 }, (_, index) => (index % 2) + 1);
      const pages = await Promise.all(
        asked.map((tenant) =>
          filters.page(postsOf(source, 'a tenant', tenant), filters.parse(Post, `filters[id][$gte]=${tenant}`)),
        ),
      );
      const tenants = pages.map(({ data }) => [...new Set(data.map((post) => post.tenantId))]);
      expect(tenants).toEqual(asked.map((tenant) => [tenant]));
      expect(await namesIn(source)).toBeGreaterThan(0);
    }));
});
