import { DataSource } from 'typeorm';
import { FilterService } from 'nestjs-filterable';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { type TestDatabase, describeOn, openDatabase } from '../../support/databases.js';
import { fillBlog } from './blog.js';
import { StatementSpy } from '../../support/spy.js';

const requests = [
  'pagination[pageSize]=4&sort=title,id',
  'pagination[pageSize]=4&pagination[after]=&pagination[withCount]=true&sort=title,id',
];

describe('a page of a data source with a cache', () => {
  const spy = new StatementSpy();
  let source: DataSource;
  let filters: FilterService;

  beforeAll(async () => {
    const options = { entities: blogEntities, synchronize: true, cache: true, logger: spy };
    source = await new DataSource({ ...options, type: 'better-sqlite3', database: ':memory:' }).initialize();
    await fillBlog(source);
    filters = FilterService.forDataSource(source);
  });

  afterAll(() => source.destroy());

  describe.each(requests)('for the request %s', (request) => {
    it.each([
      ['by its text', undefined],
      ['by a name', 'posts'],
    ])('is read once, its total apart from its rows: %s', async (_, name) => {
      const page = () => {
        const builder = source.createQueryBuilder(Post, 'post').leftJoinAndSelect('post.comments', 'comment');
        if (name === undefined) builder.cache(60_000);
        else builder.cache(name, 60_000);
        return filters.page(builder, filters.parse(Post, request));
      };
      const first = await spy.during(page);
      const again = await spy.during(page);
      expect(again.result).toEqual(first.result);
      expect(again.result.data).toHaveLength(4);
      expect(again.result.meta.pagination).toMatchObject({ total: 29 });
      const ofPosts = (statements: readonly string[]) => statements.filter((text) => text.includes('FROM "post"'));
      expect(ofPosts(first.statements)).toHaveLength(3);
      expect(ofPosts(again.statements)).toEqual([]);
      await source.queryResultCache?.clear();
    });
  });
});

/** Two pools to one server, told apart by the name of the application. */
describeOn('postgres')('a page of a data source with replicas on %s', (engine) => {
  const names = { master: 'nf_master', slave: 'nf_replica' } as const;
  let database: TestDatabase;
  let replicated: DataSource;
  let filters: FilterService;

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: blogEntities });
    await fillBlog(database.source);
    const { options } = database.source;
    const url = process.env['POSTGRES_URL'] ?? '';
    const [master, slave] = [names.master, names.slave].map((name) => ({ url: withName(url, name) }));
    if (master === undefined || slave === undefined || options.type !== 'postgres') throw new Error('no replicas');
    replicated = await new DataSource({
      type: 'postgres',
      schema: options.schema ?? 'public',
      entities: blogEntities,
      replication: { master, slaves: [slave] },
    }).initialize();
    filters = FilterService.forDataSource(replicated);
  });

  afterAll(async () => {
    await replicated.destroy();
    await database.close();
  });

  describe.each(requests)('for the request %s', (request) => {
    it.each(['slave', 'master'] as const)('goes to the %s where the builder goes, rows and total', async (mode) => {
      const runner = mode === 'master' ? replicated.createQueryRunner('master') : undefined;
      try {
        for (const [name, total] of [
          [names[mode], 29],
          ['someone else', 0],
        ] as const) {
          const builder = replicated
            .createQueryBuilder(Post, 'post', runner)
            .leftJoinAndSelect('post.comments', 'comment')
            .where("current_setting('application_name') = :name", { name });
          const { data, meta } = await filters.page(builder, filters.parse(Post, request));
          expect([data.length, meta.pagination]).toEqual([Math.min(4, total), expect.objectContaining({ total })]);
          expect(await filters.count(builder, filters.parse(Post, request))).toBe(total);
        }
      } finally {
        await runner?.release();
      }
    });

    it('estimates on the replica, too', async () => {
      const spy = new StatementSpy();
      const estimated = FilterService.forDataSource(replicated, { pagination: { count: 'estimate' } });
      await estimated.ready();
      replicated.setOptions({ logger: spy });
      const builder = replicated.createQueryBuilder(Post, 'post');
      const { statements } = await spy.during(() => estimated.page(builder, estimated.parse(Post, request)));
      expect(statements.at(-1)).toMatch(/^EXPLAIN/);
      expect(spy.runners.map((runner) => runner?.getReplicationMode())).toEqual(['slave', 'slave']);
    });
  });
});

function withName(url: string, name: string): string {
  const named = new URL(url);
  named.searchParams.set('application_name', name);
  return named.toString();
}
