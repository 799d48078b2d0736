import { Filterable } from 'nestjs-filterable';
import { Column, type DataSource, Entity, PrimaryColumn } from 'typeorm';
import { onEngines } from '../../support/engines.js';
import type { EngineName } from '../../support/databases.js';

/** Column of 32 bits; SQLite has only doubles. */
const types = { sqlite: 'float', postgres: 'real', mariadb: 'float' } as const satisfies Record<EngineName, string>;

function model(engine: EngineName) {
  @Entity('single_precision')
  @Filterable({
    facets: [{ name: 'weight', type: 'values', limit: 50 }],
    aggregates: { weight: ['min', 'max', 'distinct'] },
  })
  class Parcel {
    @PrimaryColumn() id!: number;
    @Column({ type: types[engine], nullable: true }) weight!: number | null;
  }
  return Parcel;
}

const models = { sqlite: model('sqlite'), postgres: model('postgres'), mariadb: model('mariadb') };

const weights = [
  0.1,
  0.5,
  1234.5678,
  1234.5679,
  1234.57,
  100000.5,
  100001.5,
  99999.95,
  16777216,
  -1234.5678,
  0,
  3.4e38,
  null,
];

const seed = (source: DataSource, engine: EngineName) =>
  source.getRepository(models[engine]).insert(weights.map((weight, id) => ({ id, weight })));

interface Facet {
  readonly weight: { readonly values: readonly { readonly value: number | null; readonly count: number }[] };
}
interface Ends {
  readonly weight: { readonly min: number; readonly max: number; readonly distinct: number };
}

onEngines('numbers of single precision', { entities: (engine) => [models[engine]], seed }, (world) => {
  const idsBy = async (filters: object) => {
    const rows = await world.filters.filter(models[world.engine], { filters }).getMany();
    return rows.map(({ id }) => id).sort((one, other) => one - other);
  };

  it('are found by what a row shows', async () => {
    const rows = await world.repository(models[world.engine]).find();
    for (const { id, weight: shown } of rows.filter(({ weight }) => weight !== null)) {
      expect([shown, await idsBy({ weight: shown })]).toEqual([shown, expect.arrayContaining([id])]);
      expect(await idsBy({ weight: { $in: [shown, 7] } })).toContain(id);
      expect(await idsBy({ weight: { $gte: shown, $lte: shown } })).toContain(id);
      expect(await idsBy({ weight: { $between: [shown, shown] } })).toContain(id);
      expect(await idsBy({ weight: { $ne: shown } })).not.toContain(id);
      expect(await idsBy({ $or: [{ weight: { $gt: shown } }, { weight: { $lt: shown } }] })).not.toContain(id);
    }
  });

  it('are found as often as a facet counts them, and up to both ends', async () => {
    const query = world.filters.parse(
      models[world.engine],
      'facets=weight&aggregates=weight:min,weight:max,weight:distinct',
    );
    const source = world.repository(models[world.engine]);
    const { weight: facet } = (await world.filters.facets(source, query)) as Facet;
    for (const { value, count } of facet.values.filter((each) => each.value !== null)) {
      expect([value, (await idsBy({ weight: value })).length]).toEqual([value, count]);
    }
    const { weight } = (await world.filters.aggregates(source, query)) as Ends;
    expect(await idsBy({ weight: { $gte: weight.min, $lte: weight.max } })).toHaveLength(weights.length - 1);
    // MariaDB answers the number itself, PostgreSQL its shortest text.
    expect(Math.fround(weight.min)).toBe(Math.fround(-1234.5678));
    if (world.engine === 'mariadb') expect(weight.min).toBe(Math.fround(-1234.5678));
    expect(weight.distinct).toBe(facet.values.length - 1);
  });
});
