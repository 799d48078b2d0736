import { tracingChannel } from 'node:diagnostics_channel';
import { Session } from 'node:inspector/promises';
import { type FilterQueryOverrides } from 'nestjs-filterable';
import { Venue, entities as guide } from '../named/model.js';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { seedBlog } from '../../support/blog/data.js';
import { type WorldOptions, onEngines } from '../../support/engines.js';

/** The file of a script, below the library's folder. */
const ownFile = /\/lib\/(.+\.ts)$/;

type Overrides = FilterQueryOverrides<Post>;

const counted = { name: 'n', of: 'comments', count: true } as const;

/** What a request may ask for beside its rows: the rooms that answer it, such a request, and what its list declares. */
const asked: readonly (readonly [rooms: RegExp, request: string, list: Overrides])[] = [
  [/^features\/facets\/(?!.* declare$)/, 'facets=title', { facets: ['title'] }],
  [/^page\/values\.ts/, 'facets=title', { facets: ['title'] }],
  [/^features\/search\/(?!.* declare$)/, 'search=a', { search: ['title'] }],
  [/^features\/populate\/(?!.* declare$)/, 'populate=author', { populate: ['author'] }],
  [/^page\/rows\/parents\.ts/, 'populate=author', { populate: ['author'] }],
  [/^features\/aggregates\/(?!.* declare$)/, 'aggregates=id:max', { aggregates: { id: ['max'] } }],
  [/^features\/fields\/answer\.ts/, 'fields=n', { select: true, fields: ['id', 'title', counted] }],
  [/^features\/deleted\/(?!.* declare$)/, 'deleted=with', { deleted: true }],
  [/^values\/calendar\.ts/, 'filters[createdAt][$gte]=now-1d', {}],
  [/^wire\/flat\.ts (rewriteInto|rewritten|FlatKeys)/, 'q=a', { flat: { filters: { q: 'title' } } }],
];

/** Listens to the tracing channel while a function runs. */
async function listening<Result>(work: () => Promise<Result>): Promise<Result> {
  const { start } = tracingChannel('nestjs-filterable');
  const nothing = () => undefined;
  start.subscribe(nothing);
  try {
    return await work();
  } finally {
    start.unsubscribe(nothing);
  }
}

const named = /(?:parse\/conditions\.ts (?:readNamed|withMeaning|meanings?Of)|ast\/condition\.ts (?:un)?named)/;

const database: WorldOptions = { entities: [...blogEntities, ...guide], seed: seedBlog, on: ['sqlite'] };

