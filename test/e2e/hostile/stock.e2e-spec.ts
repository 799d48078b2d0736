import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { type TestApp, openApp } from '../../support/http/adapters.js';
import { share } from '../../support/thorough.js';
import { ask, checkAll } from './interrogation.js';
import { idsOf } from './judge.js';
import { stockModule } from './stock/app.js';
import { stockCorpus } from './stock/cases/index.js';
import { wareOn } from './stock/model.js';
import { fill, visible } from './stock/rows.js';

const cases = stockCorpus.flatMap((each) => each.cases);

describe('the corpus about columns that are more than columns', () => {
  it('has hundreds of requests, each with a name of its own', () => {
    expect(cases.length).toBeGreaterThanOrEqual(500);
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
    const asked = cases.map(({ query, expected }) => JSON.stringify([query, expected]));
    expect(asked.filter((one, index) => asked.indexOf(one) !== index)).toEqual([]);
  });
});

describe.each(engines)('hostile requests for virtual columns, lists and documents on %s', (engine) => {
  let database: TestDatabase;
  let adapters: readonly TestApp[];

  beforeAll(async () => {
    const entity = wareOn[engine];
    database = await openDatabase(engine, { entities: [entity] });
    await fill(database.source, entity, engine);
    const metadata = () => stockModule(database.source, entity);
    adapters = [await openApp('express', metadata()), await openApp('fastify', metadata())];
  });

  afterAll(async () => {
    for (const adapter of adapters) await adapter.close();
    await database.close();
  });

  it('answers a request without parameters with what the scope leaves', async () => {
    const { answer, wrong } = await ask('/wares', adapters);
    expect({ wrong, ids: idsOf(answer) }).toEqual({ wrong: [], ids: visible });
    expect(await database.source.getRepository(wareOn[engine]).count()).toBe(visible.length + 1);
  });

  // Adapters read the same of a request on every engine, and so both of them are asked on one.
  it.each(stockCorpus)('answers $name as it must', async ({ cases: all }) => {
    const asked = engine === 'sqlite' ? adapters : adapters.slice(0, 1);
    expect(await checkAll(all, { path: '/wares', visible, adapters: asked })).toEqual([]);
  });

  const sorts = ['letters', 'doubtful', 'label'].concat(
    ...['specs', 'raw'].map((document) =>
      ['color', 'size.width', 'weight', 'ratio', 'big', 'on', 'made', 'code', 'ab', 'deep.a.b.c', 'nul'].map(
        (path) => `${document}.${path}`,
      ),
    ),
  );

  const terms = sorts.flatMap((key) => [`${key}:asc`, `${key}:desc`, `${key}:desc:nullsLast`]);
  it.each(share(terms, 2, engines.indexOf(engine)))('pages by cursor as it sorts: %s', async (sort) => {
    const whole = await ask(`/wares/all?sort=${sort},id`, adapters.slice(0, 1));
    expect(whole.answer.status).toBe(200);
    expect([...idsOf(whole.answer)].sort((a, b) => a - b)).toEqual(visible);
    expect(await walk(`/wares?sort=${sort},id&pagination[pageSize]=5`)).toEqual(idsOf(whole.answer));
  });

  /** The rows of every page, by the cursor of the page before. */
  async function walk(path: string): Promise<readonly number[]> {
    const ids: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null && ids.length < 50) {
      const { answer } = await ask(`${path}&pagination[after]=${cursor}`, adapters.slice(0, 1));
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
      ids.push(...idsOf(answer));
      cursor = (JSON.parse(answer.text) as { meta: { pagination: { next: string | null } } }).meta.pagination.next;
    }
    return ids;
  }
});
