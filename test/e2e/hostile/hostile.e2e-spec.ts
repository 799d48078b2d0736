import { Post, blogEntities } from '../../support/blog/entities.js';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { type TestApp, openApp } from '../../support/http/adapters.js';
import type { Answer } from '../../support/http/client.js';
import { fill, hostileModule, visible } from './blog.js';
import type { HostileCase } from './case.js';
import { corpus } from './cases/index.js';
import { idsOf, judge } from './judge.js';

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
  const prototype = Object.getOwnPropertyNames(Object.prototype).join();

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

  /** The answer of Express, and how Fastify's differs. */
  async function ask(path: string, adapters: readonly TestApp[]): Promise<{ answer: Answer; wrong: string[] }> {
    const [answer, ...others] = await Promise.all(adapters.map(({ client }) => client.get(path)));
    if (answer === undefined) throw new Error('nobody was asked');
    const wrong = others.filter((other) => toText(other) !== toText(answer));
    return { answer, wrong: wrong.map((other) => `one says ${toText(answer)}\n    the other ${toText(other)}`) };
  }

  /** Describes the mistakes of a response. */
  async function check(hostile: HostileCase, adapters: readonly TestApp[] = [express, fastify]): Promise<string[]> {
    const { query, expected } = hostile;
    const { answer, wrong } = await ask(`/posts?${query}`, adapters);
    const baseline = 'sameAs' in expected ? expected.sameAs : 'twinOf' in expected ? expected.twinOf : undefined;
    const other = baseline === undefined ? undefined : await ask(`/posts?${baseline}`, adapters);
    wrong.push(...judge(hostile, answer, other?.answer), ...(await checkApplied(query, answer, adapters)));
    if (Object.getOwnPropertyNames(Object.prototype).join() !== prototype) wrong.push('Object.prototype was changed');
    return wrong.map((text) => `${hostile.id} ${query.slice(0, 200)}\n    ${text}`);
  }

  /** `apply()` finds the very rows that `page()` does; only it takes no cursor, and no page where none is asked for. */
  async function checkApplied(query: string, paged: Answer, adapters: readonly TestApp[]): Promise<string[]> {
    if (paged.status !== 200 || query.includes('pagination')) return [];
    const { answer, wrong } = await ask(`/posts/all?${query}`, adapters);
    const [found, wanted] = [idsOf(answer), idsOf(paged)].map((ids) => [...ids].sort((a, b) => a - b).join());
    return found === wanted ? wrong : [...wrong, `apply() finds ${found}, page() ${wanted}`];
  }

  async function checkAll(some: readonly HostileCase[], adapters?: readonly TestApp[]): Promise<string[]> {
    return (await Promise.all(some.map((one) => check(one, adapters)))).flat();
  }

  it('answers a request without parameters with what the scope leaves', async () => {
    const { answer, wrong } = await ask('/posts', [express, fastify]);
    expect({ wrong, ids: idsOf(answer) }).toEqual({ wrong: [], ids: visible });
    expect(await database.source.getRepository(Post).count({ withDeleted: true })).toBeGreaterThan(visible.length);
  });

  if (engine === 'sqlite') {
    it.each(corpus)(
      'answers $name as it must',
      async ({ cases: all }) => {
        expect(await checkAll(all)).toEqual([]);
      },
      30_000,
    );
    return;
  }

  // What is refused gets no further than the parser: on this engine it is asked once, and of one adapter.
  it('refuses the same as everywhere', async () => {
    expect(await checkAll(cases.filter(isRefused), [express])).toEqual([]);
  }, 60_000);

  it.each(corpus.filter(({ cases: all }) => !all.every(isRefused)))(
    'answers $name as it must',
    async ({ cases: all }) => {
      expect(await checkAll(all.filter((one) => !isRefused(one)))).toEqual([]);
    },
    30_000,
  );
});

/** What is refused before any engine is asked. A cursor is not, but by then the engine does not matter any more. */
function isRefused({ expected }: HostileCase): boolean {
  return 'refused' in expected || 'twinOf' in expected;
}

function toText({ status, type, text }: Answer): string {
  return `${status} ${type} ${text}`;
}
