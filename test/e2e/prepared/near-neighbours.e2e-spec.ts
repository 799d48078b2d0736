import { FilterService } from 'nestjs-filterable';
import type { DataSource, SelectQueryBuilder } from 'typeorm';
import { ConditionCompiler } from '../../../lib/sql/conditions/conditions.js';
import { seedBlog } from '../../support/blog/data.js';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { timesCalled } from '../../support/counting.js';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { StatementSpy } from '../../support/spy.js';

/** A feature that keeps a statement from being prepared, and changes nothing else. */
const aside = 'sent by its builder';

/** Limits with room for lists that are longer than usual. */
const limits = { members: 1_000, values: 1_000, parameters: 1_000, queryBytes: 16_384 };

const days = ['2024-01-05', '2024-01-06T00:00:00Z', '2024-01-07'];

const upTo = (length: number) => Array.from({ length }, (_, index) => String(index + 1));

function list(field: string, operator: string, values: readonly string[]): string {
  return values.map((value, index) => `filters[${field}][${operator}][${index}]=${value}`).join('&');
}

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
  'flags that are true and false': ['true', 'false'].flatMap((one) =>
    ['true', 'false'].map(
      (other) => `filters[slug][$null]=${one}&filters[comments][$exists]=${other}&filters[views][$gte]=1`,
    ),
  ),
  'members in another order': [
    'filters[id][$in][0]=1&filters[id][$in][1]=2',
    'filters[id][$in][1]=3&filters[id][$in][0]=4',
    'filters[id][$in][0]=5&filters[id][$in][1]=5',
  ],
  'lists of many lengths': [1, 2, 3, 7, 500, 2, 64, 1].map((length) => list('id', '$in', upTo(length))),
  'lists of many lengths, negated': [1, 3, 40, 2].map((length) => list('id', '$notIn', upTo(length))),
  'lists of texts': [1, 2, 5].map((length) => list('slug', '$in', upTo(length))),
  'lists of days': [1, 2, 3, 2, 3].map((length) => list('publishedAt', '$in', days.slice(0, length))),
  'lists of instants': [1, 2, 3, 2, 3, 1].map((length) =>
    list(
      'publishedAt',
      '$in',
      [5, 6, 7].slice(0, length).map((day) => `2024-01-0${day}T10:00:00Z`),
    ),
  ),
  'lists of numbers with a fraction': [1, 2, 3, 2].map((length) => list('score', '$in', upTo(length))),
  'two lists of many lengths': (
    [
      [2, 1],
      [1, 2],
      [3, 3],
      [2, 3],
      [3, 2],
    ] as const
  ).map(([one, other]) => `${list('id', '$in', upTo(one))}&${list('views', '$notIn', upTo(other))}`),
  'a list beside a range': [1, 2, 9].map(
    (length) => `${list('id', '$in', upTo(length))}&${list('views', '$between', ['0', String(length * 100)])}`,
  ),
  'keys of a related row': [1, 2, 3].map((length) => list('author', '$in', upTo(length))),
  'related rows': [1, 2, 3, 1].map((length) => list('comments][stars', '$in', upTo(length))),
  'counts of many': [1, 2, 3].map((length) => list('comments][$count', '$in', upTo(length))),
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
    const filters = FilterService.forDataSource(source, { limits });
    for (const request of [...requests, ...requests, ...requests, ...requests.toReversed()]) {
      await expectSame(filters, filters.parse(Post, `${request}&pagination[withCount]=false`));
    }
  });

  it.each([
    ['$in', [1, 2], [1, 9, 64, 3, 1]],
    ['$notIn', [40, 1], [7, 1, 100]],
  ] as const)('have lists of any length, whose SQL is not written again: %s', async (operator, first, then) => {
    const filters = FilterService.forDataSource(source);
    const read = (length: number) =>
      filters.page(posts(), filters.parse(Post, `${list('id', operator, upTo(length))}&pagination[withCount]=false`));
    for (const length of [...first, ...first, ...first]) await read(length);
    const compiled = await timesCalled(ConditionCompiler.prototype, 'compile', async () => {
      for (const length of then) await read(length);
    });
    expect(compiled).toBe(0);
  });

  it('have lists of instants for each length, whose SQL is not written again once it came twice', async () => {
    const filters = FilterService.forDataSource(source);
    const times = [5, 6, 7].map((day) => `2024-01-0${day}T10:00:00Z`);
    const read = (length: number) =>
      filters.page(posts(), filters.parse(Post, `${list('publishedAt', '$in', times.slice(0, length))}&sort=id`));
    for (const length of [2, 2, 2, 3, 3]) await read(length);
    const compiled = await timesCalled(ConditionCompiler.prototype, 'compile', async () => {
      for (const length of [2, 3, 2]) await read(length);
    });
    expect(compiled).toBe(0);
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
