import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { FilterConfigurationError, FilterService, type Page } from 'nestjs-filterable';
import { Author, Post, blogEntities } from '../../support/blog/entities.js';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { fillBlog } from './blog.js';
import { StatementSpy } from '../../support/spy.js';

type Builder = SelectQueryBuilder<Post>;

const numbered = 'pagination[page]=2&pagination[pageSize]=5&sort=title,author.name';
const keyset = 'pagination[after]=&pagination[pageSize]=5&sort=title,author.name&pagination[withCount]=true';
const requests = [numbered, keyset];

const withAll = (builder: Builder): Builder =>
  builder
    .leftJoinAndSelect('post.comments', 'comment')
    .leftJoinAndSelect('post.tags', 'tag', 'tag.id < :most', { most: 3 })
    .where('post.id < :below OR post.id > :above', { below: 15, above: 20 });

describe.each(engines)('the builder of a page on %s', (engine) => {
  const spy = new StatementSpy();
  let database: TestDatabase;
  let filters: FilterService;

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: blogEntities, logger: spy });
    await fillBlog(database.source);
    filters = FilterService.forDataSource(database.source);
  });

  afterAll(() => database.close());

  const posts = (): Builder => database.source.createQueryBuilder(Post, 'post');
  const pageOf = (builder: Builder, query: string): Promise<Page<Post>> =>
    filters.page(builder, filters.parse(Post, query));

  it.each<[name: string, limited: (builder: Builder) => Builder]>([
    ['take() and skip()', (builder) => builder.skip(1).take(2)],
    ['limit() and offset()', (builder) => builder.offset(1).limit(2)],
  ])('has the page in place of its own %s, which apply() alone keeps', async (_, limited) => {
    const ordered = () => limited(posts().orderBy('post.id'));
    const [all, sliced] = [filters.parse(Post, ''), filters.parse(Post, 'pagination[pageSize]=4')];
    const whole = (await filters.page(posts().orderBy('post.id'), all)).data.map(({ id }) => id);
    const idsOf = async (builder: Builder) => (await builder.getMany()).map(({ id }) => id);
    expect((await filters.page(ordered(), all)).data.map(({ id }) => id)).toEqual(whole);
    expect(await filters.count(ordered(), all)).toBe(await filters.count(posts(), all));
    expect(await idsOf(filters.apply(ordered(), all))).toEqual(whole.slice(1, 3));
    expect(await idsOf(filters.apply(ordered(), sliced))).toEqual(whole.slice(0, 4));
    expect(() => filters.each(limited(posts()), all)).toThrow(/has a limit of its own; leave it out, and pass `max`/);
  });

  describe.each(requests)('for the request %s', (request) => {
    it.each([
      ['plain', (builder: Builder) => builder],
      ['with children', withAll],
      ['with a slice of its own', (builder: Builder) => withAll(builder).skip(2).take(3)],
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
      const error = new Error('roll back');
      const done = database.source.transaction(async (manager) => {
        await manager.update(Post, { id: 2 }, { title: 'Only here' });
        const builder = manager.createQueryBuilder(Post, 'post').leftJoinAndSelect('post.comments', 'comment');
        const query = filters.parse(Post, `${request}&filters[title]=Only%20here`);
        const { result, statements } = await spy.during(() => filters.page(builder, query));
        expect(result.data.map(({ id }) => id)).toEqual(request === keyset ? [2] : []);
        expect(result.meta.pagination).toMatchObject({ total: 1 });
        expect(statements.length).toBeGreaterThan(1);
        expect(spy.runners.every((runner) => runner === manager.queryRunner)).toBe(true);
        throw error;
      });
      await expect(done).rejects.toBe(error);
    });

    it('runs every statement on its query runner', async () => {
      const runner = database.source.createQueryRunner();
      try {
        const builder = database.source.createQueryBuilder(Post, 'post', runner);
        await spy.during(() => pageOf(withAll(builder), request));
        expect(spy.runners.length).toBe(3);
        expect(spy.runners.every((used) => used === runner)).toBe(true);
        await spy.during(() => filters.count(builder, filters.parse(Post, request)));
        expect(spy.runners).toEqual([runner]);
      } finally {
        await runner.release();
      }
    });

    it.each([
      ['plain', (builder: Builder) => builder],
      ['with children', (builder: Builder) => builder.innerJoinAndSelect('post.comments', 'comment')],
    ])('keeps its lock, which rows alone can have: %s', async (_, prepare) => {
      if (engine === 'sqlite') return;
      await database.source.transaction(async (manager) => {
        const builder = prepare(manager.createQueryBuilder(Post, 'post').setLock('pessimistic_write'));
        const { result, statements } = await spy.during(() => pageOf(builder, request));
        expect(result.data).toHaveLength(5);
        expect(statements.filter((statement) => statement.includes('FOR UPDATE'))).toHaveLength(1);
        expect(statements.at(-1)).not.toMatch(/FOR UPDATE/);
      });
    });
  });

  it('loads the relations of find options, by every strategy of loading', async () => {
    for (const relationLoadStrategy of ['join', 'query'] as const) {
      const builder = posts().setFindOptions({
        relations: { comments: true, author: true },
        where: { tenantId: 2 },
        order: { title: 'DESC' },
        skip: 7,
        relationLoadStrategy,
      });
      const { data, meta } = await pageOf(builder, 'pagination[page]=1&pagination[pageSize]=4&sort=id:desc');
      expect(data.map(({ id, comments }) => [id, comments.length])).toEqual([
        [29, 0],
        [19, 0],
        [9, 2],
        [23, 0],
      ]);
      expect(data.find(({ id }) => id === 29)?.author?.id).toBe(2);
      expect(meta.pagination).toMatchObject({ total: 15 });
    }
  });

  it('counts a group as one row', async () => {
    const builder = posts()
      .innerJoin('post.comments', 'comment')
      .groupBy('post.id')
      .having('COUNT(comment.id) >= :least', { least: 4 });
    const ids = (await builder.clone().orderBy('post.id').getMany()).map(({ id }) => id);
    const { data, meta } = await pageOf(builder, 'pagination[pageSize]=2&sort=author.name,comments.stars,id');
    expect(meta.pagination).toMatchObject({ total: ids.length });
    expect(data).toHaveLength(2);
    const all = await pageOf(builder, 'sort=author.name,id');
    expect(all.data.map(({ id }) => id).sort((a, b) => a - b)).toEqual(ids);
    expect(ids.length).toBeGreaterThan(2);
  });

  it('adds no column to the entities', async () => {
    const { data } = await pageOf(posts().select(['post.id', 'post.title']), keyset);
    expect(Object.keys(data[0] ?? {}).sort()).toEqual(['id', 'title']);
  });

  it('returns no rows of a second table in FROM', async () => {
    const builder = posts();
    builder.addFrom(Author, 'other');
    const { data, meta } = await pageOf(builder, 'pagination[pageSize]=9&sort=id');
    expect(data.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(meta.pagination).toMatchObject({ total: 29 });
  });

  it('must select the entity of the query', async () => {
    const authors: SelectQueryBuilder<ObjectLiteral> = database.source.createQueryBuilder(Author, 'author');
    const query = filters.parse<ObjectLiteral>(Post, '');
    await expect(filters.page(authors, query)).rejects.toThrow(FilterConfigurationError);
  });
});
