import { Post, blogEntities } from '../../support/blog/entities.js';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { type TestApp, openApp } from '../../support/http/adapters.js';
import { share } from '../../support/thorough.js';
import { fill, hostileModule, visible } from './blog.js';
import { corpus } from './cases/index.js';
import { ask, checkAll, isRefused } from './interrogation.js';
import { idsOf } from './judge.js';

const cases = corpus.flatMap((each) => each.cases);

describe('the corpus', () => {
  it('has hundreds of requests in dozens of classes, each with a name of its own', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(30);
    expect(cases.length).toBeGreaterThanOrEqual(420);
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
    expect(new Set(cases.map(({ query }) => query)).size).toBeGreaterThan(cases.length - 20);
  });
});

describe.each(engines)('hostile requests on %s', (engine) => {
  let database: TestDatabase;
  let express: TestApp;
  let fastify: TestApp;

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: blogEntities });
    await fill(database.source);
    express = await openApp('express', hostileModule(database.source));
    fastify = await openApp('fastify', hostileModule(database.source));
  });

  afterAll(async () => {
    await express.close();
    await fastify.close();
    await database.close();
  });

  const asked = (adapters: readonly TestApp[]) => ({ path: '/posts', adapters, visible });

  it('answers a request without parameters with what the scope leaves', async () => {
    const { answer, wrong } = await ask('/posts', [express, fastify]);
    expect({ wrong, ids: idsOf(answer) }).toEqual({ wrong: [], ids: visible });
    expect(await database.source.getRepository(Post).count({ withDeleted: true })).toBeGreaterThan(visible.length);
  });

  if (engine === 'sqlite') {
    it.each(corpus)('answers $name as it must', async ({ cases: all }) => {
      expect(await checkAll(all, asked([express, fastify]))).toEqual([]);
    });
    return;
  }

  // Adapters read the same of a request on every engine, and so one is asked; and what is refused gets no further than
  // the parser.
  it('refuses the same as everywhere', async () => {
    const refused = share(cases.filter(isRefused), 4, engines.indexOf(engine));
    expect(await checkAll(refused, asked([express]))).toEqual([]);
  });

  it.each(corpus.filter(({ cases: all }) => !all.every(isRefused)))(
    'answers $name as it must',
    async ({ cases: all }) => {
      expect(
        await checkAll(
          all.filter((one) => !isRefused(one)),
          asked([express]),
        ),
      ).toEqual([]);
    },
  );
});
