import type { SelectQueryBuilder } from 'typeorm';
import { type FilterModuleOptions, type FilterQuery, FilterService } from 'nestjs-filterable';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { onEngines } from '../../support/engines.js';
import { fillBlog } from './blog.js';

type Builder = SelectQueryBuilder<Post>;

const comments = '{comment} c WHERE c."postId" = p."id" AND c."deletedAt" IS NULL';

/** Requests, each with the condition on posts that one would write by hand. */
// prettier-ignore
const questions: readonly (readonly [request: string, where: string])[] = [
  ['', 'TRUE'],
  ['filters[comments][stars][$gte]=2', `EXISTS (SELECT 1 FROM ${comments} AND c."stars" >= 2)`],
  ['filters[comments][$none][stars]=0', `NOT EXISTS (SELECT 1 FROM ${comments} AND c."stars" = 0)`],
  ['filters[comments][$count][$gte]=3', `(SELECT COUNT(*) FROM ${comments}) >= 3`],
  ['filters[tags][id][$in][0]=1&filters[tags][id][$in][1]=2', 'p."id" IN (SELECT t."postId" FROM {post_tags_tag} t WHERE t."tagId" IN (1, 2))'],
  [
    'filters[$or][0][comments][stars]=4&filters[$or][1][author][name]=Author%201',
    `(EXISTS (SELECT 1 FROM ${comments} AND c."stars" = 4)
      OR p."authorId" IN (SELECT a."id" FROM {author} a WHERE a."name" = 'Author 1'))`,
  ],
];

const builders: Readonly<Record<string, (builder: Builder) => Builder>> = {
  'nothing joined': (builder) => builder,
  'comments and tags loaded': (builder) =>
    builder.leftJoinAndSelect('post.comments', 'comment').leftJoinAndSelect('post.tags', 'tag'),
  'comments joined by a condition': (builder) => builder.leftJoin('comment', 'other', 'other.postId = post.id'),
};

const first = 'pagination[page]=1&pagination[pageSize]=10';

/** What `meta` says of a total that is counted, capped, or not there at all, is in test/unit/page/meta. */
onEngines('totals', { entities: blogEntities, seed: fillBlog }, (world) => {
  const posts = (): Builder => world.source.createQueryBuilder(Post, 'post');
  const estimating = () => FilterService.forDataSource(world.source, { pagination: { count: 'estimate' } });
  const analyze = async () => {
    const { tablePath } = world.source.getMetadata(Post);
    if (world.engine === 'postgres') await world.source.query(`ANALYZE ${tablePath}`);
  };
  const estimated = async (request: string) => {
    const service = estimating();
    const { meta } = await service.page(posts(), service.parse(Post, request));
    return meta.pagination as { total: number };
  };

  describe.each(Object.entries(builders))('of a builder with %s', (_, prepare) => {
    it.each(questions)('%s are what a count by hand says', async (request, where) => {
      const text = `SELECT COUNT(*) AS n FROM {post} p WHERE p."deletedAt" IS NULL AND ${where}`;
      const { driver } = world.source;
      const escape = (path: string) =>
        path
          .split('.')
          .map((name) => driver.escape(name))
          .join('.');
      const named = text.replace(/\{(\w+)\}/g, (_all, name: string) =>
        escape(world.source.getMetadata(name).tablePath),
      );
      const sql = world.engine === 'mariadb' ? named.replaceAll('"', '`') : named;
      const [counted] = await world.source.query<{ n: unknown }[]>(sql);
      const expected = Number(counted?.n);
      const asked = world.filters.parse(Post, `${request}&pagination[pageSize]=1`);
      const { meta } = await world.filters.page(prepare(posts()), asked);
      expect(meta.pagination).toMatchObject({ total: expected, pageCount: expected });
      expect(await world.filters.count(prepare(posts()), asked)).toBe(expected);
      expect(expected).toBeGreaterThan(1);
    });
  });

  it.each<[FilterModuleOptions['pagination'], object]>([
    [{ count: 'exact' }, { total: 29 }],
    [{ count: 'none' }, { hasNext: true }],
    [{ count: { capped: 20 } }, { total: 20, totalIsCapped: true, hasNext: true }],
  ])('are counted as the module says: %j', async (pagination, meta) => {
    const service = FilterService.forDataSource(world.source, { pagination });
    expect((await service.page(posts(), service.parse(Post, first))).meta.pagination).toMatchObject(meta);
  });

  it('are estimated on PostgreSQL, which says so; elsewhere they are counted', async () => {
    await analyze();
    const meta = await estimated(first);
    if (world.engine !== 'postgres') return expect(meta).toEqual({ page: 1, pageSize: 10, pageCount: 3, total: 29 });
    expect(meta).toMatchObject({ page: 1, pageSize: 10, totalIsEstimate: true });
    expect(meta.total >= 10 && meta.total <= 100).toBe(true);
  });

  it('are never estimated as fewer rows than the page shows', async () => {
    const request = 'pagination[pageSize]=5&filters[title]=Post%201&filters[views]=1&filters[isFeatured][$null]=true';
    expect((await estimated(request)).total).toBeGreaterThanOrEqual(2);
  });

  it('are estimated beside an empty page beyond the end, which has hasNext', async () => {
    await analyze();
    const meta = await estimated('pagination[start]=2000&pagination[limit]=5');
    if (world.engine !== 'postgres') return expect(meta).toEqual({ start: 2000, limit: 5, total: 29 });
    expect(meta).toMatchObject({ start: 2000, limit: 5, totalIsEstimate: true, hasNext: false });
    expect(meta.total).toBeLessThanOrEqual(100);
  });

  const always = { defaults: { filters: { id: { $gte: 1 } }, when: 'always' } } as const;

  it.each<readonly [string, (service: FilterService) => readonly [Builder, FilterQuery<Post>]]>([
    ['and()', (service) => [posts(), service.and(service.parse(Post, first), { id: { $gte: 1 } })]],
    ['defaults', (service) => [posts(), service.parse(Post, first, always)]],
    ['a condition of the builder', (service) => [posts().where('post.id > 0'), service.parse(Post, first)]],
    ['a join', (service) => [posts().innerJoin('post.author', 'a', 'a.id > 0'), service.parse(Post, first)]],
  ])('are counted up to 1,000 instead of estimated where the server narrows the list: by %s', async (_, narrow) => {
    const service = estimating();
    const [builder, query] = narrow(service);
    const { result, statements } = await world.spy.during(() => service.page(builder, query));
    expect(statements.at(-1)).toMatch(/^SELECT COUNT.*LIMIT 1001/);
    expect(result.meta.pagination).toMatchObject({ total: await service.count(builder, query) });
  });

  it('are estimated where a join narrows nothing', async () => {
    const service = estimating();
    const builder = posts().leftJoinAndSelect('post.author', 'author', 'author.id > 3');
    const statements = await world.sent(() => service.page(builder, service.parse(Post, first)));
    expect(statements.at(-1)).toMatch(world.engine === 'postgres' ? /^EXPLAIN/ : /^SELECT COUNT/);
  });
});
