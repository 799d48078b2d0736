import { onEngines } from '../../support/engines.js';
import { cases } from '../../support/table.js';
import { Tour, fill, tourEntities } from '../hostile/tours/model.js';

onEngines(
  'populate as clients of Strapi ask for it',
  { entities: tourEntities, seed: fill, options: { compatibility: 'strapi' } },
  (world) => {
    const page = (request: string) =>
      world.filters.page(world.repository(Tour), world.filters.parse(Tour, `${request}&sort=id`, undefined, {}));

    it.each(
      cases(`
        populate=*                                                                        -> guide stops
        populate[0]=guide                                                                 -> guide
        populate[0]=guide&populate[1]=stops                                               -> guide stops
        populate[guide][fields][0]=name&populate[stops][sort][0]=minutes:DESC             -> guide stops
        populate=guide.home                                                               -> guide
      `),
    )('%s has %s', async (request, names) => {
      const { data } = await page(request);
      for (const row of data) expect(['guide', 'stops'].filter((name) => name in row).join(' ')).toBe(names);
    });

    it('has all that is declared below a relation', async () => {
      const { data, meta } = await page('populate[guide]=*&populate[stops][populate]=*');
      const stop = (key: number, title: string, minutes: number, town: object | null) => ({
        id: key,
        title,
        minutes,
        town,
      });
      const oslo = { id: 1, name: 'Oslo' };
      expect(JSON.parse(JSON.stringify(data[0]))).toEqual({
        ...{ id: 1, title: 'Fjord', tenant: 1 },
        guide: { id: 1, name: 'Ann', home: oslo, tours: [{ id: 1, title: 'Fjord' }] },
        stops: [stop(4, 'Cabin', 40, oslo), stop(3, 'Cliff', 30, oslo), stop(2, 'Bay', 20, null)],
      });
      expect(meta.populate).toEqual({ stops: { limit: 3, hasMore: true } });
    });
  },
);
