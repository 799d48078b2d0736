import { FilterService, Filterable } from 'nestjs-filterable';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';

/*
 * Lists whose values are bound one by one have SQL of their own for each number of values. Plans with more than 32
 * values are kept only where they are the first of their structure: the others are compiled, with the same rows.
 */

@Entity()
@Filterable({ fields: ['id', 'labels', 'at'] })
class Ware {
  @PrimaryColumn() id!: number;
  @Column('simple-array') labels!: string[];
  @Column({ type: Date }) at!: Date;
}

const count = 60;
const sizes = [1, 2, 31, 32, 33, 34, 59, 60, 33, 2, 60, 1, 34];

const day = (index: number) => new Date(Date.UTC(2024, 0, 1 + index));
const dayText = (index: number) => day(index).toISOString().slice(0, 10);
const upTo = (size: number) => Array.from({ length: size }, (_, index) => index + 1);

const asks: readonly (readonly [what: string, filters: (size: number) => object])[] = [
  ['elements of a list in a text', (size) => ({ labels: { $hasSome: upTo(size).map((id) => `label ${id}`) } })],
  ['days of a date-time', (size) => ({ at: { $in: upTo(size).map(dayText) } })],
  ['members of a list', (size) => ({ id: { $in: upTo(size) } })],
];

describe.each(engines)('long lists on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openDatabase(engine, { entities: [Ware] });
    const rows = upTo(count).map((id) => ({ id, labels: ['every', `label ${id}`], at: day(id) }));
    await database.source.getRepository(Ware).insert(rows);
  });
  afterAll(() => database.close());

  describe.each(asks)('%s', (_, filtersOf) => {
    it.each([
      ['from few to many', sizes],
      ['from many to few', [...sizes].reverse()],
    ])('find the rows of every number of values, %s', async (_order, order) => {
      const filters = FilterService.forDataSource(database.source, { limits: { unanchoredNeedles: 16 } });
      for (const size of order) {
        const query = filters.parse(Ware, { filters: filtersOf(size), pagination: { pageSize: 100 }, sort: 'id' });
        const { data } = await filters.page(database.source.getRepository(Ware), query);
        expect([size, data.map(({ id }) => id)]).toEqual([size, upTo(size)]);
      }
    });
  });
});
