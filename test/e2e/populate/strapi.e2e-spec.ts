import { FilterService } from 'nestjs-filterable';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { Tour, fill, tourEntities } from '../hostile/tours/model.js';

describe.each(engines)('populate as clients of Strapi ask for it on %s', (engine) => {
  let database: TestDatabase;
  let filters: FilterService;

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: tourEntities });
    await fill(database.source);
    filters = FilterService.forDataSource(database.source, { compatibility: 'strapi' });
  });
  afterAll(() => database.close());

  const page = (request: string) =>
    filters.page(database.source.getRepository(Tour), filters.parse(Tour, `${request}&sort=id`, undefined, {}));

  it.each([
    ['populate=*', ['guide', 'stops']],
    ['populate[0]=guide', ['guide']],
    ['populate[0]=guide&populate[1]=stops', ['guide', 'stops']],
    ['populate[guide][fields][0]=name&populate[stops][sort][0]=minutes:DESC', ['guide', 'stops']],
    ['populate=guide.home', ['guide']],
  ])('%s has %j', async (request, names) => {
    const { data } = await page(request);
    expect(
      data.map((row) =>
        Object.keys(row)
          .filter((name) => name === 'guide' || name === 'stops')
          .sort(),
      ),
    ).toEqual(data.map(() => names));
  });

  it('has all that is declared below a relation', async () => {
    const { data, meta } = await page('populate[guide]=*&populate[stops][populate]=*');
    expect(JSON.parse(JSON.stringify(data[0]))).toEqual({
      id: 1,
      title: 'Fjord',
      tenant: 1,
      guide: { id: 1, name: 'Ann', home: { id: 1, name: 'Oslo' }, tours: [{ id: 1, title: 'Fjord' }] },
      stops: [
        { id: 4, title: 'Cabin', minutes: 40, town: { id: 1, name: 'Oslo' } },
        { id: 3, title: 'Cliff', minutes: 30, town: { id: 1, name: 'Oslo' } },
        { id: 2, title: 'Bay', minutes: 20, town: null },
      ],
    });
    expect(meta.populate).toEqual({ stops: { limit: 3, hasMore: true } });
  });
});
