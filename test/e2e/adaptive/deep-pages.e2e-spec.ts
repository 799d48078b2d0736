import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { type FilterModuleOptions, FilterService } from 'nestjs-filterable';
import type { DataSource, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type DriverName, type EngineName, type TestDatabase, drivers, openDatabase } from '../../support/databases.js';
import { StatementSpy } from '../../support/spy.js';
import { timesWritten } from '../pages/written.js';
import { Book, Issue, Magazine, fillLibrary, library } from './library.js';

/** The least number of rows before a page that is deep. */
const deep = 8;

type Builder = SelectQueryBuilder<Book>;

/** Whether the keys of a page are found first: on every engine, on none, or on those that are named. */
type Expected = boolean | readonly EngineName[];

const from8 = 'pagination[start]=8&pagination[limit]=4';
const notPostgres: Expected = ['sqlite', 'mariadb'];

const requests: readonly (readonly [query: string, expected: Expected])[] = [
  // The window.
  ['sort=year&pagination[start]=7&pagination[limit]=4', false],
  [`sort=year&${from8}`, true],
  ['sort=year&pagination[start]=9&pagination[limit]=4', true],
  ['sort=year&pagination[page]=3&pagination[pageSize]=4', true],
  ['sort=year&pagination[page]=2&pagination[pageSize]=7', false],
  ['sort=year&pagination[start]=38&pagination[limit]=4', true],
  ['sort=year&pagination[start]=80&pagination[limit]=4', true],
  [`sort=year&${from8}&pagination[withCount]=false`, true],
  ['sort=year&pagination[start]=36&pagination[limit]=4&pagination[withCount]=false', true],
  ['sort=year&pagination[after]=&pagination[pageSize]=4', false],
  // The order.
  [`sort=year:desc&${from8}`, true],
  [`sort=year,id&${from8}`, true],
  [`sort=year:desc,id&${from8}`, false],
  [`sort=id&${from8}`, true],
  [from8, true],
  [`sort=id:desc&${from8}`, true],
  [`sort=rank&${from8}`, notPostgres],
  [`sort=weight:desc&${from8}`, notPostgres],
  [`sort=weight:asc:nullsLast&${from8}`, false],
  [`sort=year,rank&${from8}`, false],
  [`sort=title&${from8}`, false],
  [`sort=shelf.name&${from8}`, false],
  [`sort=notes.$count&${from8}`, false],
  // The conditions.
  [`filters[year][$gte]=2001&sort=year&${from8}`, notPostgres],
  [`filters[title][$ne]=book 3&sort=year&${from8}`, notPostgres],
  [`filters[notes][text][$contains]=1&sort=year&${from8}`, notPostgres],
  [`filters[shelf][name]=shelf 2&sort=year&${from8}`, notPostgres],
  [`filters[shelf]=2&sort=year&${from8}`, notPostgres],
];

/** Builders, with what is expected of a list by an index, and of one with a condition. */
const builders: readonly (readonly [
  name: string,
  prepare: (builder: Builder) => Builder,
  whole: Expected,
  narrowed: Expected,
])[] = [
  [
    'a condition',
    (builder) => builder.where('book.rank > :nf_p1 OR book.id < 5', { nf_p1: 3 }),
    notPostgres,
    notPostgres,
  ],
  ['a joined relation', (builder) => builder.leftJoinAndSelect('book.shelf', 'shelf'), true, true],
  [
    'a condition on it',
    (builder) => builder.leftJoinAndSelect('book.shelf', 'nf_1').where("nf_1.name <> 'shelf 1'"),
    true,
    true,
  ],
  ['a relation that must be there', (builder) => builder.innerJoinAndSelect('book.shelf', 'shelf'), true, true],
  ['some columns', (builder) => builder.select(['book.title']), true, notPostgres],
  [
    'an expression beside',
    (builder) => builder.addSelect('book.rank + :more', 'nf_2').setParameter('more', 1),
    true,
    notPostgres,
  ],
  ['limits of its own', (builder) => builder.take(1).skip(1), true, notPostgres],
  ['several rows for each', (builder) => builder.leftJoinAndSelect('book.notes', 'note'), false, false],
  ['an order of its own', (builder) => builder.orderBy('book.rank'), false, false],
  ['DISTINCT', (builder) => builder.distinct(true), false, false],
];

const holds = (expected: Expected, engine: EngineName): boolean =>
  typeof expected === 'boolean' ? expected : expected.includes(engine);

