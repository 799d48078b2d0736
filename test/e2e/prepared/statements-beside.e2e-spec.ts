import { FilterService } from 'nestjs-filterable';
import type { DataSource } from 'typeorm';
import { seedBlog } from '../../support/blog/data.js';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { StatementSpy } from '../../support/spy.js';
import { textsWritten } from '../pages/written.js';
import { type Asked, neighbours, unprepared } from './beside-pages.js';

/** A feature that keeps a statement from being prepared, and changes nothing else. */
const aside = 'sent by its builder';

const noOverrides = {};

describe.each(engines)('statements of lists on %s', (engine) => {
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

  /** What a request is answered with, and what was sent for it. */
  async function reading({ query, builder = (posts) => posts, overrides, of }: Asked, prepared = true) {
    const capped = overrides !== undefined && 'pagination' in overrides;
    const posts = builder(source.getRepository(Post).createQueryBuilder('post'));
    if (!prepared) posts.comment(aside);
    // A prepared page may have its total within.
    const text = query.includes('withCount') || of === 'count' ? query : `pagination[withCount]=${capped}&${query}`;
    const request = filters.parse(Post, text, overrides ?? noOverrides);
    const run = () => (of === 'count' ? filters.count(posts, request) : filters.page(posts, request));
    const { result, statements } = await spy.during<unknown>(() => run().catch((error: unknown) => String(error)));
    const texts = statements.map((text) => text.replaceAll(`/* ${aside} */ `, ''));
    return { result, texts, values: [...spy.parameters] };
  }

  /** The number of texts that TypeORM writes while a request is answered. */
  function written(asked: Asked): Promise<number> {
    return textsWritten(() => reading(asked));
  }

  describe.each(Object.entries(neighbours))('of %s', (_, requests) => {
    it('are those of the builder itself, whatever was asked before', async () => {
      // What the first of them asks about the table is remembered for the others.
      for (const asked of requests) await reading(asked, false);
      for (const asked of [...requests, ...requests, ...requests.toReversed()]) {
        const answer = await reading(asked);
        expect(answer).toStrictEqual(await reading(asked, false));
        expect(typeof answer.result).not.toBe('string');
      }
    });

    it('are written once', async () => {
      for (const asked of [...requests, ...requests]) await reading(asked);
      const texts: [string, number][] = [];
      for (const asked of requests) texts.push([asked.query, await written(asked)]);
      expect(texts).toEqual(requests.map(({ query }) => [query, 0]));
    });
  });

  it.each(unprepared)('are written each time: %s', async (_, asked) => {
    for (let time = 0; time < 2; time += 1) await reading(asked);
    expect(await written(asked)).toBeGreaterThan(0);
  });
});
