import { FilterService } from 'nestjs-filterable';
import type { DataSource, SelectQueryBuilder } from 'typeorm';
import { seedBlog } from '../../support/blog/data.js';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { StatementSpy } from '../pages/spy.js';

/** A feature that keeps a statement from being prepared, and changes nothing else. */
const aside = 'sent by its builder';

/** Requests of one shape, of which each may have a statement of its own. */
const neighbours: Readonly<Record<string, readonly string[]>> = {
  'days and instants': [
    'filters[publishedAt][$gte]=2024-01-05',
    'filters[publishedAt][$gte]=2024-01-05T00:00:00Z',
    'filters[publishedAt][$gte]=2024-01-06',
  ],
  'a day and an instant in one list': [
    'filters[publishedAt][$in][0]=2024-01-05&filters[publishedAt][$in][1]=2024-01-06T00:00:00Z',
    'filters[publishedAt][$in][0]=2024-01-05T10:00:00Z&filters[publishedAt][$in][1]=2024-01-06',
    'filters[publishedAt][$in][0]=2024-01-05T10:00:00Z&filters[publishedAt][$in][1]=2024-01-06T00:00:00Z',
  ],
  'instants with a fraction and without': [
    'filters[publishedAt]=2024-01-05T10:00:00Z',
    'filters[publishedAt]=2024-01-05T10:00:00.123456Z',
  ],
  'bounds that are a day and an instant': [
    'filters[createdAt][$between][0]=2024-01-05&filters[createdAt][$between][1]=2024-01-20',
    'filters[createdAt][$between][0]=2024-01-05&filters[createdAt][$between][1]=2024-01-20T10:00:00Z',
  ],
  'members in another order': [
    'filters[id][$in][0]=1&filters[id][$in][1]=2',
    'filters[id][$in][1]=3&filters[id][$in][0]=4',
    'filters[id][$in][0]=5&filters[id][$in][1]=5',
  ],
  'whole numbers and numbers with a fraction': ['filters[score][$gte]=1', 'filters[score][$gte]=1.5'],
  'texts that are patterns': [
    'filters[title][$contains]=a',
    'filters[title][$contains]=%25',
    'filters[title][$contains]=_\\',
  ],
  'counts of related rows': [
    'filters[comments][$count][$gte]=1&filters[tags][name]=red',
    'filters[comments][$count][$gte]=2&filters[tags][name]=blue',
  ],
  'two relations': [
    'filters[author][name][$ne]=Kai&filters[comments][stars][$gte]=1&sort=author.name',
    'filters[author][name][$ne]=Ann&filters[comments][stars][$gte]=4&sort=author.name',
  ],
  'pages of one list': [
    'filters[views][$gte]=1&sort=views&pagination[page]=1&pagination[pageSize]=2',
    'filters[views][$gte]=1&sort=views&pagination[page]=3&pagination[pageSize]=1',
  ],
};

describe.each(engines)('requests of one shape on %s', (engine) => {
  const spy = new StatementSpy();
  let database: TestDatabase;
  let source: DataSource;

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: blogEntities, logger: spy, logging: true });
    ({ source } = database);
    await seedBlog(source);
  });
  afterAll(() => database.close());

  const posts = () => source.getRepository(Post).createQueryBuilder('post');

  /** A page, and the statement that it was read with. */
  async function reading(
    filters: FilterService,
    builder: SelectQueryBuilder<Post>,
    query: Parameters<typeof filters.page<Post>>[1],
  ) {
    const { result, statements } = await spy.during(() => filters.page(builder, query));
    return {
      result,
      texts: statements.map((text) => text.replaceAll(`/* ${aside} */ `, '')),
      values: [...spy.parameters],
    };
  }

  async function expectSame(filters: FilterService, query: Parameters<typeof filters.page<Post>>[1], builder = posts) {
    // What the first page asks about the table is remembered for the others.
    await filters.page(builder().comment(aside), query);
    expect(await reading(filters, builder(), query)).toStrictEqual(
      await reading(filters, builder().comment(aside), query),
    );
  }

  it.each(Object.entries(neighbours))('are read as themselves: %s', async (_, requests) => {
    const filters = FilterService.forDataSource(source);
    for (const request of [...requests, ...requests, ...requests, ...requests.toReversed()]) {
      await expectSame(filters, filters.parse(Post, `${request}&pagination[withCount]=false`));
    }
  });

  /** A query that was read by its shape, and paged by it. */
  async function known(filters: FilterService, request: string) {
    for (let time = 0; time < 4; time += 1) await filters.page(posts(), filters.parse(Post, request));
    return filters.parse(Post, request);
  }

  const request = 'filters[views][$gte]=1&sort=slug&pagination[pageSize]=3&pagination[withCount]=false';

  it('are ordered by the service that reads the page, not by the one that has read the request', async () => {
    const [first, last] = (['first', 'last'] as const).map((nulls) => FilterService.forDataSource(source, { nulls }));
    if (first === undefined || last === undefined) throw new Error('two services');
    const query = await known(first, request);
    await expectSame(last, query);
    await expectSame(first, query);
  });

  it('have the conditions that the program adds', async () => {
    const filters = FilterService.forDataSource(source);
    const query = await known(filters, request);
    await expectSame(filters, filters.and(query, { filters: { slug: { $null: true } } }));
    await expectSame(filters, filters.and(query, { tenantId: 2 }));
    await expectSame(filters, query);
  });

  it('leave parameters of the builder alone, whatever their names are', async () => {
    const filters = FilterService.forDataSource(source);
    const query = await known(filters, request);
    for (const name of ['nf_p1', 'nf_p2', 'tenant']) {
      for (const tenant of [1, 2, '2']) {
        await expectSame(filters, query, () => posts().where(`post.tenantId = :${name}`, { [name]: tenant }));
      }
    }
    await expectSame(filters, query, () => posts().setParameter('nf_p1', 5));
  });

  it('are read for the entity and the alias of the builder', async () => {
    const filters = FilterService.forDataSource(source);
    const query = await known(filters, request);
    await expectSame(filters, query, () => source.getRepository(Post).createQueryBuilder('nf_1'));
    await expectSame(filters, query, () => posts().withDeleted());
    await expectSame(filters, query, () => posts().leftJoinAndSelect('post.author', 'nf_1'));
    await expectSame(filters, query, () =>
      posts().innerJoin('post.author', 'author', 'author.id > :least', { least: 1 }),
    );
  });
});
