import type { EventEmitter } from 'node:events';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { FilterConfigurationError, FilterService, Filterable } from 'nestjs-filterable';
import {
  Column,
  DataSource,
  Entity,
  Index,
  type Logger as QueryLogger,
  PrimaryColumn,
  QueryFailedError,
  type QueryRunner,
  type SelectQueryBuilder,
  SimpleConsoleLogger,
} from 'typeorm';
import { seedBlog } from '../../support/blog/data.js';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { describeOn, engines, openDatabase } from '../../support/databases.js';
import { type WorldOptions, onEngines } from '../../support/engines.js';
import { share } from '../../support/thorough.js';
import { Laboratory } from '../adaptive/laboratory.js';
import { Article } from '../adaptive/model.js';
import { builderNames, postsOf, requestOf, requests } from './builders.js';
import { aside } from './kept.js';

/*
 * Statements that have a name on a PostgreSQL server. When a text has one, and what happens where it is refused, is in
 * test/unit/statements.
 */

const options = { preparedStatements: true };

/** Opens another pool of connections to a test's database, on which nothing has a name yet. */
function anotherPool(source: DataSource, settings: object = {}): Promise<DataSource> {
  return new DataSource({ ...source.options, synchronize: false, ...settings }).initialize();
}

/** Returns the statements that the server keeps for a connection, the oldest first. */
function preparedOn(runner: QueryRunner): Promise<{ readonly name: string; readonly statement: string }[]> {
  return runner.query('SELECT name, statement FROM pg_prepared_statements ORDER BY prepare_time');
}

/** Does something so often that a statement has its name. */
async function often<Result>(work: (turn: number) => Promise<Result>, times = 7): Promise<Result[]> {
  const results: Result[] = [];
  for (let turn = 0; turn < times; turn += 1) results.push(await work(turn));
  return results;
}

@Entity()
@Filterable()
class Parcel {
  @PrimaryColumn() id!: number;
  @Index() @Column() weight!: number;
}

const heavy = 'filters[weight][$gte]=3&sort=id&pagination[withCount]=false';
const ids = [3, 4, 5];

const parcels: WorldOptions = {
  entities: [Parcel],
  seed: ({ manager }) =>
    manager.insert(
      Parcel,
      [1, 2, 3, 4, 5].map((id) => ({ id, weight: id })),
    ),
  on: ['postgres'],
};

onEngines('names of statements', parcels, (world) => {
  let source: DataSource;
  let filters: FilterService;
  const errors: string[] = [];

  beforeAll(() => {
    jest.spyOn(Logger.prototype, 'error').mockImplementation((text: unknown) => void errors.push(String(text)));
  });
  afterAll(() => jest.restoreAllMocks());
  // A pool of its own, because a name is on one connection, and a data source gives up names for good.
  beforeEach(async () => {
    source = await anotherPool(world.source);
    filters = FilterService.forDataSource(source, options);
    errors.length = 0;
  });
  afterEach(() => source.destroy());

  const found = async (runner: QueryRunner, request = heavy) => {
    const builder = runner.manager.createQueryBuilder(Parcel, 'parcel');
    return (await filters.page(builder, filters.parse(Parcel, request))).data.map(({ id }) => id);
  };
  const namesOn = async (runner: QueryRunner) => (await preparedOn(runner)).map(({ name }) => name);
  const alter = (type: string) => world.source.query(`ALTER TABLE parcel ALTER COLUMN weight TYPE ${type}`);

  async function onRunner(work: (runner: QueryRunner) => Promise<void>): Promise<void> {
    const runner = source.createQueryRunner();
    try {
      await work(runner);
    } finally {
      if (runner.isTransactionActive) await runner.rollbackTransaction();
      await runner.release();
    }
  }

  it.each([false, true])('end with a column of another type, in a transaction: %s', (isInTransaction) =>
    onRunner(async (runner) => {
      try {
        expect(await often(() => found(runner))).toEqual(Array(7).fill(ids));
        await alter('bigint');
        if (isInTransaction) {
          await runner.startTransaction();
          await expect(found(runner)).rejects.toThrow('cached plan must not change result type');
          await runner.rollbackTransaction();
        }
        const names = await namesOn(runner);
        expect(await often(() => found(runner), 8)).toEqual(Array(8).fill(ids));
        expect(await namesOn(runner)).toEqual(names);
        expect(errors).toEqual([expect.stringContaining('by its name (0A000)')]);
      } finally {
        await alter('integer');
      }
    }),
  );

  it.each(['DEALLOCATE ALL', 'DISCARD ALL'])('after %s they end, and are reported once', (statement) =>
    onRunner(async (runner) => {
      await often(() => found(runner));
      await runner.query(statement);
      expect(await often(() => found(runner), 8)).toEqual(Array(8).fill(ids));
      expect(errors).toEqual([expect.stringMatching(/by its name \(26000\).*leave preparedStatements out/s)]);
      expect(await namesOn(runner)).toEqual([]);
    }),
  );

  // As where a pool between gives the connection to another process, which has prepared the same statement.
  it('that a connection has already end, and reported once', () =>
    onRunner(async (runner) =>
      onRunner(async (other) => {
        await often(() => found(runner));
        const [name] = await namesOn(runner);
        await other.query(`PREPARE "${name}" AS SELECT 1`);
        expect(await often(() => found(other), 2)).toEqual([ids, ids]);
        expect(errors).toEqual([expect.stringContaining('by its name (42P05)')]);
      }),
    ));

  it('are on each connection, and not on one that takes the place of a lost one', () =>
    onRunner(async (one) => {
      await onRunner(async (other) => {
        await often(() => found(other), 8);
        expect(await found(one)).toEqual(ids);
        expect(await namesOn(one)).toEqual(await namesOn(other));
        const client = (await other.connect()) as EventEmitter;
        const isLost = new Promise((resolve) => client.once('end', resolve));
        const [{ pid }] = (await other.query('SELECT pg_backend_pid() AS pid')) as [{ pid: number }];
        await world.source.query('SELECT pg_terminate_backend($1)', [pid]);
        await isLost;
      });
      await onRunner(async (other) => {
        expect(await namesOn(other)).toEqual([]);
        for (const runner of [one, other]) expect(await often(() => found(runner), 2)).toEqual([ids, ids]);
        expect(await namesOn(other)).toEqual(await namesOn(one));
      });
      expect(errors).toEqual([]);
    }));
});

