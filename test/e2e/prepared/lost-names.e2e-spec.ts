import type { EventEmitter } from 'node:events';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { FilterService } from 'nestjs-filterable';
import { Column, DataSource, Entity, Index, PrimaryColumn, type QueryRunner } from 'typeorm';
import { Filterable } from 'nestjs-filterable';
import { describeOn, openDatabase, type TestDatabase } from '../../support/databases.js';
import { anotherPool, often, preparedOn } from './prepared-names.js';

@Entity()
@Filterable()
class Parcel {
  @PrimaryColumn() id!: number;
  @Index() @Column() weight!: number;
  @Column() town!: string;
}

const heavy = 'filters[weight][$gte]=3&sort=id&pagination[withCount]=false';
const ids = [3, 4, 5];

/** Names on connections whose server no longer has what they stand for, or has something else. */
describeOn('postgres')('names on %s', (engine) => {
  let database: TestDatabase;
  /** Pools of their own, because a name is on one connection, and a data source gives up names for good. */
  let source: DataSource;
  let filters: FilterService;
  const errors: string[] = [];

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: [Parcel] });
    const parcels = [1, 2, 3, 4, 5].map((id) => ({ id, weight: id, town: id % 2 === 0 ? 'Bergen' : 'Oslo' }));
    await database.source.manager.insert(Parcel, parcels);
    jest.spyOn(Logger.prototype, 'error').mockImplementation((text: unknown) => {
      errors.push(String(text));
    });
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await database.close();
  });

  beforeEach(async () => {
    source = await anotherPool(database.source);
    filters = FilterService.forDataSource(source, { preparedStatements: true });
    errors.length = 0;
  });
  afterEach(() => source.destroy());

  const alter = (type: string) => database.source.query(`ALTER TABLE parcel ALTER COLUMN weight TYPE ${type}`);

  async function found(runner: QueryRunner, request = heavy): Promise<number[]> {
    const builder = runner.manager.createQueryBuilder(Parcel, 'parcel');
    return (await filters.page(builder, filters.parse(Parcel, request))).data.map(({ id }) => id);
  }

  const outcome = (runner: QueryRunner) => found(runner).catch((error: unknown) => (error as Error).message);

  async function onRunner(work: (runner: QueryRunner) => Promise<void>): Promise<void> {
    const runner = source.createQueryRunner();
    try {
      await work(runner);
    } finally {
      if (runner.isTransactionActive) await runner.rollbackTransaction();
      await runner.release();
    }
  }

  const namesOn = async (runner: QueryRunner) => (await preparedOn(runner)).map(({ name }) => name);

  describe('a column of another type', () => {
    afterEach(() => alter('integer'));

    it('changes no page, and gives the statement another name once, and none after that', () =>
      onRunner(async (runner) => {
        expect(await often(() => found(runner), 7)).toEqual(Array(7).fill(ids));
        const [name] = await namesOn(runner);
        await alter('bigint');
        expect(await often(() => found(runner), 4)).toEqual(Array(4).fill(ids));
        expect(await namesOn(runner)).toEqual([`${name}_1`]);
        await alter('integer');
        expect(await often(() => found(runner), 4)).toEqual(Array(4).fill(ids));
        expect(await namesOn(runner)).toEqual([]);
        expect(errors).toEqual([]);
      }));

    it('gives it one other name, on however many connections', () =>
      onRunner(async (one) =>
        onRunner(async (other) => {
          for (const runner of [one, other]) await often(() => found(runner), 7);
          await alter('bigint');
          for (const runner of [one, other]) expect(await often(() => found(runner), 2)).toEqual([ids, ids]);
          const [first] = await namesOn(other);
          // The one was refused by the first name, and let go of it; the other was not.
          expect(await namesOn(one)).toEqual([`${first}_1`]);
          expect(await namesOn(other)).toEqual([first, `${first}_1`]);
        }),
      ));

    it.each<
      readonly [
        name: string,
        begin: (runner: QueryRunner) => Promise<unknown>,
        end: (runner: QueryRunner) => Promise<unknown>,
      ]
    >([
      ['TypeORM', (runner) => runner.startTransaction(), (runner) => runner.rollbackTransaction()],
      ['a statement', (runner) => runner.query('BEGIN'), (runner) => runner.query('ROLLBACK')],
    ])('fails a transaction that %s has begun, and none after it', (_, begin, end) =>
      onRunner(async (runner) => {
        await often(() => found(runner), 7);
        await alter('bigint');
        await begin(runner);
        expect(await outcome(runner)).toBe('cached plan must not change result type');
        await end(runner);
        await begin(runner);
        expect(await often(() => outcome(runner), 3)).toEqual([ids, ids, ids]);
        await end(runner);
        expect(await namesOn(runner)).toHaveLength(2);
      }),
    );

    it('fails a snapshot, and none after it', async () => {
      const page = async () => {
        const query = filters.parse(Parcel, heavy);
        const { data } = await filters.page(source.getRepository(Parcel), query, {
          reads: { consistency: 'snapshot' },
        });
        return data.map(({ id }) => id);
      };
      await often(page, 7);
      await alter('bigint');
      await expect(page()).rejects.toThrow('cached plan must not change result type');
      expect(await often(page, 3)).toEqual([ids, ids, ids]);
    });

    it('is not noticed where a column is added that the entity does not have', () =>
      onRunner(async (runner) => {
        await often(() => found(runner), 7);
        await database.source.query('ALTER TABLE parcel ADD COLUMN note text');
        expect(await often(() => found(runner), 2)).toEqual([ids, ids]);
        expect(await namesOn(runner)).toHaveLength(1);
        await database.source.query('ALTER TABLE parcel DROP COLUMN note');
      }));
  });

  it.each(['DEALLOCATE ALL', 'DISCARD ALL'])('after %s are given up, and told of once', (statement) =>
    onRunner(async (runner) => {
      await often(() => found(runner), 7);
      await runner.query(statement);
      expect(await often(() => found(runner), 2)).toEqual([ids, ids]);
      await expectGivenUp(runner, '26000');
      expect(await namesOn(runner)).toEqual([]);
    }),
  );

  // As where a pool between gives the connection to another process, which has prepared the same statement.
  it('that a connection has already are given up, and told of once', () =>
    onRunner(async (runner) =>
      onRunner(async (other) => {
        await often(() => found(runner), 7);
        const taken = await namesOn(runner);
        await other.query(`PREPARE "${taken[0]}" AS SELECT 1`);
        expect(await often(() => found(other), 2)).toEqual([ids, ids]);
        await expectGivenUp(other, '42P05');
        expect(await namesOn(other)).toEqual(taken);
      }),
    ));

  async function expectGivenUp(runner: QueryRunner, code: string): Promise<void> {
    await often(() => found(runner, 'filters[town]=Oslo&sort=id'), 8);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(`of a connection (${code})`);
    expect(errors[0]).toContain('leave preparedStatements out');
  }

  it('after DEALLOCATE ALL in a transaction fail it, and are given up', () =>
    onRunner(async (runner) => {
      await often(() => found(runner), 7);
      await runner.query('DEALLOCATE ALL');
      await runner.startTransaction();
      expect(await outcome(runner)).toMatch(/^prepared statement "nf_[0-9a-f]{40}" does not exist$/);
      await runner.rollbackTransaction();
      expect(await often(() => found(runner), 8)).toEqual(Array(8).fill(ids));
      expect(await namesOn(runner)).toEqual([]);
    }));

  it('are fifty on a connection, and no more', () =>
    onRunner(async (runner) => {
      for (let size = 1; size <= 52; size += 1) {
        const pages = await often(() => found(runner, `${heavy}&pagination[pageSize]=${size}`), 7);
        expect(pages).toEqual(Array(7).fill(ids.slice(0, size)));
      }
      expect(await namesOn(runner)).toHaveLength(50);
    }));

  it('are on each connection that has executed their statements, and not on one that takes the place of a lost one', () =>
    onRunner(async (one) => {
      await onRunner(async (other) => {
        await often(() => found(other), 8);
        expect([(await namesOn(one)).length, (await namesOn(other)).length]).toEqual([0, 1]);
        expect(await found(one)).toEqual(ids);
        expect(await namesOn(one)).toEqual(await namesOn(other));
        await lose(other);
      });
      await onRunner(async (other) => {
        expect(await namesOn(other)).toEqual([]);
        for (const runner of [one, other]) expect(await often(() => found(runner), 2)).toEqual([ids, ids]);
        expect(await namesOn(other)).toEqual(await namesOn(one));
      });
      expect(errors).toEqual([]);
    }));

  /** Ends a connection from another one, and waits until its pool knows. */
  async function lose(runner: QueryRunner): Promise<void> {
    const client = (await runner.connect()) as EventEmitter;
    const isLost = new Promise((resolve) => client.once('end', resolve));
    const [{ pid }] = (await runner.query('SELECT pg_backend_pid() AS pid')) as [{ pid: number }];
    await database.source.query('SELECT pg_terminate_backend($1)', [pid]);
    await isLost;
  }

  it.each([
    ['shares one from the sixth execution on', 'auto', [5, 3]],
    ['makes one for the values of each', 'force_custom_plan', [8, 0]],
  ])('have plans of which the server %s, by plan_cache_mode = %s', (_, mode, plans) =>
    onRunner(async (runner) => {
      await runner.query(`SET plan_cache_mode = ${mode}`);
      await often(() => found(runner, 'filters[id]=3&pagination[withCount]=false'), 13);
      const kept = 'SELECT custom_plans::int AS custom, generic_plans::int AS generic FROM pg_prepared_statements';
      const [counted] = (await runner.query(kept)) as { custom: number; generic: number }[];
      expect([counted?.custom, counted?.generic]).toEqual(plans);
    }),
  );
});
