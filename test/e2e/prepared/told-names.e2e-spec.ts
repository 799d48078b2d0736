import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { jest } from '@jest/globals';
import { FilterService } from 'nestjs-filterable';
import {
  AdvancedConsoleLogger,
  type AfterQueryEvent,
  type BeforeQueryEvent,
  type DataSource,
  type EntitySubscriberInterface,
  EventSubscriber,
  FileLogger,
  FormattedConsoleLogger,
  type Logger,
  QueryFailedError,
  SimpleConsoleLogger,
} from 'typeorm';
import { describeOn, openDatabase, type TestDatabase } from '../../support/databases.js';
import { seedBlog } from '../../support/blog/data.js';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { anotherPool, often, preparedOn } from './prepared-names.js';

const request = 'filters[views][$gte]=1&sort=id&pagination[withCount]=false';

/** What is told of a statement that has a name on the server: all that is told of one without. */
describeOn('postgres')('a statement by a name on %s', (engine) => {
  let database: TestDatabase;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nf-log-'));
    database = await openDatabase(engine, { entities: blogEntities });
    await seedBlog(database.source);
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });
  afterEach(() => jest.restoreAllMocks());

  async function withPool(options: object, work: (source: DataSource) => Promise<void>): Promise<void> {
    const source = await anotherPool(database.source, options);
    try {
      await work(source);
    } finally {
      await source.destroy();
    }
  }

  /** Reads a page, and whether one of its statements has a name by now. */
  async function page(source: DataSource, filters: FilterService, slow = false): Promise<boolean> {
    const builder = source.getRepository(Post).createQueryBuilder('post');
    if (slow) builder.where("pg_sleep(current_setting('nf.pause', true)::float) IS NULL");
    const { data } = await filters.page(builder, filters.parse(Post, request));
    expect(data.length).toBeGreaterThan(0);
    const runner = source.createQueryRunner();
    const names = await preparedOn(runner);
    await runner.release();
    return names.length > 0;
  }

  /** Whatever is written to the console, without colors and white space. */
  function console(): string[] {
    const written: string[] = [];
    const keep = (...parts: unknown[]) => {
      written.push(stripVTControlCharacters(parts.map(String).join(' ')).replaceAll(/\s+/g, ' '));
    };
    for (const method of ['log', 'info', 'warn', 'error'] as const) {
      jest.spyOn(globalThis.console, method).mockImplementation(keep);
    }
    return written;
  }

  const loggers: readonly (readonly [name: string, logger: (path: string) => Logger | 'debug'])[] = [
    ['advanced console', () => new AdvancedConsoleLogger('all')],
    ['simple console', () => new SimpleConsoleLogger('all')],
    ['formatted console', () => new FormattedConsoleLogger('all')],
    ['file', (logPath) => new FileLogger('all', { logPath })],
    ['debug', () => 'debug'],
  ];

  it.each(loggers)('is in the log of TypeORM: %s', async (name, make) => {
    const path = join(folder, `${name}.log`);
    const written = console();
    await withPool({ logger: make(path), logging: 'all' }, async (source) => {
      const filters = FilterService.forDataSource(source, { preparedStatements: true });
      const named = await often(() => page(source, filters), 7);
      expect(named).toEqual([false, false, false, false, false, true, true]);
    });
    if (name === 'debug') return;
    const lines = name === 'file' ? (await readFile(path, 'utf8')).split('\r\n') : written;
    const pages = lines.filter((line) => line.includes('ORDER BY') && line.includes('LIMIT 26'));
    expect(pages).toHaveLength(7);
    // The last has a name, the first has none, and nothing but the time tells them apart.
    expect(pages.at(-1)?.replace(/^\[[^\]]*\]/, '')).toBe(pages[0]?.replace(/^\[[^\]]*\]/, ''));
    expect(pages[0]).toContain('PARAMETERS: ["1"]');
  });

  it('is in the log of slow statements', async () => {
    const slow: string[] = [];
    const logger: Logger = Object.assign(new SimpleConsoleLogger(false), {
      logQuerySlow: (_: number, query: string) => slow.push(`${query}`.trim()),
    });
    await withPool({ logger, maxQueryExecutionTime: 1 }, async (source) => {
      const filters = FilterService.forDataSource(source, { preparedStatements: true });
      await often(() => page(source, filters), 6);
      const runner = source.createQueryRunner();
      const builder = runner.manager
        .createQueryBuilder(Post, 'post')
        .where('post.id = pg_backend_pid() * 0 + :id', { id: 1 });
      const sleeping = () => builder.clone().andWhere("pg_sleep(current_setting('nf.pause')::float) IS NOT NULL");
      await runner.query("SET nf.pause = '0'");
      await often(() => filters.page(sleeping(), filters.parse(Post, request)), 7);
      slow.length = 0;
      await runner.query("SET nf.pause = '0.05'");
      await filters.page(sleeping(), filters.parse(Post, request));
      // On a busy machine any statement may be slow.
      const asleep = slow.filter((text) => text.includes('pg_sleep'));
      expect(asleep).toHaveLength(1);
      expect((await preparedOn(runner)).map(({ statement }) => statement)).toContain(asleep[0]);
      await runner.release();
    });
  });

  it('is told to subscribers of queries', async () => {
    const told: string[] = [];
    @EventSubscriber()
    class Listener implements EntitySubscriberInterface {
      beforeQuery({ query, parameters }: BeforeQueryEvent) {
        if (query.includes('ORDER BY')) told.push(`before ${query} ${JSON.stringify(parameters)}`);
      }
      afterQuery({ query, success, rawResults }: AfterQueryEvent) {
        if (query.startsWith('SELECT "post"'))
          told.push(`after ${query} ${success} ${(rawResults as object[]).length > 0}`);
      }
    }
    await withPool({ subscribers: [Listener] }, async (source) => {
      const filters = FilterService.forDataSource(source, { preparedStatements: true });
      await often(() => page(source, filters), 7);
    });
    const sorted = [...new Set(told.filter((line) => line.includes('LIMIT 26')))].map((line) => line.split(' ')[0]);
    expect(sorted).toEqual(['before', 'after']);
    expect(told.filter((line) => line.startsWith('after'))).toHaveLength(7);
  });

  it('is a text in the error of one that fails', async () => {
    await database.source.query(
      "CREATE FUNCTION passes(integer) RETURNS boolean LANGUAGE plpgsql AS 'BEGIN ASSERT $1 > 0; RETURN TRUE; END'",
    );
    await withPool({}, async (source) => {
      const filters = FilterService.forDataSource(source, { preparedStatements: true });
      const failing = async (by: number) => {
        const builder = source.getRepository(Post).createQueryBuilder('post').where('passes(:by)', { by });
        return filters.page(builder, filters.parse(Post, request)).catch((error: unknown) => error);
      };
      const first = await failing(0);
      await often(() => failing(1), 8);
      const last = await failing(0);
      expect([first, last].map((error) => error instanceof QueryFailedError)).toEqual([true, true]);
      expect(told(last)).toEqual(told(first));
      expect(told(last)).toMatchObject({ query: expect.stringContaining('passes($1)'), message: 'assertion failed' });
    });
  });

  const told = (error: unknown) =>
    error instanceof QueryFailedError ? { ...error, message: error.message, driverError: '' } : {};
});
