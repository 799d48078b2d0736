import { engines } from '../../support/databases.js';
import { Laboratory } from './laboratory.js';
import { wayRows } from './way-tables.js';

describe.each(engines)('the way in which a page is read, on %s', (engine) => {
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await Laboratory.open(engine);
  });
  afterAll(() => laboratory.close());

  it.each(wayRows)('changes nothing of the page: $request', async ({ request, wayOn }) => {
    const way = wayOn(engine);
    const expected = await laboratory.ask(request, { strategy: 'in' });
    const { page, ways } = await laboratory.ask(request);
    expect(page).toEqual(expected.page);
    const steps = ways.flatMap((line) => line.replace('Article: ', '').split(' → ').slice(-1));
    expect(steps).toEqual(way === undefined ? [] : [way.replace(/^walk$/, 'walk, full')]);
  });

  it.each([
    ['one', 'Article: labels: few → keys'],
    ['half', 'Article: labels: many → walk, full'],
    ['last', 'Article: labels: many → walk, short → keys'],
  ])('is logged with its reasons, once: %s', async (name, line) => {
    const service = laboratory.service();
    const request = `filters[labels][name]=${name}&sort=position&pagination[pageSize]=3`;
    expect((await laboratory.ask(request, { service })).ways).toEqual([line]);
    expect((await laboratory.ask(request, { service })).ways).toEqual([]);
  });
});
