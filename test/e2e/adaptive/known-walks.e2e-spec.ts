import { engines } from '../../support/databases.js';
import { timesWritten } from '../pages/written.js';
import { Laboratory } from './laboratory.js';

const first = 'sort=position&pagination[pageSize]=3';
const uncounted = 'pagination[withCount]=false';

/** Lists that are read by a walk, each by requests of one shape. */
const walks: readonly (readonly [name: string, queries: readonly string[]])[] = [
  ['of a popular label', [`filters[labels][name]=half&${first}&${uncounted}`]],
  ['of several', ['half', 'all', 'half'].map((name) => `filters[labels][name]=${name}&${first}&${uncounted}`)],
  [
    'with own conditions',
    [1, 2, 1].map((id) => `filters[labels][name]=half&filters[id][$gte]=${id}&${first}&${uncounted}`),
  ],
  ['page by page', [1, 2, 1].map((page) => `filters[labels][name]=all&${first}&pagination[page]=${page}&${uncounted}`)],
  ['downwards', [`filters[labels][name]=all&sort=grade:desc&pagination[pageSize]=2&${uncounted}`]],
  ['with its total', [`filters[labels][name]=half&${first}`]],
];

describe.each(engines)('a known walk on %s', (engine) => {
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await Laboratory.open(engine);
  });
  afterAll(() => laboratory.close());

  /** Makes a service that knows the lists of requests. */
  async function knowing(queries: readonly string[], context?: number) {
    const service = laboratory.service();
    for (let time = 0; time < 4; time += 1) {
      for (const query of queries) await laboratory.ask(query, { service, context });
    }
    return service;
  }

  it.each(walks)('finds the rows of the usual way: %s', async (_, queries) => {
    const service = laboratory.service();
    const ways: string[] = [];
    for (let time = 0; time < 5; time += 1) {
      for (const query of queries) {
        const answer = await laboratory.ask(query, { service });
        ways.push(...answer.ways);
        const usual = await laboratory.ask(query, { strategy: 'in' });
        expect(answer.page).toStrictEqual(usual.page);
      }
    }
    expect(ways.filter((way) => way.endsWith('walk, full'))).toHaveLength(1);
  });

  it.each(walks.filter(([name]) => name !== 'with its total'))(
    'is sent with its values alone: %s',
    async (_, queries) => {
      const service = await knowing(queries);
      const written = await timesWritten(async () => {
        for (const query of queries) {
          const { statements } = await laboratory.ask(query, { service });
          expect(statements).toHaveLength(1);
        }
      });
      expect(written).toBe(0);
    },
  );

  it.each([1, -1])('has the scope of the list: tenant %d', async (context) => {
    const query = `filters[labels][name]=half&${first}&${uncounted}`;
    const service = await knowing([query], context);
    for (const tenant of [context, 2 * context, context]) {
      const usual = await laboratory.ask(query, { strategy: 'in', context: tenant });
      const answer = await laboratory.ask(query, { service, context: tenant });
      expect(answer.page).toStrictEqual(usual.page);
    }
  });

  it('that comes short is not used', async () => {
    const query = `filters[labels][name]=half&${first}&${uncounted}`;
    const service = await knowing([query]);
    // Of the rows up to the bound none is left. The test is the last of its table.
    const builder = laboratory.builder().softDelete().where('position < 960');
    expect((await builder.execute()).affected).toBeGreaterThan(30);
    for (let time = 0; time < 3; time += 1) {
      const usual = await laboratory.ask(query, { strategy: 'in' });
      const answer = await laboratory.ask(query, { service });
      expect(usual.page.data).toHaveLength(3);
      expect(answer.page).toStrictEqual(usual.page);
      expect(answer.ways).toEqual(time === 0 ? ['Article: walk, short → labels: many → keys'] : []);
    }
  });
});
