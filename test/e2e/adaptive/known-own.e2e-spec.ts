import { engines } from '../../support/databases.js';
import { timesWritten } from '../pages/written.js';
import { Laboratory } from './laboratory.js';

const first = 'sort=position&pagination[pageSize]=3&pagination[withCount]=false';

/** Requests of one shape, whose own conditions leave few rows. */
const shapes: Readonly<Record<string, readonly string[]>> = {
  'by one value': [4, 2, 3, 5].map((id) => `filters[labels][name]=half&filters[id][$lte]=${id}&${first}`),
  'by a value on each side': [
    ['half', 4],
    ['all', 3],
    ['half', 5],
    ['all', 4],
  ].map(([name, id]) => `filters[labels][name]=${name}&filters[id][$lte]=${id}&${first}`),
  'the related one without a value': [3, 4, 5].map(
    (id) => `filters[labels][$some][id][$gte]=1&filters[id][$lte]=${id}&${first}`,
  ),
  'by lists of any length': [
    [1, 2, 4],
    [6, 8],
    [3, 4, 5, 10],
  ].map((ids) => {
    const members = ids.map((id, index) => `filters[id][$in][${index}]=${id}`).join('&');
    return `filters[labels][name]=half&${members}&${first}`;
  }),
  'with alternatives of its own': [4, 6, 8].map(
    (id) => `filters[labels][name]=half&filters[$or][0][id]=${id}&filters[$or][1][grade]=9&${first}`,
  ),
};

describe.each(engines)('a page whose own rows come first, known, on %s', (engine) => {
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await Laboratory.open(engine);
  });
  afterAll(() => laboratory.close());

  it.each(Object.entries(shapes))('has the rows of the usual way: %s', async (_, queries) => {
    const service = laboratory.service();
    const heard = new Set<string>();
    for (let time = 0; time < 5; time += 1) {
      for (const query of queries) {
        const usual = await laboratory.ask(query, { strategy: 'in' });
        const { page, ways, statements } = await laboratory.ask(query, { service });
        expect(page).toStrictEqual(usual.page);
        if (time > 0) expect(statements).toHaveLength(1);
        for (const way of ways) heard.add(way);
      }
    }
    // What is chosen is logged once in a while.
    expect(heard.size).toBeGreaterThan(0);
    for (const way of heard) expect(way).toMatch(/own: few → own$/);
  });

  it.each(Object.entries(shapes))('is sent with its values alone: %s', async (_, queries) => {
    const service = laboratory.service();
    const all = async () => {
      for (const query of queries) await laboratory.ask(query, { service });
    };
    for (let time = 0; time < 4; time += 1) await all();
    expect(await timesWritten(all)).toBe(0);
  });

  it.each([1, -1])('has the scope of the list: tenant %d', async (context) => {
    const query = `filters[labels][name]=half&filters[id][$lte]=4&${first}`;
    const service = laboratory.service();
    for (let time = 0; time < 4; time += 1) {
      for (const tenant of [context, 2 * context]) {
        const usual = await laboratory.ask(query, { strategy: 'in', context: tenant });
        const { page } = await laboratory.ask(query, { service, context: tenant });
        expect(page).toStrictEqual(usual.page);
      }
    }
  });

  it('has the values of the builder', async () => {
    const query = `filters[labels][name]=half&filters[id][$lte]=5&${first}`;
    const service = laboratory.service();
    for (let time = 0; time < 4; time += 1) {
      for (const least of [1, 3, 5]) {
        const builder = () => laboratory.builder().where('article.id >= :least', { least });
        const usual = await laboratory.ask(query, { strategy: 'in', builder: builder() });
        const { page } = await laboratory.ask(query, { service, builder: builder() });
        expect(page).toStrictEqual(usual.page);
      }
    }
  });
});