onEngines('a request that asks for nothing but rows', database, (world) => {
  const session = new Session();
  beforeAll(async () => {
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  });
  afterAll(() => {
    session.disconnect();
  });

  /** Returns the functions of the library that are called meanwhile, each with its file. */
  async function calledBy(work: () => Promise<unknown>): Promise<readonly string[]> {
    await session.post('Profiler.takePreciseCoverage');
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result.flatMap(({ url, functions }) => {
      const file = ownFile.exec(url)?.[1];
      if (file === undefined) return [];
      return functions
        .filter(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0)
        .map(({ functionName }) => `${file} ${functionName}`);
    });
  }

  const page = (request: string, list: Overrides = {}) =>
    world.filters.page(world.repository(Post), world.filters.parse(Post, request, list));

  const plain = 'filters[title]=a&sort=id';

  it.each(asked)('calls %s where it is asked for, and no function of it elsewhere', async (rooms, request, list) => {
    const isOfRooms = (called: string) => rooms.test(called);
    expect((await calledBy(() => page(request, list))).filter(isOfRooms)).not.toEqual([]);
    const first = await calledBy(() => page(plain));
    const warm = await calledBy(() => page(plain.replace('=a', '=b')));
    expect(first.length).toBeGreaterThan(100);
    expect([...first, ...warm].filter(isOfRooms)).toEqual([]);
  });

  /** Lists that let clients ask for more, each with an option of its own. */
  const declaring: readonly (readonly [name: string, list: Overrides])[] = [
    ['related rows', { populate: ['author', { name: 'comments', limit: 3, where: { approved: true } }] }],
    ['facets', { facets: ['title'] }],
    ['aggregates', { aggregates: { id: ['max'] } }],
  ];

  it.each(declaring)(
    'calls the same functions, and sends the same statements, where %s are declared',
    async (_, list) => {
      const texts = ['a', 'b', 'c', 'd', 'e', 'f'].map((value) => plain.replace('=a', `=${value}`));
      const read = async (own: Overrides) => {
        const called: (readonly string[])[] = [];
        const statements = await world.sent(async () => {
          for (const text of texts) called.push(await calledBy(() => page(text, own)));
        });
        return { called: called.map((names) => new Set(names)), statements };
      };
      const [without, declared] = [await read({ search: false }), await read({ search: false, ...list })];
      expect(declared.statements).toEqual(without.statements);
      expect(without.statements.length).toBeGreaterThanOrEqual(texts.length);
      const added = declared.called.map((names, place) =>
        [...names].filter((name) => !without.called[place]?.has(name)),
      );
      expect(without.called.every(({ size }) => size > 100)).toBe(true);
      // The first request of a list looks its declaration up.
      expect(added.slice(1)).toEqual(texts.slice(1).map(() => []));
    },
  );

  // Statements and parts of a page are sent through two functions, which look first whether anybody listens.
  const untold =
    /^(tracing\/(?!run\.ts trace(?:Statement|Part)$)|statements\/read\.ts shown(Text|Builder)$|typeorm\/identity\.ts (literalsIn|virtualLiteralIn))/;

  it('calls no function of the tracing channel where nobody listens to it', async () => {
    const everything = async () => {
      const repository = world.repository(Post);
      const list = { facets: ['title'], populate: ['author'], aggregates: { id: ['max'] } } as const;
      const asked = 'facets=title&populate=author&aggregates=id:max&pagination[pageSize]=1';
      const query = world.filters.parse(Post, `${plain}&${asked}`, list);
      await world.filters.page(repository, query);
      await world.filters.page(repository, world.filters.parse(Post, 'sort=id&pagination[pageSize]=1'));
      await world.filters.count(repository, query);
      await world.filters.facets(repository, query);
      await world.filters.aggregates(repository, query);
      await world.filters.populate(repository, [], query);
      for await (const row of world.filters.each(repository, world.filters.parse(Post, 'sort=id')))
        expect(row).toBeDefined();
      expect(() => world.filters.parse(Post, 'filters[titel]=a')).toThrow();
    };
    const told = await calledBy(() => listening(everything));
    for (const part of ['tracing/run.ts', 'tracing/shape.ts', 'typeorm/identity.ts literalsIn']) {
      expect(told.filter((called) => called.startsWith(part))).not.toEqual([]);
    }
    expect((await calledBy(everything)).filter((called) => untold.test(called))).toEqual([]);
  });

  it('calls nothing that explains it, or advises on its indexes', async () => {
    const isExplaining = (called: string) =>
      /^(explain|advice|dialects\/explain)\/|\/indexes\.ts|^typeorm\/recording/.test(called);
    const explain = () => world.filters.explain(world.repository(Post), world.filters.parse(Post, plain));
    expect((await calledBy(explain)).filter(isExplaining)).not.toEqual([]);
    expect((await calledBy(() => page(plain))).filter(isExplaining)).toEqual([]);
  });

  it('calls no function of named filters, which its entity declares, unless it names one', async () => {
    const venues = (request: string) =>
      world.filters.page(world.repository(Venue), world.filters.parse(Venue, request));
    const ofNamed = async (request: string) =>
      (await calledBy(() => venues(request))).filter((called) => named.test(called));
    expect(await ofNamed('filters[popular]=true')).not.toEqual([]);
    expect(await ofNamed('filters[name]=a&sort=id')).toEqual([]);
    expect(await ofNamed('filters[name]=b&sort=id')).toEqual([]);
  });
});
