import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { type TestApp, openApp } from '../../support/http/adapters.js';
import { booksCorpus } from './books/cases/index.js';
import { Book, Copy, Writer, booksModule, fill, visible } from './books/model.js';
import { ask, checkAll, isRefused } from './interrogation.js';
import { idsOf } from './judge.js';

describe.each(engines)('hostile requests for search, facets, fields and deleted on %s', (engine) => {
  let database: TestDatabase;
  let adapters: readonly TestApp[];

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: [Book, Copy, Writer] });
    await fill(database.source);
    const metadata = () => booksModule(database.source);
    adapters = [await openApp('express', metadata()), await openApp('fastify', metadata())];
  });

  afterAll(async () => {
    for (const adapter of adapters) await adapter.close();
    await database.close();
  });

  it('answers a request without parameters with what the scope leaves', async () => {
    const { answer, wrong } = await ask('/books', adapters);
    expect({ wrong, ids: idsOf(answer) }).toEqual({ wrong: [], ids: visible });
  });

  it.each(booksCorpus)('answers $name as it must', async ({ cases }) => {
    const [some, rest] = [cases.filter(isRefused), cases.filter((one) => !isRefused(one))];
    const asked = { path: '/books', visible };
    const once = engine === 'sqlite' ? adapters : adapters.slice(0, 1);
    expect(await checkAll(some, { ...asked, adapters: once })).toEqual([]);
    expect(await checkAll(rest, { ...asked, adapters })).toEqual([]);
  });

  it('shows nothing of another tenant or a hidden field in any facet', async () => {
    const { answer } = await ask('/books?facets=title,tags,writer.name,shelf,price,id', adapters.slice(0, 1));
    const { meta } = JSON.parse(answer.text) as { meta: { facets: Record<string, unknown> } };
    expect(JSON.stringify(meta.facets)).not.toMatch(/foreign|hidden|12345|99/);
    expect(meta.facets['price']).toEqual({ min: 10, max: 80 });
  });
});
