import { Session } from 'node:inspector/promises';
import { type FilterQueryOverrides, FilterService } from 'nestjs-filterable';
import { Venue, entities as guide } from '../named/model.js';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { seedBlog } from '../../support/blog/data.js';
import { type TestDatabase, openDatabase } from '../../support/databases.js';

/** The file of a script, below the library's folder. */
const ownFile = /\/lib\/(.+\.ts)$/;

type Overrides = FilterQueryOverrides<Post>;

/** What a request may ask for beside its rows: the rooms that answer it, such a request, and what its list declares. */
const asked: readonly (readonly [rooms: RegExp, request: string, list: Overrides])[] = [
  [/^facets\//, 'facets=title', { facets: ['title'] }],
  [/^page\/facets\//, 'facets=title', { facets: ['title'] }],
  [/^search\//, 'search=a', { search: ['title'] }],
  [/^populate\//, 'populate=author', { populate: ['author'] }],
  [/^page\/populate\//, 'populate=author', { populate: ['author'] }],
  [/^aggregates\//, 'aggregates=id:max', { aggregates: { id: ['max'] } }],
  [/^page\/aggregates\//, 'aggregates=id:max', { aggregates: { id: ['max'] } }],
  [/^deleted\//, 'deleted=with', { deleted: true }],
  [/^values\/calendar\//, 'filters[createdAt][$gte]=now-1d', {}],
  [/^wire\/read\/flat-keys/, 'q=a', { flat: { filters: { q: 'title' } } }],
];

const named =
  /(?:parse\/conditions\/named-parser|engine\/lists\/named-conditions|ast\/traverse\.ts unnamed|ast\/condition\.ts named)/;

describe('a request that asks for nothing but rows', () => {
  const session = new Session();
  let database: TestDatabase;
  let filters: FilterService;

  beforeAll(async () => {
    database = await openDatabase('sqlite', { entities: [...blogEntities, ...guide] });
    await seedBlog(database.source);
    filters = FilterService.forDataSource(database.source);
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  });
  afterAll(async () => {
    session.disconnect();
    await database.close();
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
    filters.page(database.source.getRepository(Post), filters.parse(Post, request, list));

  const plain = 'filters[title]=a&sort=id';

  it.each(asked)('calls %s where it is asked for, and no function of it elsewhere', async (rooms, request, list) => {
    const isOfRooms = (called: string) => rooms.test(called);
    expect((await calledBy(() => page(request, list))).filter(isOfRooms)).not.toEqual([]);
    const first = await calledBy(() => page(plain));
    const warm = await calledBy(() => page(plain.replace('=a', '=b')));
    expect(first.length).toBeGreaterThan(100);
    expect([...first, ...warm].filter(isOfRooms)).toEqual([]);
  });

  it('calls no function of named filters, which its entity declares, unless it names one', async () => {
    const venues = (request: string) =>
      filters.page(database.source.getRepository(Venue), filters.parse(Venue, request));
    const ofNamed = async (request: string) =>
      (await calledBy(() => venues(request))).filter((called) => named.test(called));
    expect(await ofNamed('filters[popular]=true')).not.toEqual([]);
    expect(await ofNamed('filters[name]=a&sort=id')).toEqual([]);
    expect(await ofNamed('filters[name]=b&sort=id')).toEqual([]);
  });
});
