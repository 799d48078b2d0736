import type { SelectQueryBuilder } from 'typeorm';
import { Comment, Post, blogEntities } from '../../support/blog/entities.js';
import { onEngines } from '../../support/engines.js';
import { fillBlog } from './blog.js';

type Builder = SelectQueryBuilder<Post>;

const keyset = 'pagination[after]=&pagination[pageSize]=5&sort=title,author.name&pagination[withCount]=true';
const requests = ['pagination[page]=2&pagination[pageSize]=5&sort=title,author.name', keyset];

const withAll = (builder: Builder): Builder =>
  builder
    .leftJoinAndSelect('post.comments', 'comment')
    .leftJoinAndSelect('post.tags', 'tag', 'tag.id < :most', { most: 3 })
    .where('post.id < :below OR post.id > :above', { below: 15, above: 20 });

onEngines('the builder of a page', { entities: blogEntities, seed: fillBlog }, (world) => {
  const posts = (): Builder => world.source.createQueryBuilder(Post, 'post');
  const pageOf = (builder: Builder, request: string) => world.filters.page(builder, world.filters.parse(Post, request));
  const idsOf = (rows: readonly Post[]) => rows.map(({ id }) => id);

  it.each<[string, (builder: Builder) => Builder]>([
    ['take() and skip()', (builder) => builder.skip(1).take(2)],
    ['limit() and offset()', (builder) => builder.offset(1).limit(2)],
  ])('has the page in place of its own %s, which apply() alone keeps', async (_, limited) => {
    const { filters } = world;
    const ordered = () => limited(posts().orderBy('post.id'));
    const [all, sliced] = [filters.parse(Post, ''), filters.parse(Post, 'pagination[pageSize]=4')];
    const whole = idsOf((await filters.page(posts().orderBy('post.id'), all)).data);
    expect(idsOf((await filters.page(ordered(), all)).data)).toEqual(whole);
    expect(await filters.count(ordered(), all)).toBe(await filters.count(posts(), all));
    expect(idsOf(await filters.apply(ordered(), all).getMany())).toEqual(whole.slice(1, 3));
    expect(idsOf(await filters.apply(ordered(), sliced).getMany())).toEqual(whole.slice(0, 4));
  });

  describe.each(requests)('for the request %s', (request) => {
    it.each([
      ['plain', (builder: Builder) => builder],
      ['with children and a slice of its own', (builder: Builder) => withAll(builder).skip(2).take(3)],
      ['with a lock', (builder: Builder) => builder.setLock('dirty_read')],
    ])('is not changed: %s', async (_, prepare) => {
      const builder = prepare(posts());
      const stateOf = () => [builder.getQueryAndParameters(), builder.expressionMap.lockMode];
      const before = stateOf();
      const page = await pageOf(builder, request);
      expect(stateOf()).toEqual(before);
      expect(await pageOf(builder, request)).toEqual(page);
      expect(page.data).toHaveLength(5);
    });

    it('runs every statement in its transaction', async () => {
      const done = world.source.transaction(async (manager) => {
        await manager.update(Post, { id: 2 }, { title: 'Only here' });
        const builder = manager.createQueryBuilder(Post, 'post').leftJoinAndSelect('post.comments', 'comment');
        const { result } = await world.spy.during(() => pageOf(builder, `${request}&filters[title]=Only%20here`));
        expect(idsOf(result.data)).toEqual(request === keyset ? [2] : []);
        expect(result.meta.pagination).toMatchObject({ total: 1 });
        expect(world.spy.runners.length).toBeGreaterThan(1);
        expect(world.spy.runners.every((runner) => runner === manager.queryRunner)).toBe(true);
        throw new Error('roll back');
      });
      await expect(done).rejects.toThrow('roll back');
    });

    it('runs every statement on its query runner', async () => {
      const runner = world.source.createQueryRunner();
      try {
        const builder = world.source.createQueryBuilder(Post, 'post', runner);
        await world.spy.during(() => pageOf(withAll(builder), request));
        await world.filters.count(builder, world.filters.parse(Post, request));
        expect(world.spy.runners.every((used) => used === runner)).toBe(true);
      } finally {
        await runner.release();
      }
    });

    it('keeps its lock, which rows alone can have', async () => {
      if (world.engine === 'sqlite') return;
      await world.source.transaction(async (manager) => {
        const locked = manager.createQueryBuilder(Post, 'post').setLock('pessimistic_write');
        for (const builder of [locked, locked.clone().innerJoinAndSelect('post.comments', 'comment')]) {
          const statements = await world.sent(() => pageOf(builder, request));
          expect(statements.filter((statement) => statement.includes('FOR UPDATE'))).toHaveLength(1);
          expect(statements.at(-1)).not.toMatch(/FOR UPDATE/);
        }
      });
    });
  });

  it.each(['join', 'query'] as const)('loads the relations of find options, by the strategy %s', async (strategy) => {
    const builder = posts().setFindOptions({
      ...{ relations: { comments: true, author: true }, where: { tenantId: 2 }, order: { title: 'DESC' }, skip: 7 },
      relationLoadStrategy: strategy,
    });
    const { data, meta } = await pageOf(builder, 'pagination[page]=1&pagination[pageSize]=4&sort=id:desc');
    expect(data.map(({ id, comments }) => `${id}:${comments.length}`).join(' ')).toBe('29:0 19:0 9:2 23:0');
    expect(data[0]?.author?.id).toBe(2);
    expect(meta.pagination).toMatchObject({ total: 15 });
  });

  it('adds no column to the entities', async () => {
    const { data } = await pageOf(posts().select(['post.id', 'post.title']), keyset);
    expect(Object.keys(data[0] ?? {}).sort()).toEqual(['id', 'title']);
  });

  it.each<[string, () => Builder]>([
    ['not the key', () => posts().select('post.title')],
    ['a column by TypeORM’s own name', () => posts().select('post.id', 'post_id')],
    ['a raw value beside it', () => posts().addSelect('post.id + 1', 'next')],
  ])('may select %s', async (_, make) => {
    expect((await pageOf(make(), 'pagination[pageSize]=2')).data).toHaveLength(2);
  });

  it.each<[string, (builder: Builder) => Builder]>([
    ['a condition', (builder) => builder.leftJoin('post.comments', 'c').where('(\n\tc.stars = 4\n)')],
    ['an inner join', (builder) => builder.innerJoin('post.comments', 'c', 'c.stars = 4')],
    ['a junction', (builder) => builder.leftJoin('post.tags', 'tag').where('post_tag.tagId = 1')],
    [
      'another join',
      (builder) => builder.leftJoin('post.author', 'a').leftJoin(Comment, 'c', 'c.id = a.id').where('c.stars = 2'),
    ],
  ])('keeps a join in the total that is mentioned in %s', async (_, prepare) => {
    const { length } = await prepare(posts()).getMany();
    const { meta } = await pageOf(prepare(posts()), 'pagination[pageSize]=3');
    expect(meta.pagination).toMatchObject({ total: length });
    expect(length > 3 && length < 29).toBe(true);
  });
});
