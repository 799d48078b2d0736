import { Filterable, FilterService } from 'nestjs-filterable';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { describeOn, engines, openDatabase } from '../../support/databases.js';

@Entity()
@Filterable()
class Bush {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
}

const notConnected =
  'A list of Bush asks the database, and the data source is not connected; call its initialize() before';

/** Every call that needs a connection is in test/unit/page/closed: here it was there before. */
describe.each(engines)('a data source of %s that was closed', (engine) => {
  it('is named by a page', async () => {
    const database = await openDatabase(engine, { entities: [Bush] });
    const filters = FilterService.forDataSource(database.source);
    const page = () => filters.page(database.source.getRepository(Bush), filters.parse(Bush, ''));
    expect((await page()).data).toEqual([]);
    await database.close();
    await expect(page()).rejects.toMatchObject({ message: notConnected, cause: expect.any(Error) as unknown });
  });
});

describeOn('postgres', 'mariadb')('a data source of %s that was closed, in a snapshot', (engine) => {
  it('is named by page() and each()', async () => {
    const database = await openDatabase(engine, { entities: [Bush] });
    const filters = FilterService.forDataSource(database.source);
    const bushes = database.source.getRepository(Bush);
    const query = filters.parse(Bush, 'sort=id');
    await database.close();
    const reads = { consistency: 'snapshot' } as const;
    await expect(filters.page(bushes, query, { reads })).rejects.toThrow(notConnected);
    expect(() => filters.each(bushes, query, { reads })).toThrow(/^each\(\) asks the database, .* not connected/);
  });
});

it('a data source that is open is not blamed for the failure of a statement', async () => {
  const database = await openDatabase('sqlite', { entities: [Bush] });
  const filters = FilterService.forDataSource(database.source);
  await database.source.query('DROP TABLE bush');
  await expect(filters.page(database.source.getRepository(Bush), filters.parse(Bush, ''))).rejects.toThrow(
    /no such table: bush/,
  );
  await database.close();
});
