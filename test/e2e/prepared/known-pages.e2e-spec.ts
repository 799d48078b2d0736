import { FilterService } from 'nestjs-filterable';
import { type DataSource, SelectQueryBuilder } from 'typeorm';
import { seedBlog } from '../../support/blog/data.js';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { StatementSpy } from '../../support/spy.js';
import { timesWritten } from '../pages/written.js';

type Posts = SelectQueryBuilder<Post>;

/** A feature that keeps a statement from being prepared, and changes nothing else. */
const aside = 'sent by its builder';

interface Asked {
  /** Requests of one shape. */
  readonly queries: readonly string[];
  readonly builder?: (posts: Posts) => Posts;
  /** The conditions that the program adds to the query. */
  readonly added?: object;
}

const uncounted = 'pagination[pageSize]=3&pagination[withCount]=false';
const viewed = [1, 2, 5].map((views) => `filters[views][$gte]=${views}&sort=slug&${uncounted}`);
const counted = [1, 2, 5].map((views) => `filters[views][$gte]=${views}&sort=slug&pagination[pageSize]=2`);

/** Pages that are sent with nothing made for them but the values of their parameters. */
const known: Readonly<Record<string, Asked>> = {
  'with own conditions': { queries: viewed },
  'of every row': { queries: [`sort[0]=views:desc&sort[1]=id&${uncounted}`] },
  'with several kinds of values': {
    queries: [
      `filters[title][$contains]=e&filters[publishedAt][$gte]=2024-01-05T10:00:00Z&filters[score][$lt]=9.5&filters[isFeatured]=true&${uncounted}`,
      `filters[title][$contains]=a_%25&filters[publishedAt][$gte]=2024-01-02T10:00:00Z&filters[score][$lt]=7.5&filters[isFeatured]=false&${uncounted}`,
    ],
  },
  'with conditions on related rows': {
    queries: ['Ann', 'Kai', '%25'].map((name) => `filters[author][name][$ne]=${name}&sort=id&${uncounted}`),
  },
  'with flags': {
    queries: [1, 2, 5].map(
      (views) =>
        `filters[slug][$null]=false&filters[author][$exists]=true&filters[views][$gte]=${views}&sort=id&${uncounted}`,
    ),
  },
  'sorted by a related row': {
    queries: [1, 3].map((views) => `filters[views][$gte]=${views}&sort[0]=author.name&sort[1]=id&${uncounted}`),
  },
  'one after another': {
    queries: [1, 2, 3, 1].map((page) => `filters[views][$gte]=1&sort=slug&pagination[page]=${page}&${uncounted}`),
  },
  'by offset': {
    queries: [0, 4, 2].map(
      (start) => `sort=slug&pagination[start]=${start}&pagination[limit]=2&pagination[withCount]=false`,
    ),
  },
  'of a builder that joins': { queries: viewed, builder: (posts) => posts.leftJoinAndSelect('post.author', 'author') },
  'of a builder with conditions': { queries: viewed, builder: (posts) => posts.where('post.views > 1') },
  'of a builder with deleted rows': { queries: viewed, builder: (posts) => posts.withDeleted() },
  'by cursor': { queries: viewed.map((query) => `${query}&pagination[after]=`) },
  'with lists of one length, of several values': {
    queries: [
      [1, 2, 3],
      [2, 4, 6],
      [5, 3, 1],
    ].map((ids) => ids.map((id, index) => `filters[id][$in][${index}]=${id}`).join('&')),
  },
  'with to-many joins': { queries: viewed, builder: (posts) => posts.leftJoinAndSelect('post.comments', 'comment') },
  'with conditions that the program adds': { queries: viewed, added: { filters: { tenantId: { $gte: 1 } } } },
};

/** Pages of which more has to be made. */
const others: Readonly<Record<string, Asked>> = {
  'of a builder with a parameter': {
    queries: viewed,
    builder: (posts) => posts.where('post.views > :least', { least: 1 }),
  },
};

/** A class of the host's own, whose statements are other ones. */
class OwnBuilder extends SelectQueryBuilder<Post> {
  override getQuery(): string {
    return super.getQuery().replace(' WHERE ', ' WHERE 1 = 1 AND ');
  }
}

describe.each(engines)('pages of known lists on %s', (engine) => {
  const spy = new StatementSpy();
  let database: TestDatabase;
  let source: DataSource;
  let filters: FilterService;

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: blogEntities, logger: spy, logging: true });
    ({ source } = database);
    await seedBlog(source);
    filters = FilterService.forDataSource(source);
  });
  afterAll(() => database.close());

  async function reading({ builder = (posts) => posts, added }: Asked, text: string, prepared = true) {
    const posts = builder(source.getRepository(Post).createQueryBuilder('post'));
    if (!prepared) posts.comment(aside);
    const parsed = filters.parse(Post, text);
    const query = added === undefined ? parsed : filters.and(parsed, added);
    const { result, statements } = await spy.during(() => filters.page(posts, query));
    return {
      result,
      texts: statements.map((sent) => sent.replace(`/* ${aside} */ `, '')),
      values: [...spy.parameters],
    };
  }

  async function learn(asked: Asked): Promise<void> {
    for (let time = 0; time < 4; time += 1) for (const text of asked.queries) await reading(asked, text);
  }

  function written(asked: Asked): Promise<number> {
    return timesWritten(async () => {
      for (const text of asked.queries) await reading(asked, text);
    });
  }

  it.each(Object.entries(known))('are sent with their values alone: %s', async (_, asked) => {
    await learn(asked);
    expect(await written(asked)).toBe(0);
  });

  it.each(Object.entries(others))('are written first: %s', async (_, asked) => {
    await learn(asked);
    expect(await written(asked)).toBeGreaterThan(0);
  });

  it.each(Object.entries({ ...known, ...others }))('are those of the builder itself: %s', async (_, asked) => {
    // What is asked about the table is remembered for the others.
    for (const text of asked.queries) await reading(asked, text, false);
    for (let time = 0; time < 4; time += 1) {
      for (const text of [...asked.queries, ...asked.queries.toReversed()]) {
        expect(await reading(asked, text)).toStrictEqual(await reading(asked, text, false));
      }
    }
  });

  it('are not those of a builder of a class of the host’s own, whichever is sent first', async () => {
    const own = (): Posts => new OwnBuilder(source).select('post').from(Post, 'post');
    const sizes = [3, 4].map((size) => viewed.map((query) => query.replace('=3&', `=${size}&`)));
    const [first = [], last = []] = sizes.map((queries) => queries.map((query) => `filters[id][$gte]=1&${query}`));
    for (const [builders, queries] of [
      [[undefined, own, undefined], first] as const,
      [[own, undefined, own], last] as const,
    ]) {
      for (const builder of builders) {
        for (const text of [...queries, ...queries, ...queries, ...queries]) {
          const { texts } = await reading({ queries, ...(builder && { builder }) }, text);
          expect(texts.map((sent) => sent.includes('WHERE 1 = 1'))).toEqual([builder === own]);
        }
      }
    }
  });

  it('have their totals, within the statement or beside it', async () => {
    const asked = { queries: counted };
    await learn(asked);
    for (const text of [...counted, ...counted]) {
      const { data, meta } = (await reading(asked, text)).result;
      const plain = (await reading(asked, text, false)).result;
      expect({ data, meta }).toStrictEqual(plain);
    }
  });
});
