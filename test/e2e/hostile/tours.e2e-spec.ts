import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { type TestApp, openApp } from '../../support/http/adapters.js';
import { ask, checkAll, isRefused } from './interrogation.js';
import { idsOf } from './judge.js';
import { toursCorpus } from './tours/cases.js';
import { canary, fill, tourEntities, toursModule, visible } from './tours/model.js';

describe.each(engines)('hostile requests for related rows on %s', (engine) => {
  let database: TestDatabase;
  let adapters: readonly TestApp[];

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: tourEntities });
    await fill(database.source);
    const metadata = () => toursModule(database.source);
    adapters = [await openApp('express', metadata()), await openApp('fastify', metadata())];
  });

  afterAll(async () => {
    for (const adapter of adapters) await adapter.close();
    await database.close();
  });

  it('answers a request without parameters with what the scope leaves', async () => {
    const { answer, wrong } = await ask('/tours', adapters);
    expect({ wrong, ids: idsOf(answer) }).toEqual({ wrong: [], ids: visible });
  });

  it.each(toursCorpus)('answers $name as it must', async ({ cases }) => {
    const [some, rest] = [cases.filter(isRefused), cases.filter((one) => !isRefused(one))];
    const asked = { path: '/tours', visible };
    const once = engine === 'sqlite' ? adapters : adapters.slice(0, 1);
    expect(await checkAll(some, { ...asked, adapters: once })).toEqual([]);
    expect(await checkAll(rest, { ...asked, adapters })).toEqual([]);
  });

  it.each([
    'populate=guide,stops',
    'populate=guide.home,stops.town',
    'populate[guide][populate][tours][limit]=2&populate[stops][limit]=5',
    'populate[stops][filters][title][$contains]=canary&populate[guide][filters][name]=Ann',
    'populate[stops][sort]=title&populate[stops][fields]=title&populate[guide][fields]=name',
  ])('shows nothing that is hidden: %s', async (query) => {
    const { answer, wrong } = await ask(`/tours?${query}`, adapters);
    expect({ wrong, status: answer.status }).toEqual({ wrong: [], status: 200 });
    const { data } = JSON.parse(answer.text) as { data: readonly { guide?: unknown; stops?: unknown }[] };
    const related = data.map(({ guide, stops }) => ({ guide, stops }));
    expect(JSON.stringify(related)).not.toMatch(new RegExp(`${canary}|777777|tenant|salary|hidden|code|Date`));
  });

  it('refuses related rows where a builder is all that is answered', async () => {
    const { answer } = await ask('/tours/refused?populate=guide', adapters);
    const { issues } = JSON.parse(answer.text) as { issues: unknown };
    expect([answer.status, issues]).toEqual([
      400,
      [
        {
          code: 'unknown_parameter',
          path: 'populate',
          pointer: '/populate',
          message: 'populate is not read here; only pages have related rows',
          allowed: ['filters', 'sort', 'pagination'],
        },
      ],
    ]);
  });
});
