import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { FilterModuleOptions } from 'nestjs-filterable';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { onEngines } from '../../support/engines.js';
import { cases } from '../../support/table.js';
import { Book, Issue, Magazine, fillLibrary, library } from './library.js';

type Builder = SelectQueryBuilder<Book>;

/**
 * Requests, and whether the keys of their pages are found first: on every engine, on none, or where indexes have the
 * keys, which is not on PostgreSQL. `DEEP` is the first page that is deep.
 */
const requests = cases(`
  # The window.
  sort=year&pagination[start]=7&pagination[limit]=4                                    -> no
  sort=year&DEEP                                                                       -> yes
  sort=year&pagination[page]=3&pagination[pageSize]=4                                  -> yes
  sort=year&pagination[page]=2&pagination[pageSize]=7                                  -> no
  sort=year&pagination[start]=38&pagination[limit]=4                                   -> yes
  sort=year&pagination[start]=80&pagination[limit]=4                                   -> yes
  sort=year&DEEP&pagination[withCount]=false                                           -> yes
  sort=year&pagination[after]=&pagination[pageSize]=4                                  -> no
  # The order.
  sort=year:desc&DEEP                                                                  -> yes
  sort=year,id&DEEP                                                                    -> yes
  sort=year:desc,id&DEEP                                                               -> no
  DEEP                                                                                 -> yes
  sort=id:desc&DEEP                                                                    -> yes
  sort=rank&DEEP                                                                       -> in indexes
  sort=weight:desc&DEEP                                                                -> in indexes
  sort=weight:asc:nullsLast&DEEP                                                       -> no
  sort=year,rank&DEEP                                                                  -> no
  sort=title&DEEP                                                                      -> no
  sort=shelf.name&DEEP                                                                 -> no
  sort=notes.$count&DEEP                                                               -> no
  # The conditions.
  filters[year][$gte]=2001&sort=year&DEEP                                              -> in indexes
  filters[notes][text][$contains]=1&sort=year&DEEP                                     -> in indexes
  filters[shelf][name]=shelf 2&sort=year&DEEP                                          -> in indexes
`);

const deep = 'pagination[start]=8&pagination[limit]=4';

/** Builders, with what is expected of a list by an index. */
const builders: readonly (readonly [name: string, prepare: (builder: Builder) => Builder, expected: string])[] = [
  ['a condition', (b) => b.where('book.rank > :nf_p1 OR book.id < 5', { nf_p1: 3 }), 'in indexes'],
  ['a joined relation', (b) => b.leftJoinAndSelect('book.shelf', 'shelf'), 'yes'],
  ['a condition on it', (b) => b.leftJoinAndSelect('book.shelf', 'nf_1').where("nf_1.name <> 'shelf 1'"), 'yes'],
  ['some columns', (b) => b.select(['book.title']), 'yes'],
  ['an expression beside', (b) => b.addSelect('book.rank + :more', 'nf_2').setParameter('more', 1), 'yes'],
  ['limits of its own', (b) => b.take(1).skip(1), 'yes'],
  ['several rows for each', (b) => b.leftJoinAndSelect('book.notes', 'note'), 'no'],
  ['an order of its own', (b) => b.orderBy('book.rank'), 'no'],
  ['DISTINCT', (b) => b.distinct(true), 'no'],
];

const options = { adaptive: { deep: 8 }, context: undefined };

onEngines('a deep page', { entities: library, seed: fillLibrary }, (world) => {
  const heard: string[] = [];
  let listening: { mockRestore(): void };
  beforeAll(() => {
    listening = jest
      .spyOn(Logger.prototype, 'debug')
      .mockImplementation((text: unknown) => void heard.push(String(text)));
  });
  afterAll(() => listening.mockRestore());

  const books = () => world.source.createQueryBuilder(Book, 'book');

  /** Reads a page by a service that knows nothing yet; the way is what is logged. */
  async function ask<E extends ObjectLiteral>(
    builder: SelectQueryBuilder<E>,
    target: new () => E,
    request: string,
    own: FilterModuleOptions = {},
    context?: number,
  ) {
    const service = world.filtersWith({ ...options, ...own });
    heard.length = 0;
    const page = await service.page(builder, service.parse(target, encodeURI(request), {}, context));
    return { page, isTold: heard.includes(`${target.name}: deep page → keys first`) };
  }

  /** Reads a page twice, by a statement that is written and by one that is kept, and compares both. */
  async function expectSame<E extends ObjectLiteral>(
    builder: () => SelectQueryBuilder<E>,
    target: new () => E,
    request: string,
    verdict: string,
    context?: number,
  ) {
    const plain = await ask(builder(), target, request, { strategy: 'in' }, context);
    const expected = verdict === 'yes' || (verdict === 'in indexes' && world.engine !== 'postgres');
    expect(plain.isTold).toBe(false);
    for (let time = 0; time < 2; time += 1) {
      expect(await ask(builder(), target, request, {}, context)).toEqual({ page: plain.page, isTold: expected });
    }
    return plain.page;
  }

  it.each(requests)('of %s: keys first: %s', async (request, verdict) => {
    await expectSame(books, Book, request.replace('DEEP', deep), verdict);
  });

  it.each(builders)('of a builder with %s', async (_, prepare, verdict) => {
    await expectSame(() => prepare(books()), Book, `sort=year&${deep}`, verdict);
  });

  it('has the scope of the list', async () => {
    const page = await expectSame(books, Book, `sort=year&${deep}`, 'in indexes', 9);
    expect(page.meta.pagination).toMatchObject({ total: 32 });
  });

  it.each(
    cases(`
      Magazine sort=year:desc    -> in indexes
      Deleted sort=year:desc     -> yes
      Issue sort=volume,number   -> yes
      Issue sort=number          -> no
      Issue sort=year,number     -> in indexes
    `),
  )('of %s: keys first: %s', async (asked, verdict) => {
    const [name = '', sort = ''] = asked.split(' ');
    const request = `${sort}&${deep}`;
    if (name === 'Issue')
      await expectSame(() => world.source.createQueryBuilder(Issue, 'one'), Issue, request, verdict);
    else {
      const magazines = () => world.source.createQueryBuilder(Magazine, 'one');
      await expectSame(
        () => (name === 'Deleted' ? magazines().withDeleted() : magazines()),
        Magazine,
        request,
        verdict,
      );
    }
  });

  it.each([`sort=year&${deep}`, `filters[year][$gte]=2001&sort=year&${deep}`])(
    'of a known list has whatever window: %s',
    async (request) => {
      const joined = () => books().leftJoinAndSelect('book.shelf', 'shelf');
      const [service, plain] = [world.filtersWith(options), world.filtersWith({ ...options, strategy: 'in' })];
      for (const start of [8, 8, 11, 7, 30, 80, 8, 9]) {
        for (const limit of [4, 5]) {
          const text = request.replace('start]=8', `start]=${start}`).replace('limit]=4', `limit]=${limit}`);
          const pages = [service, plain].map((by) => by.page(joined(), by.parse(Book, text)));
          const [page, usual] = await Promise.all(pages);
          expect(page).toStrictEqual(usual);
        }
      }
    },
  );

  it('begins where the module says, and is read as it is with another strategy', async () => {
    const request = `sort=year&${deep}`;
    expect((await ask(books(), Book, request, { adaptive: { deep: 100 } })).isTold).toBe(false);
    expect((await ask(books(), Book, request, { strategy: 'in' })).isTold).toBe(false);
  });
});
