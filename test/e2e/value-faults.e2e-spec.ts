import { type ArgumentsHost, Logger } from '@nestjs/common';
import { BaseExceptionFilter } from '@nestjs/core';
import { jest } from '@jest/globals';
import {
  FilterException,
  FilterExceptionFilter,
  type FilterService,
  Filterable,
  defineOperator,
} from 'nestjs-filterable';
import { Column, type DataSource, Entity, PrimaryColumn, QueryFailedError, VirtualColumn } from 'typeorm';
import { dialectOf as dialectOfDriver } from '../../lib/dialects/index.js';
import type { EngineName } from '../support/databases.js';
import { type WorldOptions, onEngines } from '../support/engines.js';
import { cases } from '../support/table.js';

/**
 * A value that the server refuses, although the library let it pass: a 400 without the exception filter, and a defect.
 */

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

const fill = ({ manager }: DataSource) =>
  manager.insert(
    Coin,
    ['crown', 'mark', 'rand'].map((name, at) => ({ id: at + 1, name })),
  );

onEngines(
  'a value that the database refuses',
  { entities: [Coin], seed: fill, options: { operators: [refusing] } },
  (world) => {
    let filters: FilterService;
    const logged: string[] = [];

    beforeAll(() => {
      ({ filters } = world);
      jest.spyOn(Logger.prototype, 'error').mockImplementation((message: unknown) => void logged.push(String(message)));
    });
    afterEach(() => logged.splice(0));
    afterAll(() => jest.restoreAllMocks());

    const coins = () => world.source.createQueryBuilder(Coin, 'coin');
    /** A list whose own SQL the database refuses. */
    const hosts = () =>
      coins()
        .where(
          refusing.sql({ column: { sql: 'name', type: '' }, operands: [':text'], dialect: dialectOf(world.engine) }),
        )
        .setParameter('text', 'secret');
    const answerOf = (error: unknown) => {
      const answered: unknown[] = [];
      const filter = new FilterExceptionFilter();
      jest.spyOn(BaseExceptionFilter.prototype, 'catch').mockImplementation((given) => void answered.push(given));
      filter.catch(error, {} as ArgumentsHost);
      return answered[0];
    };
    /** Returns the cursor of the first page of a list with these conditions. */
    const cursorOf = async (conditions: string): Promise<string> => {
      const query = filters.parse(Coin, `${conditions}&pagination[after]=&pagination[pageSize]=1`);
      const { meta } = await filters.page(coins(), query);
      if (typeof meta.pagination.next !== 'string') throw new TypeError('no cursor');
      return encodeURIComponent(meta.pagination.next);
    };
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
      message: 'filters has a value that cannot be compared with its field',
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

    it('is one line of the log, whatever is in it', async () => {
      const error = await refusalOf(
        filters.page(coins(), filters.parse(Coin, `${asked}%0AERROR%1B[2J%E2%80%A8forged`)),
      );
      expect(error).toBeInstanceOf(FilterException);
      expect(logged).toEqual([expect.not.stringMatching(/[\p{C}\p{Zl}]/u)]);
      if (world.engine === 'postgres')
        expect(logged).toEqual([expect.stringContaining('\\u{a}ERROR\\u{1b}[2J\\u{2028}forged')]);
    });

    it.each(
      cases(`
      search=a&pagination[after]=FOUND                  -> invalid_value search
      search=a                                          -> invalid_value search
      search=a&filters[name]=a                          -> invalid_value filters
      facets[name][search]=a&search=a                   -> invalid_value search
      facets[name][search]=a&pagination[after]=CURSOR   -> invalid_value facets
      facets[name][limit]=1&pagination[after]=CURSOR    -> invalid_cursor pagination[after]
      facets[name][search]=a&filters[name]=a            -> invalid_value filters
      pagination[after]=CURSOR                          -> invalid_cursor pagination[after]
    `),
    )('is refused at the first part of the request that has values: %s -> %s', async (request, expected) => {
      const query = request.replace('FOUND', await cursorOf('search=a')).replace('CURSOR', await cursorOf(''));
      const error = await refusalOf(filters.page(hosts(), filters.parse(Coin, query)));
      expect((error as FilterException).issues.map(({ code, path }) => `${code} ${path}`)).toEqual([expected]);
    });

    it.each([
      ...['', 'sort=name', 'pagination[page]=2&pagination[pageSize]=3', 'pagination[after]=', 'pagination[before]='],
      'filters[name][$notNull]=true',
      'filters[$or][0][name][$null]=true&filters[$or][1][id][$notNull]=true',
      'facets[name][limit]=1',
    ])('is the host’s own where the request has no value: %s', async (query) => {
      const error = await refusalOf(filters.page(hosts(), filters.parse(Coin, query)));
      expect(error).toMatchObject({ name: 'QueryFailedError' });
      expect(logged).toEqual([]);
      // The exception filter leaves it to the application, which answers with 500.
      expect(answerOf(error)).toBe(error);
      await expect(filters.count(hosts(), filters.parse(Coin, query))).rejects.toThrow(QueryFailedError);
    });

    it('is the host’s own in a scope, too', async () => {
      const scoped = world.filtersWith({ operators: [refusing] });
      const query = scoped.and(scoped.parse(Coin, ''), { name: { $refused: 'secret' } } as never);
      await expect(scoped.page(coins(), query)).rejects.toThrow(QueryFailedError);
      expect(logged).toEqual([]);
    });

    it('is refused as the host says, and at the parameter’s own name', async () => {
      const named = world.filtersWith({
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
  },
);

function purseOn(engine: EngineName) {
  const text = refusing.sql({ column: { sql: '', type: '' }, operands: ["'secret'"], dialect: dialectOf(engine) });

  @Entity()
  @Filterable({
    fields: ['id', { name: 'broken', kind: 'boolean' }],
    scope: (isBroken?: boolean) => (isBroken ? { broken: true } : {}),
  })
  class Purse {
    @PrimaryColumn() id!: number;
    @VirtualColumn({ query: () => `SELECT ${text}` }) broken!: boolean;
  }
  return Purse;
}

const purses = { sqlite: purseOn('sqlite'), postgres: purseOn('postgres'), mariadb: purseOn('mariadb') };

const declared: WorldOptions = {
  entities: (engine) => [purses[engine]],
  seed: (source, engine) => source.getRepository(purses[engine]).insert([{ id: 1 }, { id: 2 }]),
};

onEngines('SQL that an entity declares and the database refuses', declared, (world) => {
  it.each([
    ['a scope', '', true],
    ['a scope, and a flag of the client’s', 'filters[id][$notNull]=true', true],
    ['a virtual column that the client sorts by', 'sort=broken', false],
  ])('is the host’s fault in %s', async (_what, request, context) => {
    const Purse = purses[world.engine];
    const builder = () => world.source.createQueryBuilder(Purse, 'purse').select('purse.id');
    const query = world.filters.parse(Purse, request, { context });
    await expect(world.filters.page(builder(), query)).rejects.toThrow(QueryFailedError);
    // Nothing is sorted where rows are counted.
    if (request !== 'sort=broken')
      await expect(world.filters.count(builder(), query)).rejects.toThrow(QueryFailedError);
  });
});

onEngines('a division by zero', { entities: [Coin], seed: fill, on: ['postgres'] }, (world) => {
  it('is never a value’s fault', async () => {
    const builder = world.source.createQueryBuilder(Coin, 'coin').where('1 / (coin.id - 1) = 0');
    const page = world.filters.page(builder, world.filters.parse(Coin, 'filters[name]=crown'));
    await expect(page).rejects.toMatchObject({ name: 'QueryFailedError', code: '22012' });
  });
});
