import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { type FilterModuleOptions, FilterService, type Page } from 'nestjs-filterable';
import type { SelectQueryBuilder } from 'typeorm';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { StatementSpy } from '../../support/spy.js';
import { Loan, fillLoans, loans } from './loans.js';

/** Sizes that make a table of eighty rows a large one. */
const adaptive = { few: 5, walk: 12 };

type Builder = SelectQueryBuilder<Loan>;

const three = 'pagination[pageSize]=3';

/** Requests, and the way in which MariaDB reads them; empty for the usual one. The others are read as usual. */
const requests: readonly (readonly [query: string, way: string])[] = [
  // The order.
  [`sort=reader.name&${three}`, 'walk, full'],
  [`sort=reader.name:desc&${three}`, 'walk, full'],
  [`sort=reader.name,id:desc&${three}`, 'walk, full'],
  [`sort=reader.name,kind,place:desc&${three}`, 'walk, full'],
  [`sort=reader.id:desc&${three}`, 'walk, full'],
  [`sort=kind,reader.name&${three}`, ''],
  // NULL is the smallest value here.
  [`sort=reader.nick&${three}`, ''],
  [`sort=reader.nick:desc&${three}`, 'walk, full'],
  [`sort=reader.nick:asc:nullsLast&${three}`, ''],
  [`sort=reader.motto&${three}`, 'usual'],
  [`sort=reader.town&${three}`, ''],
  [`sort=helper.name&${three}`, ''],
  [`sort=clerk.name&${three}`, ''],
  [`sort=branch.name&${three}`, ''],
  // The window.
  ['sort=reader.name&pagination[start]=3&pagination[limit]=3', 'walk, full'],
  ['sort=reader.name&pagination[start]=4&pagination[limit]=3', ''],
  ['sort=reader.name&pagination[start]=80&pagination[limit]=3', ''],
  [`sort=reader.name&pagination[withCount]=false&${three}`, 'walk, full'],
  [`sort=reader.name&pagination[after]=&${three}`, 'walk, full'],
  [`sort=reader.name&pagination[before]=&${three}`, 'walk, full'],
  // The list's own conditions.
  [`filters[kind]=plain&sort=reader.name&${three}`, 'own: many → walk, full'],
  [`filters[kind]=odd&sort=reader.name&${three}`, 'own: few → usual'],
  [`filters[kind]=nothing&sort=reader.name&${three}`, 'own: few → usual'],
  [`filters[place][$gte]=6&sort=reader.name&${three}`, 'own: many → walk, short → usual'],
  [`filters[place][$gte]=6&sort=reader.name:desc&${three}`, 'own: many → walk, full'],
  [`filters[reader]=3&sort=reader.name&${three}`, 'own: many → walk, short → usual'],
  // Other rows.
  [`filters[reader][name]=Bo&sort=reader.name&${three}`, 'reader: many → walk, short → keys'],
  [`filters[clerk][name]=name 8&sort=reader.name&${three}`, 'clerk: many → walk, full'],
];

const builders: readonly (readonly [name: string, prepare: (builder: Builder) => Builder, way: string])[] = [
  ['the relation joined', (builder) => builder.leftJoinAndSelect('loan.reader', 'nf_1'), 'walk, full'],
  [
    'a wide condition',
    (builder) => builder.where('loan.id > :nf_p1 OR loan.id < 3', { nf_p1: 9 }),
    'own: many → walk, full',
  ],
  ['a narrow condition', (builder) => builder.where('loan.id > 81'), 'own: few → usual'],
  ['deleted rows', (builder) => builder.withDeleted(), 'walk, full'],
  ['an order of its own', (builder) => builder.orderBy('loan.kind'), ''],
  ['DISTINCT', (builder) => builder.distinct(true), ''],
];

