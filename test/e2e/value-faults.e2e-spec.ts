import { Logger } from '@nestjs/common';
import { jest } from '@jest/globals';
import { FilterException, FilterService, Filterable, defineOperator } from 'nestjs-filterable';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { dialectOf as dialectOfDriver } from '../../lib/dialects/index.js';
import { type EngineName, type TestDatabase, engines, openDatabase } from '../support/databases.js';

/** A value that the server refuses, although the library let it pass: a 400 without the exception filter, and a defect. */

@Entity()
@Filterable({ fields: ['id', 'name'], search: ['name'], facets: ['name'] })
class Coin {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
}

/** SQL that each engine refuses for a text that is no number: a cast, a number out of range, an invalid limit. */
const refusing = defineOperator({
  token: '$refused',
  takes: 'value',
  kinds: ['text'],
  summary: 'is refused by the database',
  sql: ({ operands: [text = ''], dialect }) =>
    ({
      postgres: `CAST(${text} AS integer) > 0`,
      mysql: `CAST(${text} AS UNSIGNED) - 1 > 0`,
      sqlite: `1 IN (SELECT 1 LIMIT ${text})`,
    })[dialect.name],
});

function dialectOf(engine: EngineName) {
  const dialect = dialectOfDriver(engine === 'sqlite' ? 'better-sqlite3' : engine);
  if (dialect === undefined) throw new Error(`there is no ${engine}`);
  return dialect;
}

describe.each(engines)('a value that the database refuses, on %s', (engine) => {
  let database: TestDatabase;
  let filters: FilterService;
  const logged: string[] = [];

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: [Coin] });
    filters = FilterService.forDataSource(database.source, { operators: [refusing] });
    await database.source.getRepository(Coin).save([{ id: 1, name: 'crown' }]);
    jest.spyOn(Logger.prototype, 'error').mockImplementation((message: unknown) => void logged.push(String(message)));
  });
  afterEach(() => logged.splice(0));
  afterAll(async () => {
    jest.restoreAllMocks();
    await database.close();
  });

  const coins = () => database.source.createQueryBuilder(Coin, 'coin');
  const asked = 'filters[name][$refused]=secret';
  const refusalOf = async (promise: Promise<unknown>): Promise<unknown> =>
    promise.then(
      () => undefined,
      (error: unknown) => error,
    );

  const issue = {
    code: 'invalid_value',
    path: 'filters',
    pointer: '/filters',
    message: 'filters holds a value that cannot be compared with its field',
  };

  it.each([
    ['a page', () => filters.page(coins(), filters.parse(Coin, asked))],
    ['a page by cursor', () => filters.page(coins(), filters.parse(Coin, `${asked}&pagination[after]=`))],
    ['the first row of all', () => filters.each(coins(), filters.parse(Coin, asked)).next()],
    ['a count', () => filters.count(coins(), filters.parse(Coin, asked))],
  ])('is a refusal of %s, logged as a defect, with nothing of the driver’s', async (_what, read) => {
    const error = await refusalOf(read());
    expect(error).toBeInstanceOf(FilterException);
    expect((error as FilterException).issues).toEqual([issue]);
    expect((error as FilterException).getStatus()).toBe(400);
    expect(JSON.stringify((error as FilterException).getResponse())).not.toContain('secret');
    expect(logged).toEqual([expect.stringMatching(/^A value reached the database that should have been refused: /)]);
  });

  it('is refused at the search where there are no filters, at the facets where there is no search, and at the cursor last', async () => {
    const failing = (query: string) => {
      const builder = coins();
      builder.where(
        refusing.sql({ column: { sql: 'name', type: '' }, operands: [':text'], dialect: dialectOf(engine) }),
      );
      return refusalOf(filters.page(builder.setParameter('text', 'secret'), filters.parse(Coin, query)));
    };
    const pathsOf = (error: unknown) => (error as FilterException).issues.map(({ code, path }) => `${code} ${path}`);
    expect(pathsOf(await failing('search=a&pagination[after]='))).toEqual(['invalid_value search']);
    expect(pathsOf(await failing('search=a'))).toEqual(['invalid_value search']);
    expect(pathsOf(await failing('search=a&filters[name]=a'))).toEqual(['invalid_value filters']);
    expect(pathsOf(await failing('facets[name][search]=a&search=a'))).toEqual(['invalid_value search']);
    expect(pathsOf(await failing('facets[name][search]=a&pagination[after]='))).toEqual(['invalid_value facets']);
    expect(pathsOf(await failing('facets[name][limit]=1&pagination[after]='))).toEqual([
      'invalid_cursor pagination[after]',
    ]);
    expect(pathsOf(await failing('facets[name][search]=a&filters[name]=a'))).toEqual(['invalid_value filters']);
    expect(pathsOf(await failing('pagination[after]='))).toEqual(['invalid_cursor pagination[after]']);
  });

  it('is refused as the host says, and at the parameter’s own name', async () => {
    const named = FilterService.forDataSource(database.source, {
      operators: [refusing],
      params: { filters: 'where' },
      errors: ([first]) => new RangeError(`${first?.code} at ${first?.pointer}`),
    });
    const error = await refusalOf(named.page(coins(), named.parse(Coin, 'where[name][$refused]=secret')));
    expect(error).toEqual(new RangeError('invalid_value at /where'));
  });

  it('stays the driver’s error where the caller sends the statement', async () => {
    const error = await refusalOf(filters.apply(coins(), filters.parse(Coin, asked)).getMany());
    expect(error).not.toBeInstanceOf(FilterException);
    expect(error).toMatchObject({ name: 'QueryFailedError' });
    expect(logged).toEqual([]);
  });

  it('is no refusal where something else fails', async () => {
    const broken = coins().addSelect('no_such_function(1)', 'broken');
    const error = await refusalOf(filters.page(broken, filters.parse(Coin, '')));
    expect(error).toMatchObject({ name: 'QueryFailedError' });
    expect(logged).toEqual([]);
  });
});
