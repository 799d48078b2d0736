import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { type FilterModuleOptions, FilterService } from 'nestjs-filterable';
import type { SelectQueryBuilder } from 'typeorm';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { StatementSpy } from '../../support/spy.js';
import { Book, fillLibrary, library } from './library.js';

type Builder = SelectQueryBuilder<Book>;

const full = 'sort=year&pagination[pageSize]=5';

/** Lists of which every page is full, and the numbers of statements of three pages, one after the other. */
const lists: readonly (readonly [query: string, statements: readonly number[]])[] = [
  [full, [2, 1, 1]],
  [`filters[rank][$gte]=3&${full}`, [2, 1, 1]],
  [`filters[shelf]=2&${full}`, [2, 1, 1]],
  [`filters[$or][0][rank][$lt]=30&filters[$or][1][notes][$none][text]=note 1&${full}`, [2, 1, 1]],
  ['sort=shelf.name&pagination[pageSize]=5', [2, 1, 1]],
  ['sort=notes.$count&pagination[pageSize]=5', [2, 1, 1]],
  // A page as long as the list is full, too.
  ['sort=year&pagination[pageSize]=40', [2, 1, 1]],
  ['sort=year&pagination[page]=3&pagination[pageSize]=5', [2, 1, 1]],
  // Keys first.
  ['sort=year&pagination[start]=20&pagination[limit]=5', [2, 1, 1]],
  // Short pages are the end of the list.
  ['sort=year&pagination[pageSize]=41', [1, 1, 1]],
  ['sort=year&pagination[start]=38&pagination[limit]=5', [1, 1, 1]],
  ['sort=year&pagination[start]=99&pagination[limit]=5', [2, 2, 2]],
  [`${full}&pagination[withCount]=false`, [1, 1, 1]],
];

const builders: readonly (readonly [
  name: string,
  prepare: (builder: Builder) => Builder,
  statements: readonly number[],
])[] = [
  ['a condition', (builder) => builder.where('book.rank > :nf_p1 OR book.id < 5', { nf_p1: 3 }), [2, 1, 1]],
  ['a joined relation', (builder) => builder.leftJoinAndSelect('book.shelf', 'shelf'), [2, 1, 1]],
  [
    'a relation that must be there',
    (builder) => builder.innerJoinAndSelect('book.shelf', 'nf_1', 'nf_1.id > 1'),
    [2, 1, 1],
  ],
  ['some columns', (builder) => builder.select(['book.title']), [2, 1, 1]],
  ['an order of its own', (builder) => builder.orderBy('book.rank'), [2, 1, 1]],
  ['several rows for each', (builder) => builder.leftJoinAndSelect('book.notes', 'note'), [3, 3, 3]],
  ['a comment, which is not prepared', (builder) => builder.comment('by hand'), [2, 2, 2]],
];

describe.each(engines)('a total on %s', (engine) => {
  const spy = new StatementSpy();
  const heard: string[] = [];
  let listening: { mockRestore(): void };
  let database: TestDatabase;

  beforeAll(() => {
    listening = jest.spyOn(Logger.prototype, 'debug').mockImplementation((text: unknown) => {
      heard.push(String(text));
    });
  });

  // What is remembered of a statement is remembered of its data source.
  beforeEach(async () => {
    database = await openDatabase(engine, { entities: library, logger: spy });
    await fillLibrary(database.source);
    heard.length = 0;
  });

  afterEach(() => database.close());
  afterAll(() => listening.mockRestore());

  const serviceOf = (options: FilterModuleOptions = {}) =>
    FilterService.forDataSource(database.source, { adaptive: { deep: 20 }, context: undefined, ...options });

  /** Reads pages one after the other, each as it is read without an adaptive strategy. */
  async function ask(queries: readonly string[], prepare = (builder: Builder) => builder, service = serviceOf()) {
    const plain = serviceOf({ strategy: 'in' });
    const counts: number[] = [];
    for (const query of queries) {
      const read = (by: FilterService) =>
        by.page(prepare(database.source.createQueryBuilder(Book, 'book')), by.parse(Book, encodeURI(query)));
      const { result, statements } = await spy.during(() => read(service));
      expect(result).toEqual(await read(plain));
      counts.push(statements.length);
    }
    return counts;
  }

  /** The numbers of statements where they are as on a server, or all like the first on SQLite. */
  const expected = (statements: readonly number[]) =>
    engine === 'sqlite' ? statements.map(() => statements[0]) : statements;

  it.each(lists)('of %s: %j', async (query, statements) => {
    expect(await ask([query, query, query])).toEqual(expected(statements));
  });

  it.each(builders)('of a builder with %s', async (_, prepare, statements) => {
    expect(await ask([full, full, full], prepare)).toEqual(expected(statements));
  });

  it('is counted within the statement as long as pages are full', async () => {
    const from = (least: number) => `filters[id][$gte]=${least}&sort=id&pagination[pageSize]=5`;
    const counts = await ask([1, 2, 36, 37, 38, 3, 4].map(from));
    expect(counts).toEqual(engine === 'sqlite' ? [2, 2, 2, 1, 1, 2, 2] : [2, 1, 1, 1, 1, 2, 1]);
    expect(heard).toEqual(engine === 'sqlite' ? [] : ['Book: full page → total within']);
  });

  it.each<readonly [name: string, options: FilterModuleOptions]>([
    ['another strategy', { strategy: 'in' }],
    ['a cap', { pagination: { count: { capped: 10 } } }],
  ])('is counted after the page with %s', async (_, options) => {
    const counts: number[] = [];
    const service = serviceOf(options);
    for (let time = 0; time < 3; time += 1) {
      const builder = database.source.createQueryBuilder(Book, 'book');
      const { statements } = await spy.during(() => service.page(builder, service.parse(Book, full)));
      counts.push(statements.length);
    }
    expect(counts).toEqual([2, 2, 2]);
  });
});
