import { Filterable, FilterService } from 'nestjs-filterable';
import { Column, DataSource, type DataSourceOptions, Entity, PrimaryColumn, type ValueTransformer } from 'typeorm';
import { onEngines } from '../support/engines.js';
import { read } from './operators/cases.js';
import { found, written } from './operators/samples.js';

const unchanged: ValueTransformer = { to: (moment: Date) => moment, from: (stored: Date) => stored };

@Entity('ends')
@Filterable()
class End {
  @PrimaryColumn() id!: number;
  @Column({ type: Date }) plain!: Date;
  @Column({ type: Date, transformer: unchanged }) transformed!: Date;
}

const moments = ['2024-03-01T12:00:00Z', '9999-12-30T12:00:00Z', '9999-12-31T00:00:00Z', '9999-12-31T14:59:59Z'];

const questions = read(`
  $eq 9999-12-31 -> 3 4
  $ne 9999-12-31 -> 1 2
  $in 9999-12-31 | 2024-03-01 -> 1 3 4
  $notIn 9999-12-31 | 2024-03-01 -> 2
  $lt 9999-12-31 -> 1 2
  $lte 9999-12-31 -> 1 2 3 4
  $gt 9999-12-31 -> -
  $gte 9999-12-31 -> 3 4
  $between 9999-12-30 | 9999-12-31 -> 2 3 4
  $notBetween 9999-12-30 | 9999-12-31 -> 1
  $lt 9999-12-31T23:59:59Z -> 1 2 3 4
  $gt 9999-12-31T23:59:59Z -> -
  $ne 9999-12-31T23:59:59Z -> 1 2 3 4
`);

// Only the drivers of MySQL have zones of connections; in Tokyo the last of the years ends nine hours before UTC's.
onEngines('the last day that date-times have', { entities: [End] }, (world) => {
  const zones = world.engine === 'mariadb' ? ['Z', '+09:00', '-05:00'] : ['Z'];

  it.each(zones)('is found with a connection in %s, by a column with a transformer or without', async (timezone) => {
    const own: object = { ...world.source.options, timezone, synchronize: false };
    const source =
      world.engine === 'mariadb' ? await new DataSource(own as DataSourceOptions).initialize() : world.source;
    const filters = FilterService.forDataSource(source);
    const there = { source, filters };
    const rows = moments.map((text, index) => ({ id: index + 1, plain: new Date(text), transformed: new Date(text) }));
    await source.getRepository(End).clear();
    await source.getRepository(End).insert(rows);
    for (const { operator, operand, finds } of questions) {
      for (const path of ['[plain]', '[transformed]']) {
        const request = written(path, operator, operand);
        expect([request, await found(there, End, request)]).toEqual([request, finds]);
      }
    }
    if (source !== world.source) await source.destroy();
  });
});
