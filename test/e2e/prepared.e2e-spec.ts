import fc from 'fast-check';
import { type DataSource, type ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { FilterService } from 'nestjs-filterable';
import { type TestDatabase, engines, openDatabase } from '../support/databases.js';
import { timesCalled } from '../support/counting.js';
import { seedBlog } from '../support/blog/data.js';
import { share } from '../support/thorough.js';
import { Post, blogEntities } from '../support/blog/entities.js';
import { StatementSpy } from '../support/spy.js';
import { builderNames, postsOf, requestOf, requests } from './prepared/builders.js';

const runs = Number(process.env['PROPERTY_RUNS'] ?? 30);

/** A feature that keeps a statement from being prepared, and changes nothing else. */
const aside = 'sent by its builder';

describe.each(engines)('prepared statements on %s', (engine) => {
  const spy = new StatementSpy();
  let database: TestDatabase;
  let source: DataSource;
  let filters: FilterService;

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: blogEntities, logger: spy, logging: true });
    ({ source } = database);
    await seedBlog(source);
    // Every page but the first few is a deep one.
    filters = FilterService.forDataSource(source, { adaptive: { deep: 2 } });
  });

  afterAll(() => database.close());

  const pageOf = (builder: SelectQueryBuilder<Post>, request: string) =>
    filters.page(builder, filters.parse(Post, request));

  /** The answer to a request, or why it is refused, and what was sent for it. */
  const reading = (builder: SelectQueryBuilder<Post>, request: string) =>
    sending(() => pageOf(builder, request).catch((error: unknown) => (error as Error).message));

  async function sending(answer: () => Promise<unknown>) {
    const { result, statements } = await spy.during(answer);
    const texts = statements.map((text) => text.replaceAll(`/* ${aside} */ `, ''));
    return { result, texts, values: [...spy.parameters] };
  }

  async function expectSame(name: (typeof builderNames)[number], tenant: number, request: string) {
    const prepared = await reading(postsOf(source, name, tenant), request);
    expect(prepared).toStrictEqual(await reading(postsOf(source, name, tenant).comment(aside), request));
  }

  /** True where a page was read without a copy of its builder. */
  async function isPrepared(builder: SelectQueryBuilder<ObjectLiteral>, request = 'pagination[withCount]=false') {
    const query = filters.parse(Post, request);
    return (await timesCalled(SelectQueryBuilder.prototype, 'clone', () => filters.page(builder, query))) === 0;
  }

  describe.each(builderNames)('of a builder with %s', (name) => {
    const turn = builderNames.indexOf(name) + engines.indexOf(engine);

    it.each(share(requests, 2, turn))(
      'are those of the builder itself, whatever was asked before: request %i',
      async (index) => {
        for (const tenant of [1, 2]) await expectSame(name, tenant, requestOf(index, tenant));
      },
    );

    it.each(share(requests, 2, turn + 1))(
      'count the rows that the builder itself counts: request %i',
      async (index) => {
        for (const tenant of [1, 2]) {
          const query = filters.parse(Post, requestOf(index, tenant));
          const [ours, theirs] = [postsOf(source, name, tenant), postsOf(source, name, tenant).comment(aside)];
          const prepared = await sending(() => filters.count(ours, query));
          expect(prepared).toStrictEqual(await sending(() => filters.count(theirs, query)));
        }
      },
    );

    it('are there from the second request on', async () => {
      await isPrepared(postsOf(source, name, 1));
      expect(await isPrepared(postsOf(source, name, 1))).toBe(true);
    });
  });

  it('are those of the builder itself in any sequence', async () => {
    const request = fc.tuple(
      fc.constantFrom(...builderNames),
      fc.integer({ min: 1, max: 2 }),
      fc.constantFrom(...requests),
      fc.integer({ min: 1, max: 5 }),
    );
    await fc.assert(
      fc.asyncProperty(request, async ([name, tenant, index, value]) => {
        await expectSame(name, tenant, requestOf(index, value));
      }),
      { numRuns: runs },
    );
  });

  it('never have a value of a request that is answered at the same time', async () => {
    const asked = Array.from({ length: 40 }, (_, index) => (index % 2) + 1);
    const pages = await Promise.all(
      asked.map((tenant) => pageOf(postsOf(source, 'a tenant', tenant), `filters[id][$gte]=${tenant}`)),
    );
    const tenants = pages.map(({ data }) => [...new Set(data.map((post) => post.tenantId))]);
    expect(tenants).toEqual(asked.map((tenant) => [tenant]));
  });

  it('are sent in the transaction of their builder', async () => {
    const runner = source.createQueryRunner();
    await pageOf(postsOf(source, 'a tenant', 1), 'filters[id]=1');
    await runner.startTransaction();
    try {
      await runner.manager.update(Post, { id: 1 }, { title: 'Not yet' });
      const { runners } = spy;
      runners.length = 0;
      const builder = runner.manager.createQueryBuilder(Post, 'post').where('post.tenantId = :tenant', { tenant: 1 });
      const { data } = await pageOf(builder, 'filters[id]=1');
      expect(data.map(({ title }) => title)).toEqual(['Not yet']);
      expect(runners.every((used) => used === runner)).toBe(true);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  });

  it('are told of where they fail, as those of builders are', async () => {
    const broken = () => source.getRepository(Post).createQueryBuilder('post').where('post.absent = 1');
    const messages: unknown[] = [];
    for (const builder of [broken(), broken(), broken().comment(aside)]) {
      messages.push(await pageOf(builder, '').catch((error: unknown) => (error as Error).constructor.name));
    }
    expect(messages).toEqual(['QueryFailedError', 'QueryFailedError', 'QueryFailedError']);
  });

  it.each<readonly [feature: string, add: (builder: SelectQueryBuilder<Post>) => unknown]>([
    ['a comment', (builder) => builder.comment(aside)],
    ['a cache', (builder) => builder.cache(false)],
    ['a timeout', (builder) => builder.maxExecutionTime(1_000)],
    ['a mapped join', (builder) => builder.leftJoinAndMapOne('post.writer', 'post.author', 'writer')],
    ['mapped ids', (builder) => builder.loadRelationIdAndMap('post.tagIds', 'post.tags')],
    ['find options', (builder) => builder.setFindOptions({ where: { tenantId: 1 } })],
  ])('are not made for a builder with %s', async (_feature, add) => {
    const made = () => {
      const builder = postsOf(source, 'a tenant', 1);
      add(builder);
      return builder;
    };
    expect([await isPrepared(made()), await isPrepared(made())]).toEqual([false, false]);
  });
});
