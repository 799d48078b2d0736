import { FilterConfigurationError, FilterService } from 'nestjs-filterable';
import type { DataSource, QueryRunner } from 'typeorm';
import { describeOn, engines, openDatabase, type TestDatabase } from '../../support/databases.js';
import { seedBlog } from '../../support/blog/data.js';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { anotherPool, often, preparedOn } from './prepared-names.js';

const request = 'filters[views][$gte]=1&sort=id&pagination[withCount]=false';
const options = { preparedStatements: true };

async function named(runner: QueryRunner): Promise<number> {
  try {
    return (await preparedOn(runner)).length;
  } finally {
    await runner.release();
  }
}

const page = (filters: FilterService, source: DataSource, reads = {}) =>
  filters.page(source.getRepository(Post), filters.parse(Post, request), { reads });

describeOn('postgres')('names of several servers on %s', (engine) => {
  const databases: TestDatabase[] = [];
  beforeAll(async () => {
    for (let count = 0; count < 2; count += 1) {
      const database = await openDatabase(engine, { entities: blogEntities });
      await seedBlog(database.source);
      databases.push(database);
    }
  });
  afterAll(async () => {
    for (const database of databases) await database.close();
  });

  it('are those of the data source that is read from', async () => {
    const [one, other] = databases.map(({ source }) => source) as [DataSource, DataSource];
    await one.manager.update(Post, { id: 1 }, { title: 'Of the first' });
    const titles: unknown[] = [];
    for (const source of [one, other]) {
      const filters = FilterService.forDataSource(source, options);
      const [last] = (await often(() => page(filters, source))).slice(-1);
      titles.push(last?.data.find(({ id }) => id === 1)?.title === 'Of the first');
    }
    expect(titles).toEqual([true, false]);
    const names = async (source: DataSource) => {
      const runner = source.createQueryRunner();
      const [{ name } = { name: '' }] = await preparedOn(runner);
      await runner.release();
      return name;
    };
    expect(await names(one)).not.toBe(await names(other));
  });

  it('are on the connections of a replica, and on those of the primary where pages are read there', async () => {
    const [database] = databases;
    const url = process.env['POSTGRES_URL'];
    const replication = { master: { url }, slaves: [{ url }] };
    const source = await anotherPool(database?.source as DataSource, { url: undefined, replication });
    try {
      const filters = FilterService.forDataSource(source, options);
      const count = async () => [
        await named(source.createQueryRunner('master')),
        await named(source.createQueryRunner('slave')),
      ];
      await often(() => page(filters, source), 7);
      expect(await count()).toEqual([0, 1]);
      await often(() => page(filters, source, { from: 'primary' }), 2);
      expect(await count()).toEqual([1, 1]);
    } finally {
      await source.destroy();
    }
  });
});

describe.each(engines)('prepared statements as an option on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openDatabase(engine, { entities: blogEntities });
  });
  afterAll(() => database.close());

  it('are accepted on PostgreSQL, and refused elsewhere', () => {
    const make = () => FilterService.forDataSource(database.source, options);
    if (engine === 'postgres') return expect(make()).toBeInstanceOf(FilterService);
    expect(make).toThrow(FilterConfigurationError);
    expect(make).toThrow(
      /^forRoot\(\): `preparedStatements` is true, and is for PostgreSQL .* not for (better-sqlite3|mariadb); leave it out/,
    );
  });
});
