import { Column, type ColumnOptions, Entity, PrimaryColumn } from 'typeorm';
import { Filterable, FilterService } from 'nestjs-filterable';
import { type EngineName, type TestDatabase, engines, openDatabase } from '../../support/databases.js';

/** A column of a type that no cursor carries, and values in the engine's SQL. */
interface Case {
  readonly name: string;
  readonly column: ColumnOptions;
  readonly values: readonly string[];
}

const cases: Readonly<Record<EngineName, readonly Case[]>> = {
  sqlite: [{ name: 'lists', column: { type: 'simple-array' }, values: ["'b,a'", "'a'", "''", "'a,b'"] }],
  postgres: [
    { name: 'addresses', column: { type: 'inet' }, values: ["'10.0.0.10'", "'10.0.0.9'", "'::1'", "'10.0.0.0/8'"] },
    {
      name: 'intervals',
      column: { type: 'interval' },
      values: ["'1 mon'", "'30 days'", "'-1 day'", "'1:02:03.000001'"],
    },
    { name: 'ranges', column: { type: 'int4range' }, values: ["'[1,5)'", "'[1,4)'", "'empty'", "'(,3]'"] },
    { name: 'arrays', column: { type: 'text', array: true }, values: ["'{b,a}'", "'{a}'", "'{}'", `'{"a,b",NULL}'`] },
    {
      name: 'arrays of floats',
      column: { type: 'float8', array: true },
      values: ["'{0.1}'", "'{0.30000000000000004}'", "'{0.3,NaN}'", "'{Infinity}'"],
    },
  ],
  mariadb: [
    { name: 'sets', column: { type: 'set', enum: ['z', 'a', 'm'] }, values: ["'a'", "'z'", "'z,m'", "'m'", "''"] },
    { name: 'bits', column: { type: 'bit' }, values: ["b'1'", "b'0'"] },
  ],
};

describe.each(engines)('an order that the program declares on %s', (engine) => {
  describe.each(cases[engine])('$name', ({ column, values }) => {
    let database: TestDatabase;
    let filters: FilterService;
    let entity: new () => { id: number };

    beforeAll(async () => {
      entity = entityWith(column);
      database = await openDatabase(engine, { entities: [entity] });
      const rows = [...values, 'NULL', ...values, 'NULL'].map((value, index) => `(${index + 1}, ${value})`);
      await database.source.query(
        `INSERT INTO ${database.source.getMetadata(entity).tablePath} VALUES ${rows.join(', ')}`,
      );
      filters = FilterService.forDataSource(database.source);
    });

    afterAll(() => database.close());

    it.each(['ASC', 'DESC'] as const)('is walked, each row once and in its order: %s', async (direction) => {
      const builder = () => database.source.createQueryBuilder(entity, 'odd').select('odd.id');
      const sorted = builder()
        .addSelect('odd.value', 'nf_value')
        .orderBy('nf_value', direction)
        .addOrderBy('odd.id', direction);
      const whole = (await sorted.getRawMany<Record<string, unknown>>()).map((row) => Number(row['odd_id']));
      const sort = `value:${direction === 'ASC' ? 'asc' : 'desc'}`;
      const query = filters.parse(entity, '', { defaults: { sort: sort as 'id' } });
      for (const chunk of [1, 2, 3, 1_000]) {
        const found: number[] = [];
        for await (const { id } of filters.each(builder(), query, { chunk })) {
          if (found.push(id) > 100) throw new Error('the walk goes in a circle');
        }
        expect({ chunk, found }).toEqual({ chunk, found: whole });
      }
    });
  });
});

function entityWith(column: ColumnOptions): new () => { id: number } {
  class Odd {
    id!: number;
  }
  Entity('odd')(Odd);
  Filterable({ fields: ['id'] })(Odd);
  PrimaryColumn({ type: 'int' })(Odd.prototype, 'id');
  Column({ ...column, nullable: true })(Odd.prototype, 'value');
  return Odd;
}
