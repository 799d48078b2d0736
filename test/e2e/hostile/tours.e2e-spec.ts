import { Tour, canary, fill, tourEntities, visible } from './tours/model.js';
import { hostileRows } from './rows.js';

hostileRows(
  'tours of hostile requests',
  {
    entities: tourEntities,
    seed: fill,
    options: { context: undefined },
    entity: () => Tour,
    list: ({ source }) => source.getRepository(Tour).createQueryBuilder('tour'),
    visible,
    tables: {
      'populate understood': String.raw`
      populate= -> 1 2 3
      populate=guide -> 1 2 3
      populate=guide,stops,guide.home -> 1 2 3
      populate[guide]=false -> 1 2 3
      populate[stops][filters][title]=Pier -> 1 2 3
      populate[guide][filters][name]=nobody -> 1 2 3
      populate[stops][filters][title][$contains]='%20OR%201=1-- -> 1 2 3
      populate[stops][filters][title][$contains]=%25 -> 1 2 3
      populate[stops][sort]=minutes:desc:nullsLast&sort=id:desc -> 3 2 1
      populate[stops][limit]=5&pagination[pageSize]=2 -> 1 2
      populate[stops][limit]=1&filters[title]=Fjord -> 1
      populate={"guide":{"populate":["home"]},"stops":{"limit":1}} -> 1 2 3
    `,
      'populate limits': String.raw`
      populate[guide][populate][tours][limit]=80&pagination[pageSize]=24 -> 1 2 3
    `,
    },
  },
  (_world, asked) => {
    it.each([
      'populate=guide,stops',
      'populate=guide.home,stops.town',
      'populate[guide][populate][tours][limit]=2&populate[stops][limit]=5',
      'populate[stops][filters][title][$contains]=canary&populate[guide][filters][name]=Ann',
      'populate[stops][sort]=title&populate[stops][fields]=title&populate[guide][fields]=name',
    ])('show nothing that is hidden: %s', async (request) => {
      const { data } = await asked.read(request);
      const related = data.map((tour) => ({ guide: tour['guide'] as unknown, stops: tour['stops'] as unknown }));
      expect(JSON.stringify(related)).not.toMatch(new RegExp(`${canary}|777777|tenant|salary|hidden|code|Date`));
    });
  },
);
