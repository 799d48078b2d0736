import { FilterConfigurationError, FilterService, Filterable } from 'nestjs-filterable';
import { Column, type DataSource, Entity, PrimaryColumn, type QueryRunner } from 'typeorm';
import { FilterEngine, resolveSettings } from '../../../lib/engine/index.js';
import { Comment, Post, blogEntities } from '../../support/blog/entities.js';
import { describeEntities } from '../../support/metadata.js';

/** What TiDB cannot do: read a document. */
@Entity()
@Filterable({ fields: ['id', { name: 'specs', paths: { color: 'text' } }] })
class Sheet {
  @PrimaryColumn({ type: 'int' }) id!: number;
  @Column({ type: 'simple-json' }) specs!: object;
}

/** What it cannot do, either: count the elements of a list. */
@Entity()
@Filterable({ fields: ['id', 'tags'], facets: ['tags'] })
class Box {
  @PrimaryColumn({ type: 'int' }) id!: number;
  @Column({ type: 'simple-array' }) tags!: string[];
}

/** A server that answers what it is told to, and counts what it was asked and which connections came back. */
class Server {
  readonly asked: string[] = [];
  released = 0;
  failure: Error | undefined;
  mode = 'STRICT_TRANS_TABLES';
  version = '10.11.6-MariaDB';
  /** The columns whose collations sort otherwise than they compare. */
  inexact: readonly object[] = [];

  readonly runner = (): QueryRunner =>
    ({
      query: async (sql: string) => {
        this.asked.push(sql.slice(0, 24));
        await Promise.resolve();
        if (this.failure !== undefined) throw this.failure;
        if (sql.includes('information_schema')) return this.inexact;
        return sql.includes('VERSION()') ? [{ version: this.version }] : [{ mode: this.mode }];
      },
      release: () => Promise.resolve(void (this.released += 1)),
    }) as unknown as QueryRunner;

  connect(source: DataSource): DataSource {
    return Object.defineProperties(source, {
      isInitialized: { value: true },
      createQueryRunner: { value: this.runner },
    });
  }
}

const questions = ['SELECT VERSION() AS vers', 'SELECT @@SESSION.sql_mod', 'SELECT TABLE_NAME AS tab'];

describe('what only a server can tell', () => {
  let server: Server;
  let source: DataSource;
  let engine: FilterEngine;

  beforeEach(async () => {
    server = new Server();
    source = server.connect(await describeEntities('mariadb', blogEntities));
    engine = new FilterEngine(resolveSettings({}), () => [source]);
  });

  it('is asked once, however many ask for it at a time, and then costs nothing', async () => {
    await Promise.all([engine.servers.ask(source), engine.servers.ask(source), engine.servers.askAll([source])]);
    expect(server.asked).toEqual(questions);
    expect(server.released).toBe(1);
    await engine.servers.ask(source);
    await engine.servers.askAll([source]);
    expect(server.asked).toEqual(questions);
  });

  it('is asked over the connection that the caller has, which stays the caller’s', async () => {
    await engine.servers.ask(source, new Server().runner());
    await engine.servers.ask(source);
    expect(server).toMatchObject({ asked: [], released: 0 });
  });

  it('is asked again where the server could not be reached', async () => {
    server.failure = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    await expect(engine.servers.ask(source)).rejects.toThrow('ECONNREFUSED');
    await expect(engine.servers.ask(source)).rejects.toThrow('ECONNREFUSED');
    expect(server.released).toBe(2);
    server.failure = undefined;
    await engine.servers.ask(source);
    const { length } = server.asked;
    await engine.servers.ask(source);
    expect(server.asked).toHaveLength(length);
  });

  it('is not asked again of a server that is refused', async () => {
    server.mode = 'NO_BACKSLASH_ESCAPES';
    await expect(engine.servers.ask(source)).rejects.toThrow(FilterConfigurationError);
    await expect(engine.servers.ask(source)).rejects.toThrow('The server runs in NO_BACKSLASH_ESCAPES mode');
    expect(server.asked).toEqual(questions.slice(0, 2));
    expect(server.released).toBe(1);
  });
});