describe.each(engines)('a list that is sorted by a joined column on %s', (engine) => {
  const heard: string[] = [];
  const spy = new StatementSpy();
  let listening: { mockRestore(): void };
  let database: TestDatabase;

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: loans, logger: spy });
    await fillLoans(database.source);
    listening = jest.spyOn(Logger.prototype, 'debug').mockImplementation((text: unknown) => {
      if (!String(text).endsWith('total within')) heard.push(String(text));
    });
  });

  afterAll(async () => {
    listening.mockRestore();
    await database.close();
  });

  const serviceOf = (options: FilterModuleOptions = {}) =>
    FilterService.forDataSource(database.source, { adaptive, context: undefined, ...options });

  interface Asking {
    readonly service: FilterService;
    readonly prepare?: (builder: Builder) => Builder;
    readonly context?: number;
  }

  async function ask(query: string, { service, prepare = (builder) => builder, context }: Asking) {
    heard.length = 0;
    const builder = prepare(database.source.createQueryBuilder(Loan, 'loan'));
    const request = service.parse(Loan, encodeURI(query), {}, context);
    const { result, statements } = await spy.during<Page<Loan>>(() => service.page(builder, request));
    return { page: result, ways: [...heard], statements };
  }

  const told = (way: string) => (engine === 'mariadb' && way !== '' ? [`Loan: ${way}`] : []);

  it.each(requests)('%s: %s', async (query, way) => {
    const expected = await ask(query, { service: serviceOf({ strategy: 'in' }) });
    const service = serviceOf();
    const answer = await ask(query, { service });
    expect(answer.page).toEqual(expected.page);
    // The relations of the other engines are asked about, as in any order, where there is a condition on one.
    expect(answer.ways).toEqual(told(way));
    const again = await ask(query, { service });
    expect(again.page).toEqual(expected.page);
    expect(again.statements.length).toBeLessThanOrEqual(expected.statements.length);
  });

  it.each(builders)('of a builder with %s', async (_, prepare, way) => {
    const query = `sort=reader.name&${three}`;
    const expected = await ask(query, { service: serviceOf({ strategy: 'in' }), prepare });
    const { page, ways } = await ask(query, { service: serviceOf(), prepare });
    expect(page).toEqual(expected.page);
    expect(ways).toEqual(told(way));
  });

  it.each([
    [1, 'own: many → walk, full'],
    [2, 'own: few → usual'],
  ])('of tenant %d', async (context, way) => {
    const query = `sort=reader.name&${three}`;
    const expected = await ask(query, { service: serviceOf({ strategy: 'in' }), context });
    const { page, ways } = await ask(query, { service: serviceOf(), context });
    expect(page).toEqual(expected.page);
    expect(page.data.every(({ tenant }) => tenant === context)).toBe(true);
    expect(ways).toEqual(told(way));
  });

  it.each(['asc', 'desc'])('has all rows on its pages, each once: %s', async (direction) => {
    const service = serviceOf();
    const found: number[] = [];
    for (let start = 0; start < 90; start += 3) {
      const query = `sort=reader.name:${direction}&pagination[start]=${start}&pagination[limit]=3`;
      found.push(...(await ask(query, { service })).page.data.map(({ id }) => id));
    }
    const whole = `sort=reader.name:${direction}&pagination[pageSize]=100`;
    expect(found).toEqual((await ask(whole, { service: serviceOf({ strategy: 'in' }) })).page.data.map(({ id }) => id));
    expect(found).toHaveLength(82);
  });

  it('is read by cursors to its end', async () => {
    const service = serviceOf();
    const found: number[] = [];
    for (let next: string | null = ''; next !== null;) {
      const query: string = `sort=reader.name&pagination[after]=${next}&pagination[pageSize]=5`;
      const { data, meta }: Page<Loan> = (await ask(query, { service })).page;
      found.push(...data.map(({ id }) => id));
      next = 'next' in meta.pagination ? meta.pagination.next : null;
    }
    expect(new Set(found).size).toBe(82);
    expect(found).toHaveLength(82);
  });

  it('stays right while what is remembered becomes wrong', async () => {
    const service = serviceOf();
    const query = `sort=reader.name&${three}`;
    await ask(query, { service });
    const { manager } = database.source;
    // Nobody borrows from those who come first any more.
    await manager.query(
      'UPDATE loan SET "readerId" = 1 WHERE "readerId" > 6'.replaceAll('"', engine === 'mariadb' ? '`' : '"'),
    );
    const expected = await ask(query, { service: serviceOf({ strategy: 'in' }) });
    expect((await ask(query, { service })).page).toEqual(expected.page);
  });
});
