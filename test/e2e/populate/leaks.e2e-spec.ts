import fc from 'fast-check';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { type TestApp, adapters, openApp } from '../../support/http/adapters.js';
import { canary, fill, tourEntities, toursModule } from '../hostile/tours/model.js';
import { announceSeed, runs, seed, timeout } from '../properties/settings.js';
import { hostileRequests } from './random/hostile-requests.js';

/** Each is sent to two applications. */
const requests = Math.ceil(runs / engines.length);

/** What no answer may have; the list itself shows the tenant of its own rows. */
const secrets = new RegExp(`${canary}|777777|salary|secret|hidden|"code"|deletedAt`);

interface Row {
  readonly guide?: unknown;
  readonly stops?: unknown;
  readonly start?: unknown;
}

beforeAll(announceSeed);

describe.each(engines)('random requests for related rows on %s', (engine) => {
  let database: TestDatabase;
  let apps: readonly TestApp[];

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: tourEntities });
    await fill(database.source);
    apps = await Promise.all(adapters.map((adapter) => openApp(adapter, toursModule(database.source))));
  }, timeout);

  afterAll(async () => {
    for (const app of apps) await app.close();
    await database.close();
  });

  it(
    'are answered or refused, alike by each application, and show nothing that is hidden',
    async () => {
      const answered = new Map<number, number>();
      const property = fc.asyncProperty(hostileRequests, async (query) => {
        const [one, ...others] = await Promise.all(apps.map(({ client }) => client.get(`/tours?${query}`)));
        if (one === undefined) throw new Error('no application has answered');
        expect([200, 400]).toContain(one.status);
        for (const other of others) expect([other.status, other.text]).toEqual([one.status, one.text]);
        answered.set(one.status, (answered.get(one.status) ?? 0) + 1);
        expect(one.text).not.toMatch(new RegExp(`${canary}|777777`));
        if (one.status === 400) return;
        const { data } = JSON.parse(one.text) as { readonly data: readonly Row[] };
        const related = JSON.stringify(data.map(({ guide, stops, start }) => ({ guide, stops, start })));
        expect(related).not.toMatch(secrets);
      });
      await fc.assert(property, { numRuns: requests, seed: seed + engines.indexOf(engine), endOnFailure: true });
      // Neither answers nor refusals alone would prove anything.
      expect(answered.get(200)).toBeGreaterThan(requests / 10);
      expect(answered.get(400)).toBeGreaterThan(requests / 10);
    },
    timeout + 200 * requests,
  );
});