onEngines('answers by names', { entities: blogEntities, seed: seedBlog, on: ['postgres'] }, (world) => {
  async function withPool(
    settings: object,
    work: (source: DataSource, filters: FilterService) => Promise<void>,
  ): Promise<void> {
    const source = await anotherPool(world.source, settings);
    try {
      await work(source, FilterService.forDataSource(source, options));
    } finally {
      await source.destroy();
    }
  }

  const answer = (filters: FilterService, builder: SelectQueryBuilder<Post>, request: string) =>
    filters.page(builder, filters.parse(Post, request)).catch((error: unknown) => (error as Error).message);

  const request = 'filters[views][$gte]=1&sort=id&pagination[withCount]=false';

  it.each(builderNames)('are those of the builder itself: %s', (name) =>
    withPool({}, async (source, filters) => {
      for (const index of share(requests, 4, builderNames.indexOf(name))) {
        const builder = (turn: number) => postsOf(source, name, 1 + (turn % 2));
        const asked = requestOf(index, 2);
        const expected = await often((turn) => answer(filters, builder(turn).comment(aside), asked), 2);
        const turns = await often((turn) => answer(filters, builder(turn), asked), 12);
        expect(turns).toStrictEqual(turns.map((_, turn) => expected[turn % 2]));
      }
    }),
  );

  it('never have a value of a request that is answered at the same time', () =>
    withPool({}, async (source, filters) => {
      const asked = Array.from({ length: 200 }, (_, index) => (index % 2) + 1);
      const query = (tenant: number) => filters.parse(Post, `filters[id][$gte]=${tenant}`);
      const pages = await Promise.all(
        asked.map((tenant) => filters.page(postsOf(source, 'a tenant', tenant), query(tenant))),
      );
      expect(pages.map(({ data }) => [...new Set(data.map((post) => post.tenantId))])).toEqual(
        asked.map((tenant) => [tenant]),
      );
    }));

  it('are in the logs of TypeORM as if there were no names: every statement, and slow ones', () => {
    const lines: string[] = [];
    const write = (text: unknown) => void lines.push(String(text).trim());
    const logger: QueryLogger = Object.assign(new SimpleConsoleLogger(false), {
      logQuery: write,
      logQuerySlow: (_: number, text: unknown) => write(text),
    });
    return withPool({ logger, logging: 'all', maxQueryExecutionTime: 1 }, async (source, filters) => {
      const builder = () =>
        source.getRepository(Post).createQueryBuilder('post').where('pg_sleep(:pause) IS NOT NULL', { pause: 0.002 });
      await often(() => filters.page(builder(), filters.parse(Post, request)));
      const pages = lines.filter((line) => line.includes('pg_sleep'));
      // Each is logged twice: as it is sent, and as slow.
      expect([pages.length, new Set(pages).size]).toEqual([14, 1]);
    });
  });

  it('are in the error of one that fails as a text', () =>
    withPool({}, async (source, filters) => {
      await source.query(
        "CREATE FUNCTION passes(integer) RETURNS boolean LANGUAGE plpgsql AS 'BEGIN ASSERT $1 > 0; RETURN TRUE; END'",
      );
      const failing = async (by: number): Promise<unknown> => {
        const builder = source.getRepository(Post).createQueryBuilder('post').where('passes(:by)', { by });
        return filters.page(builder, filters.parse(Post, request)).catch((error: unknown) => error);
      };
      const first = await failing(0);
      await often(() => failing(1), 8);
      const last = await failing(0);
      const partsOf = (error: unknown) =>
        error instanceof QueryFailedError ? { ...error, message: error.message, driverError: '' } : {};
      expect(partsOf(last)).toEqual(partsOf(first));
      expect(partsOf(last)).toMatchObject({
        query: expect.stringContaining('passes($1)') as unknown,
        message: 'assertion failed',
      });
    }));

  it('are on the connections of a replica, and on those of the primary where pages are read there', () => {
    const url = process.env['POSTGRES_URL'];
    return withPool(
      { url: undefined, replication: { master: { url }, slaves: [{ url }] } },
      async (source, filters) => {
        const countOn = async (mode: 'master' | 'slave') => {
          const runner = source.createQueryRunner(mode);
          const { length } = await preparedOn(runner);
          await runner.release();
          return length;
        };
        const page = (reads = {}) => filters.page(source.getRepository(Post), filters.parse(Post, request), { reads });
        await often(() => page());
        expect([await countOn('master'), await countOn('slave')]).toEqual([0, 1]);
        await often(() => page({ from: 'primary' }), 2);
        expect([await countOn('master'), await countOn('slave')]).toEqual([1, 1]);
      },
    );
  });
});