describe.each<DriverName>(drivers)('a deep page on %s', (driver) => {
  const spy = new StatementSpy();
  const heard: string[] = [];
  let listening: { mockRestore(): void };
  let database: TestDatabase;
  let source: DataSource;

  beforeAll(async () => {
    database = await openDatabase(driver, { entities: library, logger: spy });
    ({ source } = database);
    await fillLibrary(source);
    listening = jest.spyOn(Logger.prototype, 'debug').mockImplementation((text: unknown) => {
      if (!String(text).endsWith('total within')) heard.push(String(text));
    });
  });

  afterAll(async () => {
    listening.mockRestore();
    await database.close();
  });

  const serviceOf = (options: FilterModuleOptions = {}) =>
    FilterService.forDataSource(source, { adaptive: { deep }, context: undefined, ...options });

  interface Asked {
    readonly query: string;
    readonly context?: number;
    readonly service?: FilterService;
  }

  /** Reads a page of books, and tells whether its keys were found first. */
  async function ask(builder: Builder, { query, context, service = serviceOf() }: Asked) {
    const request = service.parse(Book, encodeURI(query), {}, context);
    heard.length = 0;
    const { result, statements } = await spy.during(() => service.page(builder, request));
    const isTold = heard.includes('Book: deep page → keys first');
    // The questions whether rows are few join a subquery, too: ON 1 = 1.
    const isKeysFirst = statements.some((text) => / JOIN \(SELECT .* LIMIT .*\) \S+ ON (?!1 = 1)/.test(text));
    expect(isKeysFirst).toBe(isTold);
    return { page: result, isTold, statements };
  }

  const books = () => source.createQueryBuilder(Book, 'book');

  /** Reads a page twice, once by a statement that is written and once by one that is prepared, and compares both. */
  async function expectSame(builder: () => Builder, query: string, expected: Expected) {
    const plain = await ask(builder(), { query, service: serviceOf({ strategy: 'in' }) });
    expect(plain.isTold).toBe(false);
    for (let time = 0; time < 2; time += 1) {
      const { page, isTold } = await ask(builder(), { query });
      expect(page).toEqual(plain.page);
      expect(isTold).toBe(holds(expected, database.engine));
    }
  }

  it.each(requests)('of %s: keys first: %j', (query, expected) => expectSame(books, query, expected));

  it.each(builders)('of a builder with %s', async (_, prepare, whole, narrowed) => {
    await expectSame(() => prepare(books()), `sort=year&${from8}`, whole);
    await expectSame(() => prepare(books()), `filters[year][$lte]=2002&sort=id:desc&${from8}`, narrowed);
  });

  it('has the scope of the list', async () => {
    const query = `sort=year&${from8}`;
    const plain = await ask(books(), { query, context: 9, service: serviceOf({ strategy: 'in' }) });
    const { page, isTold } = await ask(books(), { query, context: 9 });
    expect(page).toEqual(plain.page);
    expect(page.meta.pagination).toMatchObject({ total: 32 });
    expect(isTold).toBe(holds(notPostgres, database.engine));
  });

  it.each<readonly [name: string, query: string, deleted: boolean, expected: Expected]>([
    ['Magazine', `sort=year:desc&${from8}`, false, notPostgres],
    ['Magazine', `sort=year:desc&${from8}`, true, true],
    ['Issue', `sort=year&${from8}`, false, true],
    ['Issue', `sort=volume,number&${from8}`, false, true],
    ['Issue', `sort=volume&${from8}`, false, true],
    ['Issue', `sort=number&${from8}`, false, false],
    ['Issue', `sort=year,number&${from8}`, false, notPostgres],
  ])('of %s, %s, deleted rows too: %s', async (name, query, deleted, expected) => {
    const target = name === 'Issue' ? Issue : Magazine;
    const read = async (options: FilterModuleOptions) => {
      const service = serviceOf(options);
      const builder: SelectQueryBuilder<ObjectLiteral> = source.createQueryBuilder(target, 'one');
      heard.length = 0;
      return service.page(deleted ? builder.withDeleted() : builder, service.parse(target, query));
    };
    const plain = await read({ strategy: 'in' });
    expect(heard).toEqual([]);
    expect(plain.data).toHaveLength(4);
    expect(await read({})).toEqual(plain);
    expect(heard).toEqual(holds(expected, database.engine) ? [`${name}: deep page → keys first`] : []);
  });

  it('has one text, whatever its number', async () => {
    const texts = new Set<string>();
    for (const start of [8, 9, 23]) {
      const query = `sort=year&pagination[start]=${start}&pagination[limit]=4&pagination[withCount]=false`;
      for (const text of (await ask(books(), { query })).statements) texts.add(text);
    }
    expect(texts.size).toBe(1);
  });

  describe.each([
    `sort=year&${from8}`,
    'sort=id:desc&pagination[page]=3&pagination[pageSize]=4',
    `filters[year][$gte]=2001&sort=year&${from8}`,
  ])('of a known list: %s', (query) => {
    const joined = () => books().leftJoinAndSelect('book.shelf', 'shelf');
    const uncounted = `${query}&pagination[withCount]=false`;
    const windows = [8, 11, 7, 30, 80].map((start) => query.replace('start]=8', `start]=${start}`));
    const others = windows.map((text) => text.replace(/(limit|pageSize)\]=4/, '$1]=5').replace('2001', '2003'));
    const read = (text: string, service: FilterService) => service.page(joined(), service.parse(Book, encodeURI(text)));

    it('is that of the builder, with whatever window', async () => {
      const [service, plain] = [serviceOf(), serviceOf({ strategy: 'in' })];
      for (let time = 0; time < 4; time += 1) {
        for (const text of [...windows, ...others, uncounted]) {
          expect(await read(text, service)).toStrictEqual(await read(text, plain));
        }
      }
    });

    it('is sent with its values alone', async () => {
      const service = serviceOf();
      for (let time = 0; time < 4; time += 1) await read(uncounted, service);
      expect(await timesWritten(() => read(uncounted, service))).toBe(0);
    });
  });

  it('begins where the module says', async () => {
    const service = serviceOf({ adaptive: { deep: 100 } });
    expect((await ask(books(), { query: `sort=year&${from8}`, service })).isTold).toBe(false);
  });

  it('is read as it is with another strategy', async () => {
    const service = serviceOf({ strategy: 'in' });
    expect((await ask(books(), { query: `sort=year&${from8}`, service })).isTold).toBe(false);
  });

  it('is told once', async () => {
    const service = serviceOf();
    const query = `sort=year&${from8}`;
    expect((await ask(books(), { query, service })).page.data).toHaveLength(4);
    heard.length = 0;
    await service.page(books(), service.parse(Book, query));
    expect(heard).toEqual([]);
  });
});
