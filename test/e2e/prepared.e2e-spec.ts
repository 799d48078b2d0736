import fc from 'fast-check';
import { FilterService } from 'nestjs-filterable';
import { SelectQueryBuilder } from 'typeorm';
import { seedBlog } from '../support/blog/data.js';
import { Post, blogEntities } from '../support/blog/entities.js';
import { timesCalled } from '../support/counting.js';
import { engines } from '../support/databases.js';
import { onEngines } from '../support/engines.js';
import { factor, share } from '../support/thorough.js';
import { type BuilderName, builderNames, postsOf, requestOf, requests } from './prepared/builders.js';
import { expectAlike } from './prepared/kept.js';

const runs = 30 * factor;

/** Statements that are kept of earlier pages. Every page but the first few is a deep one. */
const options = { adaptive: { deep: 2 } };

onEngines('prepared statements', { entities: blogEntities, seed: seedBlog, options }, (world) => {
  const pageOf = (builder: SelectQueryBuilder<Post>, request: string) =>
    world.filters.page(builder, world.filters.parse(Post, request));

  const expectSame = (name: BuilderName, tenant: number, request: string) =>
    expectAlike(
      world.spy,
      () => postsOf(world.source, name, tenant),
      (builder) => pageOf(builder, request),
    );

  it.each(builderNames)('are those of the builder itself, whatever was read before: %s', async (name) => {
    const turn = builderNames.indexOf(name) + engines.indexOf(world.engine);
    for (const index of share(requests, 3, turn)) {
      for (const tenant of [1, 2, 1]) await expectSame(name, tenant, requestOf(index, tenant));
    }
    const query = world.filters.parse(Post, requestOf(turn % requests.length, 2));
    for (const tenant of [1, 2, 1]) {
      await expectAlike(
        world.spy,
        () => postsOf(world.source, name, tenant),
        (builder) => world.filters.count(builder, query),
      );
    }
  });

  it('are those of the builder itself in any sequence', async () => {
    const tenant = fc.integer({ min: 1, max: 2 });
    const request = fc.tuple(fc.constantFrom(...requests), fc.integer({ min: 1, max: 5 }));
    const property = fc.asyncProperty(
      fc.constantFrom(...builderNames),
      tenant,
      request,
      async (name, of, [index, value]) => {
        await expectSame(name, of, requestOf(index, value));
      },
    );
    await fc.assert(property, { numRuns: runs });
  });

  it('never have a value of a request that is answered at the same time', async () => {
    const asked = Array.from({ length: 40 }, (_, index) => (index % 2) + 1);
    const pages = await Promise.all(
      asked.map((tenant) => pageOf(postsOf(world.source, 'a tenant', tenant), `filters[id][$gte]=${tenant}`)),
    );
    const tenants = pages.map(({ data }) => [...new Set(data.map((post) => post.tenantId))]);
    expect(tenants).toEqual(asked.map((tenant) => [tenant]));
  });

  it('are sent in the transaction of their builder', async () => {
    const runner = world.source.createQueryRunner();
    await pageOf(postsOf(world.source, 'a tenant', 1), 'filters[id]=1');
    await runner.startTransaction();
    try {
      await runner.manager.update(Post, { id: 1 }, { title: 'Not yet' });
      const builder = runner.manager.createQueryBuilder(Post, 'post').where('post.tenantId = :tenant', { tenant: 1 });
      const { result } = await world.spy.during(() => pageOf(builder, 'filters[id]=1'));
      expect(result.data.map(({ title }) => title)).toEqual(['Not yet']);
      expect(world.spy.runners.every((used) => used === runner)).toBe(true);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  });

  it('fail with the error that the builder itself fails with', async () => {
    const broken = () => world.repository(Post).createQueryBuilder('post').where('post.absent = 1');
    const read = (builder: SelectQueryBuilder<Post>) =>
      pageOf(builder, '').catch((error: unknown) => (error as Error).name);
    for (let time = 0; time < 2; time += 1) expect(await read(broken())).toBe('QueryFailedError');
  });

  it.each<readonly [feature: string, add: (builder: SelectQueryBuilder<Post>) => unknown, times: number]>([
    ['a comment', (builder) => builder.comment('theirs'), 2],
    ['a cache', (builder) => builder.cache(false), 2],
    ['a timeout', (builder) => builder.maxExecutionTime(1_000), 2],
    ['mapped ids', (builder) => builder.loadRelationIdAndMap('post.tagIds', 'post.tags'), 2],
    ['find options', (builder) => builder.setFindOptions({ where: { tenantId: 1 } }), 2],
    // The first builder is written, and none after it.
    ['nothing of the kind', (builder) => builder.andWhere('post.id > 0'), 1],
  ])('are not made for a builder with %s', async (_feature, add, times) => {
    const filters = FilterService.forDataSource(world.source);
    let written = 0;
    for (let time = 0; time < 2; time += 1) {
      const builder = postsOf(world.source, 'a tenant', 1);
      add(builder);
      const query = filters.parse(Post, 'pagination[withCount]=false');
      const clones = await timesCalled(SelectQueryBuilder.prototype, 'clone', () => filters.page(builder, query));
      written += Number(clones > 0);
    }
    expect(written).toBe(times);
  });
});
