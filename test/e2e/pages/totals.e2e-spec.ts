import type { SelectQueryBuilder } from 'typeorm';
import {
  FilterConfigurationError,
  FilterException,
  type FilterModuleOptions,
  type FilterQuery,
  FilterService,
} from 'nestjs-filterable';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { fillBlog } from './blog.js';
import { StatementSpy } from '../../support/spy.js';

type Builder = SelectQueryBuilder<Post>;
type Pagination = NonNullable<FilterModuleOptions['pagination']>;

const alive = 'p."deletedAt" IS NULL';
const comments = '"comment" c WHERE c."postId" = p."id" AND c."deletedAt" IS NULL';

/** Requests, each with the condition on posts that one would write by hand. */
const questions: readonly { readonly query: string; readonly where: string }[] = [
  { query: '', where: 'TRUE' },
  { query: 'filters[comments][stars][$gte]=2', where: `EXISTS (SELECT 1 FROM ${comments} AND c."stars" >= 2)` },
  { query: 'filters[comments][$none][stars]=0', where: `NOT EXISTS (SELECT 1 FROM ${comments} AND c."stars" = 0)` },
  { query: 'filters[comments][$count][$gte]=3', where: `(SELECT COUNT(*) FROM ${comments}) >= 3` },
  {
    query: 'filters[tags][id][$in][0]=1&filters[tags][id][$in][1]=2',
    where: 'p."id" IN (SELECT t."postId" FROM "post_tags_tag" t WHERE t."tagId" IN (1, 2))',
  },
  {
    query: 'filters[$or][0][comments][stars]=4&filters[$or][1][author][name]=Author%201',
    where: `(EXISTS (SELECT 1 FROM ${comments} AND c."stars" = 4)
             OR p."authorId" IN (SELECT a."id" FROM "author" a WHERE a."name" = 'Author 1'))`,
  },
];

const prepared: Readonly<Record<string, (builder: Builder) => Builder>> = {
  'nothing joined': (builder) => builder,
  'comments and tags loaded': (builder) =>
    builder.leftJoinAndSelect('post.comments', 'comment').leftJoinAndSelect('post.tags', 'tag'),
  'comments joined by a condition': (builder) => builder.leftJoin('comment', 'other', 'other.postId = post.id'),
};

