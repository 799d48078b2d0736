import { Column, Entity, PrimaryColumn, type SelectQueryBuilder } from 'typeorm';
import { Filterable } from 'nestjs-filterable';
import type { EngineName } from '../../support/databases.js';
import { type WorldOptions, onEngines } from '../../support/engines.js';
import { type Cost, costOn } from './reads.js';
import { cursorsOf } from './walk.js';

const rows = 100_000;
const depth = 90_000;
const pageLength = 20;
const pageSize = String(pageLength);

@Entity()
@Filterable()
class Happening {
  @PrimaryColumn() id!: number;
  @Column({ type: Date, name: 'created_at' }) createdAt!: Date;
  @Column() title!: string;
}

/** Three rows a second, so that the index has ties. */
const fillers: Readonly<Partial<Record<EngineName, (table: string) => readonly string[]>>> = {
  postgres: (table) => [
    `INSERT INTO ${table} (id, created_at, title) SELECT n, TIMESTAMP '2024-01-01' + (n / 3) * INTERVAL '1 second',
       'Happening ' || n || repeat('.', 60) FROM generate_series(1, ${rows}) n`,
    `CREATE INDEX ON ${table} (created_at DESC, id DESC)`,
    `VACUUM ANALYZE ${table}`,
  ],
  mariadb: (table) => [
    `INSERT INTO ${table} (id, created_at, title) SELECT seq, TIMESTAMP('2024-01-01') + INTERVAL (seq DIV 3) SECOND,
       CONCAT('Happening ', seq, REPEAT('.', 60)) FROM seq_1_to_${rows}`,
    `CREATE INDEX newest ON ${table} (created_at DESC, id DESC)`,
    `ANALYZE TABLE ${table}`,
  ],
};

type Builder = SelectQueryBuilder<Happening>;

const database: WorldOptions = {
  entities: [Happening],
  seed: async (source, engine) => {
    const table = source.getMetadata(Happening).tablePath;
    for (const statement of fillers[engine]?.(table) ?? []) await source.query(statement);
  },
  on: ['postgres', 'mariadb'],
};

onEngines('a keyset page of a long list', database, (world) => {
  let costOf: Cost<Happening>;

  beforeAll(() => {
    const cost = costOn(world, Happening);
    if (cost === undefined) throw new Error(`nothing counts what ${world.engine} reads`);
    costOf = cost;
  });

  const sort = 'createdAt:desc';
  const page = (pagination: Record<string, string>, where?: object) => (builder: Builder) =>
    world.filters.page(
      builder,
      world.filters.parse(Happening, {
        sort,
        ...(where && { filters: where }),
        pagination: { ...pagination, pageSize },
      }),
    );

  /** Returns the cursor that a walk would have reached: it is bound to the order, and not to the filters. */
  const cursorAt = async (row: number): Promise<string> => {
    const builder = world.source.createQueryBuilder(Happening, 'happening');
    const { meta } = await page({ after: '' }, { id: { $lte: String(rows - row) } })(builder);
    return cursorsOf(meta).next ?? '';
  };

  it.each(['after', 'before'] as const)('reads as little at any depth as at the beginning: %s', async (direction) => {
    const cursor = await cursorAt(depth);
    const first = await costOf(page({ [direction]: await cursorAt(pageLength) }));
    const deep = await costOf(page({ [direction]: cursor }));
    const { data } = await page({ [direction]: cursor })(world.source.createQueryBuilder(Happening, 'happening'));
    // The cursor stands at the twentieth row from there.
    const newest = rows - depth - (direction === 'after' ? 20 : -1);
    expect(data.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, index) => newest - index));
    expect(deep).toBeGreaterThan(0);
    expect(deep).toBeLessThanOrEqual(60);
    expect(deep).toBeLessThanOrEqual(first * 1.2);
  });

  it('reads every skipped row when it is requested by number', async () => {
    const start = String(depth);
    const byNumber = (builder: Builder) =>
      world.filters.page(
        builder,
        world.filters.parse(Happening, { sort, pagination: { start, limit: pageSize, withCount: 'false' } }),
      );
    expect(await costOf(byNumber)).toBeGreaterThan(600);
  });
});