it('a data source that is not initialized cannot be ready, and is left for later at boot', async () => {
  const source = await describeEntities('mariadb', blogEntities);
  await expect(FilterService.forDataSource(source).ready()).rejects.toThrow(
    'ready(): a data source is not initialized; call its initialize() first',
  );
  const engine = new FilterEngine(resolveSettings({}), () => [source]);
  await engine.servers.askAll([source], true);
  const server = new Server();
  server.connect(source);
  await engine.servers.ask(source);
  expect(server.asked).toEqual(questions);
});

it('SQLite has nothing to tell', async () => {
  const server = new Server();
  const source = server.connect(await describeEntities('sqlite', blogEntities));
  await FilterService.forDataSource(source).ready();
  expect(server).toMatchObject({ asked: [], released: 0 });
  expect(source.hasMetadata(Post)).toBe(true);
});

const yugabyte = 'PostgreSQL 15.2-YB-2.25.1.0-b0 on x86_64-pc-linux-gnu, compiled by clang version 17.0.6, 64-bit';
const cockroach = 'CockroachDB CCL v23.2.0 (x86_64-pc-linux-gnu, built 2024/01/08 19:58:04, go1.21.5)';

describe('a server that its driver is not made for', () => {
  async function connected(engine: 'postgres' | 'mariadb', version: string, mode = ''): Promise<DataSource> {
    const server = Object.assign(new Server(), { version, mode });
    const more = engine === 'mariadb' ? [Sheet, Box] : [];
    return server.connect(await describeEntities(engine, [...blogEntities, ...more]));
  }

  it.each([
    ['postgres', 'PostgreSQL 18.4 on x86_64-pc-linux-gnu, compiled by gcc (GCC) 13.2.0, 64-bit', []],
    ['postgres', yugabyte, ['server YugabyteDB']],
    ['postgres', cockroach, ['server CockroachDB']],
    ['mariadb', '10.11.19-MariaDB-deb12', []],
    ['mariadb', '8.0.36', ['server MySQL']],
    ['mariadb', '8.0.11-TiDB-v8.5.0', ['server TiDB']],
  ] as const)('by the driver %s is known by its version %s', async (engine, version, known) => {
    const source = await connected(engine, version);
    const named = new FilterEngine(resolveSettings({}), () => [source]);
    await named.servers.askAll([source]);
    expect(named.knownByDocuments()).toEqual(known);
  });

  it('writes the statements of its own dialect, also for a query that was read before it was known', async () => {
    const source = await connected('postgres', cockroach);
    const filters = FilterService.forDataSource(source, { nulls: 'last' });
    const query = filters.parse(Comment, 'sort=stars');
    const order = () =>
      / ORDER BY .*$/.exec(filters.apply(source.createQueryBuilder(Comment, 'c'), query).getQuery())?.[0];
    expect(order()).toBe(' ORDER BY "c"."stars" ASC');
    await filters.ready();
    expect(order()).toMatch(/^ ORDER BY "\w+" ASC, "c"."stars" ASC$/);
  });

  it('is refused where a setting contradicts its row', async () => {
    const source = await connected('postgres', cockroach, 'on');
    await expect(FilterService.forDataSource(source).ready()).rejects.toThrow('null_ordered_last');
  });

  it('refuses at boot what it cannot do', async () => {
    const source = await connected('mariadb', '8.0.11-TiDB-v8.5.0');
    const cannot =
      'is in a column of type simple-json, which cannot be read as JSON on this engine; leave out `list` and `paths`';
    await expect(FilterService.forDataSource(source).ready()).rejects.toMatchObject({
      name: 'FilterConfigurationError',
      faults: [
        `@Filterable() on Sheet: specs ${cannot}`,
        `@Filterable() on Sheet: specs.color ${cannot}`,
        '@Filterable() on Box: the facet tags is a list, whose elements this database cannot count; leave it out',
      ],
    });
  });
});
