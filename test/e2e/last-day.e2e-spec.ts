import { Filterable, FilterService } from 'nestjs-filterable';
import { Column, DataSource, type DataSourceOptions, Entity, PrimaryColumn, type ValueTransformer } from 'typeorm';
import { type TestDatabase, drivers, openDatabase } from '../support/databases.js';
import type { Ids } from './operators/case.js';
import { Samples, written } from './operators/samples.js';

const unchanged: ValueTransformer = { to: (moment: Date) => moment, from: (stored: Date) => stored };

@Entity('ends')
@Filterable()
class End {
  @PrimaryColumn() id!: number;
  @Column({ type: Date }) plain!: Date;
  @Column({ type: Date, transformer: unchanged }) transformed!: Date;
}

const moments = ['2024-03-01T12:00:00Z', '9999-12-30T12:00:00Z', '9999-12-31T00:00:00Z', '9999-12-31T14:59:59Z'];

/** Zones of connections; in Tokyo the last of the years ends nine hours before it does in UTC. */
const zones = ['Z', '+09:00', '-05:00'];

describe.each(drivers)('the last day that date-times have, on %s', (driver) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await openDatabase(driver, { entities: [End] });
  });

  afterAll(() => database.close());

  describe.each(zones)('with a connection in %s', (timezone) => {
    let source: DataSource;
    let samples: Samples;

    beforeAll(async () => {
      // Only the drivers of MySQL know the option.
      const isOption = driver === 'mysql' || driver === 'mariadb';
      const options: object = { ...database.source.options, ...(isOption ? { timezone, synchronize: false } : {}) };
      source = isOption ? await new DataSource(options as DataSourceOptions).initialize() : database.source;
      samples = new Samples({ ...database, source }, FilterService.forDataSource(source));
      const rows = moments.map((text, index) => ({ id: index + 1, at: new Date(text) }));
      await source.getRepository(End).clear();
      await source.getRepository(End).insert(rows.map(({ id, at }) => ({ id, plain: at, transformed: at })));
    });

    afterAll(async () => {
      if (source !== database.source) await source.destroy();
    });

    it.each<[operator: string, operand: string | readonly string[], finds: Ids]>([
      ['$eq', '9999-12-31', [3, 4]],
      ['$ne', '9999-12-31', [1, 2]],
      ['$in', ['9999-12-31', '2024-03-01'], [1, 3, 4]],
      ['$notIn', ['9999-12-31', '2024-03-01'], [2]],
      ['$lt', '9999-12-31', [1, 2]],
      ['$lte', '9999-12-31', [1, 2, 3, 4]],
      ['$gt', '9999-12-31', []],
      ['$gte', '9999-12-31', [3, 4]],
      ['$between', ['9999-12-30', '9999-12-31'], [2, 3, 4]],
      ['$notBetween', ['9999-12-30', '9999-12-31'], [1]],
      ['$lt', '9999-12-31T23:59:59Z', [1, 2, 3, 4]],
      ['$gt', '9999-12-31T23:59:59Z', []],
      ['$ne', '9999-12-31T23:59:59Z', [1, 2, 3, 4]],
    ])('%s %j, transformed or not', async (operator, operand, finds) => {
      expect(await samples.find(End, written('[plain]', operator, operand))).toEqual(finds);
      expect(await samples.find(End, written('[transformed]', operator, operand))).toEqual(finds);
    });
  });
});
