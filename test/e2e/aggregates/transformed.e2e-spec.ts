import { FilterService, Filterable } from 'nestjs-filterable';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';

/** Divides numbers alone, as the driver reads numbers alone from such columns. */
const hundredths = {
  to: (value: unknown) => (typeof value === 'number' ? Math.round(value * 100) : value),
  from: (value: unknown) => (typeof value === 'number' ? value / 100 : value),
};

@Entity()
@Filterable({
  fields: ['id', 'cents', 'points'],
  aggregates: { cents: ['sum', 'avg', 'min', 'max'], points: ['sum', 'avg'] },
})
class Ticket {
  @PrimaryColumn() id!: number;
  @Column({ type: 'int', nullable: true, transformer: hundredths }) cents!: number | null;
  @Column({ type: 'smallint', nullable: true, transformer: [hundredths] }) points!: number | null;
}

describe.each(engines)('aggregates of columns whose transformer takes numbers alone on %s', (engine) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: [Ticket] });
    await database.source.getRepository(Ticket).insert([
      { id: 1, cents: 1.5, points: 1 },
      { id: 2, cents: 2, points: 2.5 },
      { id: 3, cents: null, points: null },
    ]);
  });
  afterAll(() => database.close());

  it.each([
    ['aggregates=cents:sum,cents:avg,cents:min,cents:max', { cents: { sum: 3.5, avg: 1.75, min: 1.5, max: 2 } }],
    ['aggregates=points:sum,points:avg', { points: { sum: 3.5, avg: 1.75 } }],
    ['aggregates=cents:sum,points:avg&filters[id]=3', { cents: { sum: null }, points: { avg: null } }],
  ])('%s answers what the rows would hold', async (text, expected) => {
    const filters = FilterService.forDataSource(database.source);
    const query = filters.parse(Ticket, text);
    expect(await filters.aggregates(database.source.getRepository(Ticket), query)).toEqual(expected);
  });
});