describe.each(engines)('totals on %s', (engine) => {
  let database: TestDatabase;
  let filters: FilterService;

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: blogEntities });
    await fillBlog(database.source);
    filters = FilterService.forDataSource(database.source);
  });

  afterAll(() => database.close());

  const posts = (): Builder => database.source.createQueryBuilder(Post, 'post');
  const metaOf = async (query: string, pagination: Pagination, own?: Pagination) => {
    const service = FilterService.forDataSource(database.source, { pagination });
    const { meta } = await service.page(posts(), service.parse(Post, query, own && { pagination: own }));
    return meta.pagination;
  };

  describe.each(Object.entries(prepared))('%s', (_, prepare) => {
    it.each(questions)('of $query is what a hand-written count gives', async ({ query, where }) => {
      const text = `SELECT COUNT(*) AS n FROM "post" p WHERE ${alive} AND ${where}`;
      const sql = engine === 'mariadb' ? text.replaceAll('"', '`') : inSchema(text, schemaOf(database));
      const counted = await database.source.query<{ n: unknown }[]>(sql);
      const expected = Number(counted[0]?.n);
      const asked = filters.parse(Post, `${query}&pagination[pageSize]=1`);
      const { meta } = await filters.page(prepare(posts()), asked);
      expect(meta.pagination).toMatchObject({ total: expected, pageCount: expected });
      expect(await filters.count(prepare(posts()), asked)).toBe(expected);
      expect(expected).toBeGreaterThan(1);
    });
  });

  const first = 'pagination[page]=1&pagination[pageSize]=10';

  it.each([
    { why: 'by default', pagination: {}, query: first, meta: { page: 1, pageSize: 10, pageCount: 3, total: 29 } },
    {
      why: 'exactly',
      pagination: { count: 'exact' },
      query: 'pagination[start]=5&pagination[limit]=4',
      meta: { start: 5, limit: 4, total: 29 },
    },
    { why: 'not at all', pagination: { count: 'none' }, query: first, meta: { page: 1, pageSize: 10, hasNext: true } },
    {
      why: 'not at all, at the end',
      pagination: { count: 'none' },
      query: 'pagination[start]=20&pagination[limit]=9',
      meta: { start: 20, limit: 9, hasNext: false },
    },
    {
      why: 'up to a cap',
      pagination: { count: { capped: 20 } },
      query: first,
      meta: { page: 1, pageSize: 10, pageCount: 2, total: 20, totalIsCapped: true, hasNext: true },
    },
    {
      why: 'up to a cap that is just enough',
      pagination: { count: { capped: 29 } },
      query: first,
      meta: { page: 1, pageSize: 10, pageCount: 3, total: 29 },
    },
    {
      why: 'up to a cap that the page reaches',
      pagination: { count: { capped: 3 } },
      query: 'pagination[start]=0&pagination[limit]=3',
      meta: { start: 0, limit: 3, total: 3, totalIsCapped: true, hasNext: true },
    },
    {
      why: 'up to a cap, and the one row beyond it that the page has',
      pagination: { count: { capped: 3 } },
      query: 'pagination[start]=1&pagination[limit]=3',
      meta: { start: 1, limit: 3, total: 4, totalIsCapped: true },
    },
    {
      why: 'no fewer than are seen beyond a cap',
      pagination: { count: { capped: 3 } },
      query: 'pagination[start]=2&pagination[limit]=3',
      meta: { start: 2, limit: 3, total: 5, totalIsCapped: true },
    },
    {
      why: 'no fewer pages than are seen beyond a cap',
      pagination: { count: { capped: 3 } },
      query: 'pagination[page]=3&pagination[pageSize]=3',
      meta: { page: 3, pageSize: 3, pageCount: 3, total: 9, totalIsCapped: true },
    },
    {
      why: 'up to a cap where a page beyond the end is empty',
      pagination: { count: { capped: 3 } },
      query: 'pagination[start]=40&pagination[limit]=3',
      meta: { start: 40, limit: 3, total: 3, totalIsCapped: true, hasNext: false },
    },
    {
      why: 'when the client wants none',
      pagination: { count: 'exact' },
      query: `${first}&pagination[withCount]=false`,
      meta: { page: 1, pageSize: 10, hasNext: true },
    },
    {
      why: 'with a cursor',
      pagination: {},
      query: 'pagination[after]=&pagination[pageSize]=30',
      meta: { pageSize: 30, next: null, previous: null },
    },
    {
      why: 'with a cursor, when the client wants one',
      pagination: {},
      query: 'pagination[before]=&pagination[pageSize]=30&pagination[withCount]=true',
      meta: { pageSize: 30, total: 29, next: null, previous: null },
    },
  ] as const)('counts $why, for a module and for a handler', async ({ pagination, query, meta }) => {
    expect(await metaOf(query, pagination)).toEqual(meta);
    expect(await metaOf(query, { count: { capped: 1 } }, { count: 'exact', ...pagination })).toEqual(meta);
  });

  it('estimates on PostgreSQL and says so; elsewhere it counts', async () => {
    if (engine === 'postgres') await database.source.query(`ANALYZE "${schemaOf(database)}"."post"`);
    const meta = await metaOf(first, { count: 'estimate' });
    if (engine !== 'postgres') return expect(meta).toEqual({ page: 1, pageSize: 10, pageCount: 3, total: 29 });
    expect(meta).toMatchObject({ page: 1, pageSize: 10, totalIsEstimate: true });
    const { total = 0 } = 'total' in meta ? meta : {};
    expect(total).toBeGreaterThanOrEqual(10);
    expect(total).toBeLessThanOrEqual(100);
  });

  describe('where the server narrows the list', () => {
    const tenants: readonly (readonly [
      by: string,
      narrow: (service: FilterService) => [Builder, FilterQuery<Post>],
    ])[] = [
      ['and()', (service) => [posts(), service.and(service.parse(Post, first), { id: { $gte: 1 } })]],
      [
        'defaults',
        (service) => [
          posts(),
          service.parse(Post, first, { defaults: { filters: { id: { $gte: 1 } }, when: 'always' } }),
        ],
      ],
      ['a condition of the builder', (service) => [posts().where('post.id > 0'), service.parse(Post, first)]],
      [
        'a condition of a join',
        (service) => [posts().innerJoin('post.author', 'author', 'author.id > 0'), service.parse(Post, first)],
      ],
    ];

    it.each(tenants)('counts up to 1,000 instead of estimating: by %s', async (_, narrow) => {
      const spy = new StatementSpy();
      const service = FilterService.forDataSource(database.source, { pagination: { count: 'estimate' } });
      database.source.setOptions({ logger: spy });
      const [builder, query] = narrow(service);
      const { result, statements } = await spy.during(() => service.page(builder, query));
      expect(statements.at(-1)).toMatch(/^SELECT COUNT.*LIMIT 1001/);
      expect(result.meta.pagination).toMatchObject({ total: await service.count(builder, query) });
    });

    it('estimates where a join narrows nothing', async () => {
      const spy = new StatementSpy();
      const service = FilterService.forDataSource(database.source, { pagination: { count: 'estimate' } });
      database.source.setOptions({ logger: spy });
      const builder = posts().leftJoinAndSelect('post.author', 'author', 'author.id > 3');
      const { statements } = await spy.during(() => service.page(builder, service.parse(Post, first)));
      expect(statements.at(-1)).toMatch(engine === 'postgres' ? /^EXPLAIN/ : /^SELECT COUNT/);
    });
  });

  it('never estimates fewer rows than the page shows', async () => {
    const query = 'pagination[pageSize]=5&filters[title]=Post%201&filters[views]=1&filters[isFeatured][$null]=true';
    const meta = await metaOf(query, { count: 'estimate' });
    const { total = 0 } = 'total' in meta ? meta : {};
    expect(total).toBeGreaterThanOrEqual(2);
  });

  it('estimates beside an empty page beyond the end, which tells hasNext and nothing about the rows before', async () => {
    if (engine === 'postgres') await database.source.query(`ANALYZE "${schemaOf(database)}"."post"`);
    const meta = await metaOf('pagination[start]=2000&pagination[limit]=5', { count: 'estimate' });
    if (engine !== 'postgres') return expect(meta).toEqual({ start: 2000, limit: 5, total: 29 });
    expect(meta).toMatchObject({ start: 2000, limit: 5, totalIsEstimate: true, hasNext: false });
    const { total = 0 } = 'total' in meta ? meta : {};
    expect(total).toBeLessThanOrEqual(100);
  });

  it('reports no fewer than the rows of the page, where they go beyond the cap', async () => {
    const query = 'pagination[after]=&pagination[pageSize]=5&pagination[withCount]=true';
    const meta = await metaOf(query, { count: { capped: 3 } });
    expect(meta).toEqual({ pageSize: 5, total: 5, totalIsCapped: true, next: expect.any(String), previous: null });
  });

  it('refuses withCount where the handler never counts', async () => {
    const service = FilterService.forDataSource(database.source, { pagination: { count: 'none' } });
    const page = service.page(posts(), service.parse(Post, `${first}&pagination[withCount]=true`));
    const error: unknown = await page.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FilterException);
    expect((error as FilterException).issues).toMatchObject([
      { code: 'invalid_pagination', pointer: '/pagination/withCount' },
    ]);
  });

  it.each([
    [{ capped: 0 }, /capped/],
    [{ capped: 1.5 }, /capped/],
    [{}, /capped/],
    [{ cap: 5 }, /`pagination\.count\.cap` does not exist/],
    ['some', /must be exact, none, estimate or .* not some/],
  ])('does not start with count %j', (count, message) => {
    const options = { pagination: { count } } as unknown as FilterModuleOptions;
    expect(() => FilterService.forDataSource(database.source, options)).toThrow(FilterConfigurationError);
    expect(() => FilterService.forDataSource(database.source, options)).toThrow(message);
  });
});

function schemaOf({ source }: TestDatabase): string {
  return 'schema' in source.options ? (source.options.schema ?? '') : '';
}

/** Every test database has a schema of its own. */
function inSchema(sql: string, schema: string): string {
  return schema === '' ? sql : sql.replace(/"(post|comment|author|post_tags_tag)" ([a-z])\b/g, `"${schema}"."$1" $2`);
}
