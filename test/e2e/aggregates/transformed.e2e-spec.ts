import { Filterable } from 'nestjs-filterable';
import { Column, type DataSource, Entity, PrimaryColumn } from 'typeorm';
import { onEngines } from '../../support/engines.js';
import { cases } from '../../support/table.js';

/** Divides numbers alone, as the driver reads numbers alone from such columns. */
const hundredths = {
  to: (value: unknown) => (typeof value === 'number' ? Math.round(value * 100) : value),
  from: (value: unknown) => (typeof value === 'number' ? value / 100 : value),
};

@Entity()
@Filterable({
  fields: ['id', { name: 'cents', kind: 'float' }, { name: 'points', kind: 'float' }],
  aggregates: { cents: ['sum', 'avg', 'min', 'max'], points: ['sum', 'avg'] },
})
class Ticket {
  @PrimaryColumn() id!: number;
  @Column({ type: 'int', nullable: true, transformer: hundredths }) cents!: number | null;
  @Column({ type: 'smallint', nullable: true, transformer: [hundredths] }) points!: number | null;
}

const seed = (source: DataSource) =>
  source.getRepository(Ticket).insert([
    { id: 1, cents: 1.5, points: 1 },
    { id: 2, cents: 2, points: 2.5 },
    { id: 3, cents: null, points: null },
  ]);

onEngines('aggregates of columns whose transformer takes numbers alone', { entities: [Ticket], seed }, (world) => {
  it.each(
    cases(`
      aggregates=cents:sum,cents:avg,cents:min,cents:max -> {"cents":{"sum":3.5,"avg":1.75,"min":1.5,"max":2}}
      aggregates=points:sum,points:avg -> {"points":{"sum":3.5,"avg":1.75}}
      aggregates=cents:sum,points:avg&filters[id]=3 -> {"cents":{"sum":null},"points":{"avg":null}}
    `),
  )('%s -> %s, as the rows would have it', async (request, answer) => {
    const query = world.filters.parse(Ticket, request);
    expect(await world.filters.aggregates(world.repository(Ticket), query)).toEqual(JSON.parse(answer));
  });
});
