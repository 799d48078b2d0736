import { engines } from '../../support/databases.js';
import { timesWritten } from '../pages/written.js';
import { Laboratory } from './laboratory.js';
import { wayTables } from './way-tables.js';

const requests = Object.entries(wayTables).flatMap(([about, rows]) =>
  rows.map(([query, way]) => ({ about, query, way })),
);

/** The requests without totals: only their values are made anew. */
const uncounted = requests.map(({ query }) =>
  /after|before|withCount/.test(query) ? query : `${query}&pagination[withCount]=false`,
);

describe.each(engines)('the way in which a page is read, on %s', (engine) => {
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await Laboratory.open(engine);
  });
  afterAll(() => laboratory.close());

  it.each(requests)('$about: $query', async ({ query, way }) => {
    const expected = await laboratory.ask(query, { strategy: 'in' });
    const service = laboratory.service();
    const told = typeof way === 'string' ? way : way[engine];
    const answer = await laboratory.ask(query, { service });
    expect(expected.ways).toEqual([]);
    expect(answer.ways).toEqual(told === '' ? [] : [`Article: ${told}`]);
    expect(answer.page).toEqual(expected.page);
    // What the database answered is remembered, and the page is the same.
    const again = await laboratory.ask(query, { service });
    expect(again.page).toEqual(expected.page);
    expect(again.statements.length).toBeLessThanOrEqual(expected.statements.length);
  });

  it.each(uncounted)('is known after a few requests: %s', async (query) => {
    const service = laboratory.service();
    for (let time = 0; time < 5; time += 1) await laboratory.ask(query, { service });
    expect(await timesWritten(() => laboratory.ask(query, { service }))).toBe(0);
  });

  it('finds something by most of the requests', async () => {
    let found = 0;
    for (const { query } of requests) found += Number((await laboratory.ask(query)).page.data.length > 0);
    expect(found / requests.length).toBeGreaterThan(0.8);
  });
});
