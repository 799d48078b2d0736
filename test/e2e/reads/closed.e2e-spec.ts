import { FilterService } from 'nestjs-filterable';
import { describeOn, engines, openDatabase } from '../../support/databases.js';
import { Harbour, harbourEntities } from '../../support/worlds/harbours.js';

const notConnected =
  'A list of Harbour reads the database, and the data source is not connected; call its initialize() first';

/** Every call that needs a connection is in test/unit/page/closed: here it was there before. */
describe.each(engines)('a data source of %s that was closed', (engine) => {
  it('is named by a page', async () => {
    const database = await openDatabase(engine, { entities: harbourEntities });
    const filters = FilterService.forDataSource(database.source);
    const page = () => filters.page(database.source.getRepository(Harbour), filters.parse(Harbour, ''));
    expect((await page()).data).toEqual([]);
    await database.close();
    await expect(page()).rejects.toMatchObject({ message: notConnected, cause: expect.any(Error) as unknown });
  });
});

describeOn('postgres', 'mariadb')('a data source of %s that was closed, in a snapshot', (engine) => {
  it('is named by page() and each()', async () => {
    const database = await openDatabase(engine, { entities: harbourEntities });
    const filters = FilterService.forDataSource(database.source);
    const harbours = database.source.getRepository(Harbour);
    const query = filters.parse(Harbour, 'sort=id');
    await database.close();
    const reads = { consistency: 'snapshot' } as const;
    await expect(filters.page(harbours, query, { reads })).rejects.toThrow(notConnected);
    expect(() => filters.each(harbours, query, { reads })).toThrow(/^each\(\) reads the database, .* not connected/);
  });
});

it('a data source that is open is not blamed for the failure of a statement', async () => {
  const database = await openDatabase('sqlite', { entities: harbourEntities });
  const filters = FilterService.forDataSource(database.source);
  await database.source.query('DROP TABLE harbour');
  await expect(filters.page(database.source.getRepository(Harbour), filters.parse(Harbour, ''))).rejects.toThrow(
    /no such table: harbour/,
  );
  await database.close();
});
