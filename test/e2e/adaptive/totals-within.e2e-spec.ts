import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { type FilterModuleOptions, FilterService } from 'nestjs-filterable';
import type { SelectQueryBuilder } from 'typeorm';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { StatementSpy } from '../../support/spy.js';
import { Book, fillLibrary, library } from './library.js';

type Builder = SelectQueryBuilder<Book>;

const full = 'sort=year&pagination[pageSize]=5';
const plain = (builder: Builder) => builder;

/** Lists, and whether servers count their rows within the statement of a page after one that was full. */
const lists: readonly (readonly [request: string, isWithin: boolean, prepare: (builder: Builder) => Builder])[] = [
  [full, true, plain],
  [`filters[$or][0][rank][$lt]=30&filters[$or][1][notes][$none][text]=note 1&${full}`, true, plain],
  ['sort=notes.$count&pagination[pageSize]=5', true, plain],
  // A page as long as the list is full, too, and so is one whose keys come first.
  ['sort=year&pagination[pageSize]=40', true, plain],
  ['sort=year&pagination[start]=20&pagination[limit]=5', true, plain],
  // Short pages are the end of the list.
  ['sort=year&pagination[pageSize]=41', false, plain],
  ['sort=year&pagination[start]=99&pagination[limit]=5', false, plain],
  [`${full}&pagination[withCount]=false`, false, plain],
  [full, true, (builder) => builder.innerJoinAndSelect('book.shelf', 'nf_1', 'nf_1.id > 1')],
  [full, true, (builder) => builder.where('book.rank > :nf_p1 OR book.id < 5', { nf_p1: 3 })],
  [full, false, (builder) => builder.leftJoinAndSelect('book.notes', 'note')],
  [full, false, (builder) => builder.comment('by hand')],
];

describe.each(engines)('a total on %s', (engine) => {
  const spy = new StatementSpy();
  const heard: string[] = [];
  let listening: { mockRestore(): void };
  let database: TestDatabase;

  beforeAll(() => {
    listening = jest
      .spyOn(Logger.prototype, 'debug')
      .mockImplementation((text: unknown) => void heard.push(String(text)));
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

  /** Reads pages one after the other, each as it is read without an adaptive strategy; returns where totals are. */
  async function ask(requests: readonly string[], prepare = plain, options: FilterModuleOptions = {}) {
    const [service, usual] = [serviceOf(options), serviceOf({ ...options, strategy: 'in' })];
    const within: boolean[] = [];
    for (const request of requests) {
      const read = (by: FilterService) =>
        by.page(prepare(database.source.createQueryBuilder(Book, 'book')), by.parse(Book, encodeURI(request)));
      const { result, statements } = await spy.during(() => read(service));
      expect(result).toEqual(await read(usual));
      const [, size] = /(?:pageSize|limit)\]=(\d+)/.exec(request) ?? [];
      const isFull = result.data.length === Number(size);
      within.push(isFull && statements.length === 1 && 'total' in result.meta.pagination);
    }
    return within;
  }

  it.each(lists)('of %s, within: %s', async (request, isWithin, prepare) => {
    const after = isWithin && engine !== 'sqlite';
    expect(await ask([request, request, request], prepare)).toEqual([false, after, after]);
    expect(heard.filter((line) => line.endsWith('total within'))).toEqual(
      after ? ['Book: full page → total within'] : [],
    );
  });

  it('is right whether a page is full, short or empty', async () => {
    const from = (least: number) => `filters[id][$gte]=${least}&sort=id&pagination[pageSize]=5`;
    await ask([1, 2, 36, 37, 38, 3, 50, 4].map(from));
  });

  it.each<readonly [name: string, options: FilterModuleOptions]>([
    ['another strategy', { strategy: 'in' }],
    ['a cap', { pagination: { count: { capped: 50 } } }],
  ])('is counted after the page with %s', async (_, options) => {
    expect(await ask([full, full, full], plain, options)).toEqual([false, false, false]);
  });
});
