import { type FilterQueryOverrides, FilterService } from 'nestjs-filterable';
import type { SelectQueryBuilder } from 'typeorm';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { seedBlog } from '../../support/blog/data.js';
import { type TestDatabase, describeOn, engines, openDatabase } from '../../support/databases.js';
import { StatementSpy } from '../../support/spy.js';
import { endedIn, operationIn, sequence, toldDuring } from './told.js';

const list: FilterQueryOverrides<Post> = {
  search: ['title'],
  facets: ['status'],
  aggregates: { views: ['max'] },
  populate: ['author'],
};

const asked = 'filters[author][name][$contains]=a&sort=title&search=o';

const posts = ({ source }: TestDatabase): SelectQueryBuilder<Post> =>
  source.getRepository(Post).createQueryBuilder('post');

const joined = (database: TestDatabase) => posts(database).leftJoinAndSelect('post.comments', 'comment');

const parse = (filters: FilterService, request: string) => filters.parse(Post, request, list);

async function all<Row>(rows: AsyncIterable<Row>): Promise<readonly Row[]> {
  const found: Row[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

type Run = (filters: FilterService, database: TestDatabase, request: string) => Promise<unknown>;

const page: Run = (filters, database, request) => filters.page(posts(database), parse(filters, request));
const pageOfJoined: Run = (filters, database, request) => filters.page(joined(database), parse(filters, request));
const populate: Run = (filters, database, request) => {
  const rows = [1, 2].map((id) => Object.assign(new Post(), { id, authorId: 1 }));
  return filters.populate(posts(database), rows, parse(filters, request));
};

const beside = `${asked}&facets=status&aggregates=views:max&populate=author&pagination[pageSize]=1`;
const byCursor = 'sort=title&pagination[after]=&pagination[pageSize]=2&pagination[withCount]=true';
const uncounted = 'sort=id&pagination[pageSize]=2&pagination[withCount]=false';
/** A page after which servers, once it was full, count within its statement. */
const full = 'sort=id&pagination[pageSize]=2';

/** What the service is asked, and the operations that are told of it. */
const cases: readonly (readonly [name: string, request: string, run: Run, operations: string])[] = [
  ['a page', asked, page, 'parse page'],
  ['a full page, which is counted', full, page, 'parse page page/count'],
  ['a page with everything beside its rows', beside, page, 'parse page page/populate page/aggregates page/facets'],
  ['a page by cursor', byCursor, page, 'parse page page/count'],
  ['a page of joined rows, in two statements', uncounted, pageOfJoined, 'parse page'],
  ['a count', asked, (filters, db, request) => filters.count(posts(db), parse(filters, request)), 'parse count'],
  [
    'facets',
    `${asked}&facets=status`,
    (filters, db, request) => filters.facets(posts(db), parse(filters, request)),
    'parse facets',
  ],
  [
    'aggregates',
    `${asked}&aggregates=views:max`,
    (filters, db, request) => filters.aggregates(posts(db), parse(filters, request)),
    'parse aggregates',
  ],
  ['related rows', 'populate=author', populate, 'parse populate'],
  [
    'an export with related rows',
    'sort=title&populate=author',
    (filters, db, request) => all(filters.each(posts(db), parse(filters, request), { chunk: 5 })),
    'parse export export/populate',
  ],
];

describe.each(engines)('the operations on %s', (engine) => {
  const spy = new StatementSpy();
  let database: TestDatabase;
  let filters: FilterService;

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: blogEntities, logger: spy });
    await seedBlog(database.source);
    filters = FilterService.forDataSource(database.source);
    await filters.ready();
  });
  afterAll(() => database.close());

  it.each(cases)('tell of %s, by the statements that were sent', async (_, request, run, told) => {
    const operations = told.split(' ');
    // The first time, the second time, when statements are kept, and once more.
    for (const time of [1, 2, 3]) {
      let statements: readonly string[] = [];
      const events = await toldDuring(async () => {
        ({ statements } = await spy.during(() => run(filters, database, request)));
      });
      const ended = endedIn(events);
      const names = ended.map(({ operation, parent }) => (parent ? `${parent.operation}/${operation}` : operation));
      const isWithin = request === full && engine !== 'sqlite' && time > 1;
      expect([...new Set(names)]).toEqual(isWithin ? operations.slice(0, -1) : operations);
      const whole = ended.find(({ operation, parent }) => operation !== 'parse' && parent === undefined);
      expect(whole?.statements.map(({ text }) => text)).toEqual(statements);
      expect(whole?.statements.every(({ rows }) => rows !== undefined)).toBe(true);
      expect(whole).toMatchObject({ entity: 'Post', deprecated: [], request: expect.anything() as unknown });
      for (const part of ended.filter(({ parent }) => parent !== undefined)) {
        expect(part.parent).toBe(whole);
        expect(part.statements.length).toBeGreaterThan(0);
        expect(whole?.statements).toEqual(expect.arrayContaining([...part.statements]));
      }
    }
  });

  it('are told in the order of Node’s own traces', async () => {
    const told = await toldDuring(() => filters.page(posts(database), parse(filters, 'filters[id]=1')));
    expect(sequence(told)).toBe('start parse, end parse, start page, end page, asyncStart page, asyncEnd page');
  });

  it('have the shape of the request, its cost and the rows', async () => {
    const told = await toldDuring(() =>
      filters.page(
        posts(database),
        filters.and(parse(filters, `${asked}&filters[id][$in]=1&filters[id][$in]=2&populate=author`), {
          tenantId: 1,
        }),
      ),
    );
    const page = operationIn(told, 'page');
    expect(page).toMatchObject({
      request: {
        filters: { author: { name: { $contains: '?' } }, id: { $in: ['?'] } },
        sort: ['title:asc'],
        search: '?',
      },
      added: [{ tenantId: { $eq: '?' } }],
      scopes: {},
      reading: { rows: 'at once', from: 'an end of the list' },
      rows: expect.any(Number) as unknown,
      cost: { total: expect.any(Number) as unknown },
    });
  });

  it('have the literals of a builder in no text', async () => {
    const kept = ['secret-literal', '4711'];
    const builders = [
      posts(database).where("post.title <> 'secret-literal'"),
      posts(database).where('post.id < 4711'),
      posts(database).leftJoin('post.author', 'own', 'own.id < 4711'),
      posts(database).leftJoin('post.author', 'own').addSelect("'secret-literal'", 'literal'),
      posts(database).where('post.id < 4711').groupBy('post.id'),
    ];
    for (const builder of builders) {
      const told = await toldDuring(() => filters.count(builder, parse(filters, 'filters[title]=a')));
      const { statements } = operationIn(told, 'count');
      expect(statements).toEqual([
        { text: undefined, withheld: expect.stringMatching(/./) as unknown, rows: expect.any(Number) as unknown },
      ]);
      for (const text of kept) expect(JSON.stringify(told)).not.toContain(text);
    }
    const told = await toldDuring(() =>
      filters.count(posts(database).where('post.tenantId = :own', { own: 1 }), parse(filters, 'filters[title]=a')),
    );
    expect(operationIn(told, 'count').statements[0]?.text).toContain('COUNT');
  });

  it('of several users at a time stay apart', async () => {
    const requests = ['filters[title]=a&sort=id', 'filters[views][$gte]=1&sort=title', 'filters[author][id]=1'];
    const alone = await Promise.all(
      requests.map(async (request) => {
        const told = await toldDuring(() => filters.page(posts(database), parse(filters, request)));
        return operationIn(told, 'page').request;
      }),
    );
    const told = await toldDuring(() =>
      Promise.all(requests.map((request) => filters.page(posts(database), parse(filters, request)))),
    );
    const pages = endedIn(told).filter(({ operation }) => operation === 'page');
    expect(pages.map(({ request }) => request)).toEqual(alone);
    const texts = pages.map(({ statements }) => statements.map(({ text }) => text));
    expect(new Set(texts.map((each) => JSON.stringify(each))).size).toBe(requests.length);
    expect(pages.every(({ parent }) => parent === undefined)).toBe(true);
  });

  it('of a broken database fail with its code, and with no message', async () => {
    const broken = posts(database).where('post.noSuchColumn = :own', { own: 'canary-of-a-parameter' });
    const told = await toldDuring(() =>
      filters.page(broken, parse(filters, 'filters[title]=a')).then(
        () => expect('this').toBe('not reached'),
        () => undefined,
      ),
    );
    const page = operationIn(told, 'page');
    expect(page.error).toMatchObject({ name: 'QueryFailedError', code: expect.any(String) as unknown });
    expect(page.statements.map(({ rows }) => rows)).toEqual([undefined]);
    expect(sequence(told).replace(/^.*start page/, 'start page')).toBe(
      'start page, end page, error page, asyncStart page, asyncEnd page',
    );
    expect(JSON.stringify(told)).not.toContain('canary');
  });
});

describeOn('postgres', 'mariadb')('a snapshot on %s', (engine) => {
  it('tells of the statements around its transaction', async () => {
    const spy = new StatementSpy();
    const database = await openDatabase(engine, { entities: blogEntities, logger: spy });
    try {
      await seedBlog(database.source);
      const filters = FilterService.forDataSource(database.source, { reads: { consistency: 'snapshot' } });
      await filters.ready();
      for (const run of [
        () => filters.page(posts(database), parse(filters, 'sort=id&pagination[pageSize]=2')),
        () => all(filters.each(posts(database), parse(filters, 'sort=id'), { chunk: 10 })),
      ]) {
        let statements: readonly string[] = [];
        const told = await toldDuring(async () => {
          ({ statements } = await spy.during<unknown>(run));
        });
        const whole = endedIn(told).find(({ operation, parent }) => operation !== 'parse' && parent === undefined);
        expect(whole?.statements.map(({ text }) => text)).toEqual(statements);
        expect(statements.at(-1)).toMatch(/COMMIT|ROLLBACK/);
      }
    } finally {
      await database.close();
    }
  });
});
