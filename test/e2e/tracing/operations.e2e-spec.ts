import type { FilterQueryOverrides } from 'nestjs-filterable';
import type { SelectQueryBuilder } from 'typeorm';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { seedBlog } from '../../support/blog/data.js';
import { type World, type WorldOptions, onEngines } from '../../support/engines.js';
import { endedIn, operationIn, sequence, toldDuring } from './told.js';

const list: FilterQueryOverrides<Post> = {
  search: ['title'],
  facets: ['status'],
  aggregates: { views: ['max'] },
  populate: ['author'],
};

const asked = 'filters[author][name][$contains]=a&sort=title&search=o';

const posts = (world: World): SelectQueryBuilder<Post> => world.repository(Post).createQueryBuilder('post');

const joined = (world: World) => posts(world).leftJoinAndSelect('post.comments', 'comment');

const parse = ({ filters }: World, request: string) => filters.parse(Post, request, list);

async function all<Row>(rows: AsyncIterable<Row>): Promise<readonly Row[]> {
  const found: Row[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

type Run = (world: World, request: string) => Promise<unknown>;

const page: Run = (world, request) => world.filters.page(posts(world), parse(world, request));
const pageOfJoined: Run = (world, request) => world.filters.page(joined(world), parse(world, request));
const populate: Run = (world, request) => {
  const rows = [1, 2].map((id) => Object.assign(new Post(), { id, authorId: 1 }));
  return world.filters.populate(posts(world), rows, parse(world, request));
};

const beside = `${asked}&facets=status&aggregates=views:max&populate=author&pagination[pageSize]=1`;
const byCursor = 'sort=title&pagination[after]=&pagination[pageSize]=2&pagination[withCount]=true';
const uncounted = 'sort=id&pagination[pageSize]=2&pagination[withCount]=false';
/** A page after which servers, once it was full, count within its statement. */
const full = 'sort=id&pagination[pageSize]=2';

/** What the service is asked, and the operations that are told of it. */
// prettier-ignore
const cases: readonly (readonly [name: string, request: string, run: Run, operations: string])[] = [
  ['a page', asked, page, 'parse page'],
  ['a full page, which is counted', full, page, 'parse page page/count'],
  ['a page with everything beside its rows', beside, page, 'parse page page/populate page/aggregates page/facets'],
  ['a page by cursor', byCursor, page, 'parse page page/count'],
  ['a page of joined rows, in two statements', uncounted, pageOfJoined, 'parse page'],
  ['a count', asked, (world, request) => world.filters.count(posts(world), parse(world, request)), 'parse count'],
  ['facets', `${asked}&facets=status`, (world, request) => world.filters.facets(posts(world), parse(world, request)), 'parse facets'],
  ['aggregates', `${asked}&aggregates=views:max`, (world, request) => world.filters.aggregates(posts(world), parse(world, request)), 'parse aggregates'],
  ['related rows', 'populate=author', populate, 'parse populate'],
  ['an export with related rows', 'sort=title&populate=author', (world, request) => all(world.filters.each(posts(world), parse(world, request), { chunk: 5 })), 'parse export export/populate'],
];

onEngines('the operations', { entities: blogEntities, seed: seedBlog }, (world) => {
  beforeAll(() => world.filters.ready());

  it.each(cases)('tell of %s, by the statements that were sent', async (_, request, run, told) => {
    const operations = told.split(' ');
    // The first time, the second time, when statements are kept, and once more.
    for (const time of [1, 2, 3]) {
      let statements: readonly string[] = [];
      const events = await toldDuring(async () => {
        statements = await world.sent(() => run(world, request));
      });
      const ended = endedIn(events);
      const names = ended.map(({ operation, parent }) => (parent ? `${parent.operation}/${operation}` : operation));
      const isWithin = request === full && world.engine !== 'sqlite' && time > 1;
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
    const told = await toldDuring(() => world.filters.page(posts(world), parse(world, 'filters[id]=1')));
    expect(sequence(told)).toBe('start parse, end parse, start page, end page, asyncStart page, asyncEnd page');
  });

  it('have the shape of the request, its cost and the rows', async () => {
    const told = await toldDuring(() =>
      world.filters.page(
        posts(world),
        world.filters.and(parse(world, `${asked}&filters[id][$in]=1&filters[id][$in]=2&populate=author`), {
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
      posts(world).where("post.title <> 'secret-literal'"),
      posts(world).where('post.id < 4711'),
      posts(world).leftJoin('post.author', 'own', 'own.id < 4711'),
      posts(world).leftJoin('post.author', 'own').addSelect("'secret-literal'", 'literal'),
    ];
    for (const builder of builders) {
      const told = await toldDuring(() => world.filters.count(builder, parse(world, 'filters[title]=a')));
      const { statements } = operationIn(told, 'count');
      expect(statements).toEqual([
        { text: undefined, withheld: expect.stringMatching(/./) as unknown, rows: expect.any(Number) as unknown },
      ]);
      for (const text of kept) expect(JSON.stringify(told)).not.toContain(text);
    }
    const told = await toldDuring(() =>
      world.filters.count(posts(world).where('post.tenantId = :own', { own: 1 }), parse(world, 'filters[title]=a')),
    );
    expect(operationIn(told, 'count').statements[0]?.text).toContain('COUNT');
  });

  it('of several users at a time stay apart', async () => {
    const requests = ['filters[title]=a&sort=id', 'filters[views][$gte]=1&sort=title', 'filters[author][id]=1'];
    const alone = await Promise.all(
      requests.map(async (request) => {
        const told = await toldDuring(() => world.filters.page(posts(world), parse(world, request)));
        return operationIn(told, 'page').request;
      }),
    );
    const told = await toldDuring(() =>
      Promise.all(requests.map((request) => world.filters.page(posts(world), parse(world, request)))),
    );
    const pages = endedIn(told).filter(({ operation }) => operation === 'page');
    expect(pages.map(({ request }) => request)).toEqual(alone);
    const texts = pages.map(({ statements }) => statements.map(({ text }) => text));
    expect(new Set(texts.map((each) => JSON.stringify(each))).size).toBe(requests.length);
    expect(pages.every(({ parent }) => parent === undefined)).toBe(true);
  });

  it('of a broken database fail with its code, and with no message', async () => {
    const broken = posts(world).where('post.noSuchColumn = :own', { own: 'canary-of-a-parameter' });
    const told = await toldDuring(() =>
      world.filters.page(broken, parse(world, 'filters[title]=a')).then(
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

const snapshots: WorldOptions = {
  entities: blogEntities,
  seed: seedBlog,
  options: { reads: { consistency: 'snapshot' } },
  on: ['postgres', 'mariadb'],
};

onEngines('a snapshot', snapshots, (world) => {
  it('tells of the statements around its transaction', async () => {
    await world.filters.ready();
    for (const run of [
      () => world.filters.page(posts(world), parse(world, 'sort=id&pagination[pageSize]=2')),
      () => all(world.filters.each(posts(world), parse(world, 'sort=id'), { chunk: 10 })),
    ]) {
      let statements: readonly string[] = [];
      const told = await toldDuring(async () => {
        statements = await world.sent(run);
      });
      const whole = endedIn(told).find(({ operation, parent }) => operation !== 'parse' && parent === undefined);
      expect(whole?.statements.map(({ text }) => text)).toEqual(statements);
      expect(statements.at(-1)).toMatch(/COMMIT|ROLLBACK/);
    }
  });
});
