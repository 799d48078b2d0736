import { jest } from '@jest/globals';
import { type DataSource, Column, Entity, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import { FilterService, Filterable } from 'nestjs-filterable';
import { faultOf } from '../../../lib/dialects/index.js';
import { describeOn, openDatabase } from '../../support/databases.js';
import { type WorldOptions, onEngines } from '../../support/engines.js';

@Entity()
@Filterable({ fields: ['id', 'name'], relations: [{ name: 'lots', strategy: 'in' }] })
class Stock {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @OneToMany(() => Lot, (lot) => lot.stock) lots!: Relation<Lot>[];
}

@Entity()
@Filterable({ fields: ['id', 'size'] })
class Lot {
  @PrimaryColumn() id!: number;
  @Column() size!: number;
  @ManyToOne(() => Stock, (stock) => stock.lots, { nullable: false }) stock!: Relation<Stock>;
}

/** Three statements answer it: the positions of the rows, the rows, and their total. */
const request = 'filters[lots][size][$gte]=5&sort=id&pagination[pageSize]=2';

/** Statements that are neither rows nor totals. */
const isOfTransaction = (text: string) => /^(BEGIN|START|SET|COMMIT|ROLLBACK)/i.test(text);

async function fill(source: DataSource): Promise<void> {
  const ids = [1, 2, 3, 4, 5, 6];
  await source.getRepository(Stock).insert(ids.map((id) => ({ id, name: `stock ${id}` })));
  await source
    .getRepository(Lot)
    .insert(ids.flatMap((id) => [4, 5, 6].map((size, index) => ({ id: id * 10 + index, size, stock: { id } }))));
}

onEngines('the statements of one answer', { entities: [Stock, Lot], seed: fill }, (world) => {
  const { spy } = world;
  const builder = () => world.repository(Stock).createQueryBuilder('stock').leftJoinAndSelect('stock.lots', 'lot');

  it('use one connection, and give it back', async () => {
    const runners = jest.spyOn(world.source, 'createQueryRunner');
    const { result, statements } = await spy.during(() =>
      world.filters.page(builder(), world.filters.parse(Stock, request)),
    );
    expect(result.data.map(({ id, lots }) => [id, lots.length])).toEqual([
      [1, 3],
      [2, 3],
    ]);
    expect(result.meta.pagination).toMatchObject({ total: 6 });
    expect(statements).toHaveLength(3);
    expect(new Set(spy.runners).size).toBe(1);
    expect(runners).toHaveBeenCalledTimes(1);
    runners.mockRestore();
  });

  it('use one connection for the facets, too', async () => {
    const query = world.filters.parse(Stock, `${request}&facets=name`, { facets: ['name'] });
    const { result, statements } = await spy.during(() => world.filters.page(builder(), query));
    expect(result.meta.facets).toEqual({
      name: { values: [1, 2, 3, 4, 5, 6].map((id) => ({ value: `stock ${id}`, count: 1 })), hasMore: false },
    });
    expect(statements).toHaveLength(4);
    expect(new Set(spy.runners).size).toBe(1);
  });

  it('take a connection each where they are told to', async () => {
    const runners = jest.spyOn(world.source, 'createQueryRunner');
    const page = world.filters.page(builder(), world.filters.parse(Stock, request), {
      reads: { consistency: 'statement' },
    });
    await expect(page).resolves.toMatchObject({ meta: { pagination: { total: 6 } } });
    expect(runners).toHaveBeenCalledTimes(3);
    runners.mockRestore();
  });

  it('leave the builder with no query runner, so that it can be used again', async () => {
    const own = builder();
    const first = await world.filters.page(own, world.filters.parse(Stock, request));
    const again = await world.filters.page(own, world.filters.parse(Stock, request));
    expect(again).toEqual(first);
    await expect(own.getCount()).resolves.toBe(6);
  });

  it("stay in the caller's transaction, in which nothing is begun", async () => {
    const reads = world.engine === 'sqlite' ? {} : ({ consistency: 'snapshot' } as const);
    const { statements } = await spy.during(() =>
      world.source.transaction(async (manager) => {
        await manager.getRepository(Stock).insert({ id: 99, name: 'not yet' });
        const own = manager.getRepository(Stock).createQueryBuilder('stock');
        const page = await world.filters.page(own, world.filters.parse(Stock, 'sort=id'), { reads });
        expect(page.data.at(-1)?.id).toBe(99);
        await manager.getRepository(Stock).delete({ id: 99 });
      }),
    );
    expect(statements.filter((text) => /^(BEGIN|START)/i.test(text))).toHaveLength(1);
  });

  it('give the connection back after a failure', async () => {
    const before = jest.spyOn(world.source, 'createQueryRunner');
    const broken = builder().andWhere('nothing_of_this_name = 1');
    await expect(world.filters.page(broken, world.filters.parse(Stock, request))).rejects.toThrow();
    const [runner] = before.mock.results.map(({ value }) => value as { isReleased: boolean });
    before.mockRestore();
    if (world.engine !== 'sqlite') expect(runner?.isReleased).toBe(true);
    await expect(world.filters.count(builder(), world.filters.parse(Stock, request))).resolves.toBe(6);
  });
});

const snapshots: WorldOptions = {
  entities: [Stock, Lot],
  seed: fill,
  options: { reads: { consistency: 'snapshot' } },
  on: ['postgres', 'mariadb'],
};

onEngines('a snapshot', snapshots, (world) => {
  /** Reads a page while others write after its first statement, and returns the rows and the total of its answer. */
  async function pageWhileWritten(consistency: 'connection' | 'snapshot') {
    const { source } = world;
    const create = source.createQueryRunner.bind(source);
    const others = create('master');
    let isWritten = false;
    const spied = jest.spyOn(source, 'createQueryRunner').mockImplementation((mode) => {
      const runner = create(mode);
      const query = runner.query.bind(runner);
      runner.query = async (...parts: Parameters<typeof query>) => {
        const result: unknown = await query(...parts);
        if (!isWritten && !isOfTransaction(parts[0])) {
          isWritten = true;
          const [stock, lot] = [Stock, Lot].map((entity) => source.getRepository(entity).metadata.tablePath);
          const quote = (path = '') =>
            path
              .split('.')
              .map((name) => source.driver.escape(name))
              .join('.');
          await others.query(`INSERT INTO ${quote(stock)} (${source.driver.escape('id')}, name) VALUES (7, 'new')`);
          await others.query(
            `INSERT INTO ${quote(lot)} (${['id', 'size', 'stockId'].map((name) => source.driver.escape(name)).join(', ')}) VALUES (70, 6, 7)`,
          );
        }
        return result as never;
      };
      return runner;
    });
    try {
      const query = world.filters.parse(Stock, 'sort=id:desc&pagination[pageSize]=2');
      const builder = source.getRepository(Stock).createQueryBuilder('stock').leftJoinAndSelect('stock.lots', 'lot');
      const { data, meta } = await world.filters.page(builder, query, { reads: { consistency } });
      expect(isWritten).toBe(true);
      return { ids: data.map(({ id }) => id), ...meta.pagination };
    } finally {
      spied.mockRestore();
      await others.release();
      await source.getRepository(Lot).delete({ id: 70 });
      await source.getRepository(Stock).delete({ id: 7 });
    }
  }

  it('shows one state of the database, whatever others write meanwhile', async () => {
    await expect(pageWhileWritten('snapshot')).resolves.toMatchObject({ ids: [6, 5], total: 6 });
  });

  it('is what makes the difference: on a mere connection the total counts a row that the page could not know', async () => {
    await expect(pageWhileWritten('connection')).resolves.toMatchObject({ ids: [6, 5], total: 7 });
  });

  it('begins and ends one transaction that only reads', async () => {
    const query = world.filters.parse(Stock, request);
    const statements = await world.sent(() => world.filters.page(world.repository(Stock), query));
    expect(statements.filter(isOfTransaction)).toEqual(
      world.engine === 'postgres'
        ? ['BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', 'COMMIT']
        : [
            'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ',
            'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY',
            'COMMIT',
          ],
    );
  });

  it('holds for each(), of all chunks, and ends with the iteration', async () => {
    const { source } = world;
    const query = world.filters.parse(Stock, 'sort=id');
    const { result, statements } = await world.spy.during(async () => {
      const ids: number[] = [];
      for await (const { id } of world.filters.each(source.getRepository(Stock), query, { chunk: 2 })) {
        if (ids.length === 0) await source.getRepository(Stock).insert({ id: 60, name: 'too late' });
        ids.push(id);
      }
      return ids;
    });
    await source.getRepository(Stock).delete({ id: 60 });
    expect(result).toEqual([1, 2, 3, 4, 5, 6]);
    // The insertion has a transaction of its own.
    expect(statements.filter((text) => /REPEATABLE READ|CONSISTENT SNAPSHOT/.test(text)).length).toBeGreaterThan(0);
    expect(statements.at(-1)).toBe('COMMIT');
  });

  it('ends where each() is left early', async () => {
    const statements = await world.sent(async () => {
      for await (const { id } of world.filters.each(world.repository(Stock), world.filters.parse(Stock, 'sort=id'))) {
        if (id === 2) break;
      }
    });
    expect(statements.filter(isOfTransaction).at(-1)).toBe('COMMIT');
    await expect(world.repository(Stock).count()).resolves.toBe(6);
  });

  it('is no part of each() where the call says so: a row that comes meanwhile is read', async () => {
    const { source } = world;
    const reads = { consistency: 'connection' } as const;
    const ids: number[] = [];
    for await (const { id } of world.filters.each(source.getRepository(Stock), world.filters.parse(Stock, 'sort=id'), {
      chunk: 2,
      reads,
    })) {
      if (ids.length === 0) await source.getRepository(Stock).insert({ id: 60, name: 'in time' });
      ids.push(id);
    }
    await source.getRepository(Stock).delete({ id: 60 });
    expect(ids).toEqual([1, 2, 3, 4, 5, 6, 60]);
  });

  it('is ended by a failure, too: the next to use the connection is in no transaction', async () => {
    const repository = world.repository(Stock);
    const broken = repository.createQueryBuilder('stock').andWhere('nothing_of_this_name = 1');
    const statements = await world.sent(async () => {
      await expect(world.filters.page(broken, world.filters.parse(Stock, 'sort=id'))).rejects.toThrow();
    });
    expect(statements.at(-1)).toBe('COMMIT');
    await expect(repository.insert({ id: 50, name: 'written again' })).resolves.toBeDefined();
    await repository.delete({ id: 50 });
  });
});

describeOn('postgres', 'mariadb')('a connection of %s that is lost between two statements', (engine) => {
  it('is a failure of the server, to be answered with 503', async () => {
    const database = await openDatabase(engine, { entities: [Stock, Lot] });
    const runner = database.source.createQueryRunner();
    try {
      const [ask, kill] =
        engine === 'postgres'
          ? ['SELECT pg_backend_pid() AS id', 'SELECT pg_terminate_backend($1)']
          : ['SELECT CONNECTION_ID() AS id', 'KILL ?'];
      const [{ id }] = (await runner.query(ask)) as [{ readonly id: unknown }];
      await database.source.query(kill, [id]);
      await new Promise((resolve) => setTimeout(resolve, 100));
      const filters = FilterService.forDataSource(database.source);
      const builder = database.source.getRepository(Stock).createQueryBuilder('stock', runner);
      const error: unknown = await filters.page(builder, filters.parse(Stock, '')).catch((cause: unknown) => cause);
      expect([faultOf(error), error]).toEqual(['unavailable', expect.any(Error)]);
    } finally {
      await runner.release();
      await database.close();
    }
  });
});

onEngines('a snapshot that cannot be begun or ended', snapshots, (world) => {
  /** Lets a statement of the next snapshot fail before, or after, the server has answered it. */
  function failOnce(statement: RegExp, when: 'before' | 'after') {
    const create = world.source.createQueryRunner.bind(world.source);
    return jest.spyOn(world.source, 'createQueryRunner').mockImplementationOnce((mode) => {
      const runner = create(mode);
      const query = runner.query.bind(runner);
      runner.query = async (...parts: Parameters<typeof query>) => {
        const fails = statement.test(parts[0]);
        if (fails && when === 'before') throw new Error('lost');
        const result: unknown = await query(...parts);
        if (fails) throw new Error('lost');
        return result as never;
      };
      return runner;
    });
  }

  it.each([
    ['begun', /REPEATABLE READ READ ONLY|CONSISTENT SNAPSHOT/, 'after'],
    ['ended', /^COMMIT/, 'before'],
  ] as const)('leaves nobody in its transaction: not %s', async (_, statement, when) => {
    const repository = world.repository(Stock);
    const spied = failOnce(statement, when);
    await expect(world.filters.page(repository, world.filters.parse(Stock, 'sort=id'))).rejects.toThrow('lost');
    spied.mockRestore();
    // In a transaction that only reads this would be refused.
    await repository.insert({ id: 40, name: 'written again' });
    await repository.delete({ id: 40 });
    await expect(world.filters.page(repository, world.filters.parse(Stock, 'sort=id'))).resolves.toMatchObject({
      meta: { pagination: { total: 6 } },
    });
  });

  it.each(['page()', 'each()'])('tells the first failure of %s', async (call) => {
    const builder = world.repository(Stock).createQueryBuilder('stock').andWhere('nothing_of_this_name = 1');
    const query = world.filters.parse(Stock, 'sort=id');
    const spied = failOnce(/^COMMIT/, 'before');
    const read = call === 'page()' ? world.filters.page(builder, query) : world.filters.each(builder, query).next();
    await expect(read).rejects.toThrow('nothing_of_this_name');
    spied.mockRestore();
  });
});

describe('a snapshot on SQLite', () => {
  it('is refused at boot, because the driver has one connection for all', async () => {
    const database = await openDatabase('sqlite', { entities: [Stock, Lot] });
    expect(() => FilterService.forDataSource(database.source, { reads: { consistency: 'snapshot' } })).toThrow(
      '`reads.consistency` is snapshot, and this driver has one connection for all',
    );
    await database.close();
  });
});
