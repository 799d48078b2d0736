import { Filterable } from 'nestjs-filterable';
import { Column, type DataSource, Entity, Index, type ObjectLiteral, PrimaryColumn } from 'typeorm';
import { ascending, idsOf, onEngines } from '../../support/engines.js';
import { cases, idsIn } from '../../support/table.js';

@Entity('parcel')
@Filterable({ facets: ['weight'], aggregates: { weight: ['min', 'max', 'distinct'] } })
class Parcel {
  @PrimaryColumn() id!: number;
  @Index('parcel_weight') @Column({ type: 'float', nullable: true }) weight!: number | null;
}

/** Rows show 1234.57 for 3 to 5, and 0.5 for 1 and 2. */
const weights = [0.1, 0.5, 0.500_000_06, 1234.5678, 1234.5679, 1234.57, null];

const seed = (source: DataSource) => source.getRepository(Parcel).insert(weights.map((weight, id) => ({ id, weight })));

onEngines(
  'numbers of single precision that rows show with six digits',
  { on: ['mariadb'], entities: [Parcel], seed },
  (world) => {
    const builderOf = (filters: object) => {
      const builder = world.builder<ObjectLiteral>(Parcel);
      world.filters.apply(builder, world.filters.parse<ObjectLiteral>(Parcel, { filters }));
      return builder;
    };

    it.each(
      cases(`
      $eq 1234.57            -> 3 4 5
      $eq 1234.5678          -> 3
      $eq 1234.5677490234375 -> 3
      $eq 0.50000006         -> 2
      $ne 0.5                -> 0 3 4 5
      $lt 0.5                -> 0
      $lte 0.5               -> 0 1 2
      $gt 0.5                -> 3 4 5
      $gt 1234.57            -> -
    `),
    )('%s finds %s', async (comparison, verdict) => {
      const [operator = '', operand] = comparison.split(/ +/);
      expect(ascending(idsOf(await builderOf({ weight: { [operator]: operand } }).getMany()))).toEqual(idsIn(verdict));
    });

    it('have facets of six digits, and aggregates of all', async () => {
      const query = world.filters.parse(Parcel, 'facets=weight&aggregates=weight:min,weight:max,weight:distinct');
      const source = world.repository(Parcel);
      expect(await world.filters.facets(source, query)).toEqual({
        weight: {
          hasMore: false,
          values: [
            { value: 1234.57, count: 3 },
            { value: 0.5, count: 2 },
            { value: 0.1, count: 1 },
            { value: null, count: 1 },
          ],
        },
      });
      const [min, max] = [Math.fround(0.1), Math.fround(1234.57)];
      expect(await world.filters.aggregates(source, query)).toEqual({ weight: { min, max, distinct: 3 } });
    });

    it('are found by an index', async () => {
      await world.source.query('INSERT INTO parcel (id, weight) SELECT seq + 10, seq FROM seq_2000_to_9000');
      await world.source.query('ANALYZE TABLE parcel');
      for (const condition of [1234.57, { $in: [1234.57, 0.5] }, { $between: [0.5, 1234.57] }]) {
        const [sql, parameters] = builderOf({ weight: condition }).getQueryAndParameters();
        const plan: unknown = await world.source.query(`EXPLAIN ${sql}`, parameters);
        expect(JSON.stringify(plan)).toMatch(/"range".*"parcel_weight"/);
      }
    });
  },
);