const first = 'sort=position&pagination[pageSize]=3';
const bare = `${first}&pagination[withCount]=false`;

describeOn('postgres')('which statements have a name on %s', (engine) => {
  let laboratory: Laboratory;
  let runner: QueryRunner;
  let service: FilterService;
  beforeAll(async () => {
    laboratory = await Laboratory.open(engine);
    service = laboratory.service(options);
    runner = laboratory.database.source.createQueryRunner();
  });
  afterAll(async () => {
    await runner.release();
    await laboratory.close();
  });

  const builder = () => runner.manager.createQueryBuilder(Article, 'article');

  /** Requests, and whether their statements, page and total, may be planned once for all values. */
  it.each<readonly [request: string, statements: string, overrides: object]>([
    [first, 'named', {}],
    [`filters[kind]=plain&${first}`, 'named', {}],
    [`filters[id][$in][0]=4&filters[id][$in][1]=7&filters[id][$in][2]=9&${first}`, 'named', {}],
    [`filters[maker][name]=Common&${first}`, 'without, named', {}],
    [`filters[labels][name]=five&${first}`, 'named', {}],
    [`filters[labels][name][$gte]=o&${first}`, 'without', {}],
    [`filters[labels][name]=half&${first}`, 'without, without', {}],
    [`filters[labels][$none][name]=half&${first}`, 'without', {}],
    ['sort=position&pagination[start]=7&pagination[limit]=3', 'named', {}],
    ['sort=position&pagination[after]=&pagination[pageSize]=3', 'named', {}],
    [`facets=kind&${first}`, 'named, without', { facets: ['kind'] }],
    [first, 'named, without', { pagination: { count: { capped: 10 } } }],
    // A scope that has a range.
    [`filters[labels][name]=one&${bare}`, 'named', { context: 1 }],
    [`filters[labels][name]=one&${bare}`, 'without', { context: -1 }],
  ])('%s: %s', async (request, statements, overrides) => {
    const answers = await often(() => laboratory.ask(request, { service, builder: builder(), ...overrides }));
    const prepared = new Set((await preparedOn(runner)).map(({ statement }) => statement));
    const sent = answers.at(-1)?.statements ?? [];
    expect(sent.map((text) => (prepared.has(text) ? 'named' : 'without')).join(', ')).toBe(statements);
  });

  it('without the option there is none', async () => {
    const before = await preparedOn(runner);
    const without = laboratory.service();
    await often(() => laboratory.ask(`filters[grade]=3&${bare}`, { service: without, builder: builder() }));
    expect(await preparedOn(runner)).toHaveLength(before.length);
  });
});

it.each(engines)('are an option of PostgreSQL alone: %s', async (engine) => {
  const database = await openDatabase(engine, { entities: [Parcel] });
  const make = () => FilterService.forDataSource(database.source, options);
  if (engine === 'postgres') expect(make()).toBeInstanceOf(FilterService);
  else {
    expect(make).toThrow(FilterConfigurationError);
    expect(make).toThrow(/^forRoot\(\): `preparedStatements` is true, and only works on PostgreSQL .*; leave it out/);
  }
  await database.close();
});
