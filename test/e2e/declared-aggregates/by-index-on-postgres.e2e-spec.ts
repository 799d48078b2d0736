import { setTimeout } from 'node:timers/promises';
import {
  Column,
  type DataSource,
  DeleteDateColumn,
  Entity,
  Index,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type QueryRunner,
  type Relation,
} from 'typeorm';
import { Filterable, type FilterQueryOverrides, type FilterService } from 'nestjs-filterable';
import { type WorldOptions, onEngines } from '../../support/engines.js';

@Entity()
@Index(['shop', 'stars'])
@Filterable({ fields: ['id', 'stars', 'price'] })
class Sale {
  @PrimaryColumn({ type: 'int' })
  id!: number;

  @Column({ type: 'int' })
  stars!: number;

  @Column({ type: 'int' })
  price!: number;

  @ManyToOne(() => Shop, (shop) => shop.sales)
  shop!: Relation<Shop>;

  @ManyToOne(() => Shop, (shop) => shop.returns)
  @Index()
  returnedTo!: Relation<Shop> | null;
}

@Entity()
@Index(['shop', 'stars'])
@Filterable({ fields: ['id', 'stars'] })
class Visit {
  @PrimaryColumn({ type: 'int' })
  id!: number;

  @Column({ type: 'int' })
  stars!: number;

  @DeleteDateColumn()
  deletedAt!: Date | null;

  @ManyToOne(() => Shop, (shop) => shop.visits)
  shop!: Relation<Shop>;
}

@Entity()
@Filterable({
  fields: [
    'id',
    { name: 'average', of: 'sales', avg: 'stars' },
    { name: 'price', of: 'sales', avg: 'price' },
    { name: 'good', of: 'sales', avg: 'stars', where: { stars: { $gte: 3 } } },
    { name: 'returned', of: 'returns', avg: 'stars' },
    { name: 'visited', of: 'visits', avg: 'stars' },
    { name: 'saleCount', of: 'sales', count: true },
  ],
  relations: [{ name: 'sales', aggregates: true }],
  aggregates: { id: ['max'] },
})
class Shop {
  @PrimaryColumn({ type: 'int' })
  id!: number;

  @OneToMany(() => Sale, (sale) => sale.shop)
  sales!: Relation<Sale>[];

  @OneToMany(() => Sale, (sale) => sale.returnedTo)
  returns!: Relation<Sale>[];

  @OneToMany(() => Visit, (visit) => visit.shop)
  visits!: Relation<Visit>[];
}

const [shops, salesEach] = [5, 60];

/** The question to the statistics, and the two forms of the condition. */
const isQuestion = (sql: string): boolean => sql.includes('relallvisible');
const isInGroups = (sql: string): boolean => sql.includes('GROUP BY');

// The planner of PostgreSQL prefers groups. Its statistics tell where an index with all columns is sooner for each row.
const seed = async (source: DataSource) => {
  const all = `generate_series(1, ${shops * salesEach}) g`;
  await source.query(`INSERT INTO shop (id) SELECT g FROM generate_series(1, ${shops}) g`);
  await source.query(
    `INSERT INTO sale (id, stars, price, "shopId") SELECT g, g % 5 + 1, g, g % ${shops} + 1 FROM ${all}`,
  );
  await source.query(`INSERT INTO visit (id, stars, "shopId") SELECT g, g % 5 + 1, g % ${shops} + 1 FROM ${all}`);
};

const options: WorldOptions = { on: ['postgres'], entities: [Shop, Sale, Visit], seed };

// The planner of PostgreSQL prefers groups. Its statistics say where an index with all columns is sooner for each row.
onEngines('a total by an aggregate, by an index or in groups,', options, (world) => {
  beforeAll(() => vacuum(), 60_000);

  /** A page is marked once its rows are on disk, which an asynchronous commit does not wait for. */
  const vacuum = async (): Promise<void> => {
    for (let time = 0; time < 400; time += 1) {
      await world.source.query('VACUUM ANALYZE shop, sale, visit');
      const unmarked = `relallvisible < relpages AND oid IN ('shop'::regclass, 'sale'::regclass, 'visit'::regclass)`;
      const rows: unknown[] = await world.source.query(`SELECT 1 FROM pg_class WHERE ${unmarked}`);
      if (rows.length === 0) return;
      await setTimeout(50);
    }
    throw new Error('VACUUM marks no pages: another transaction still sees the rows before them');
  };

  /** Changes all sales. A connection tells the statistics at the end of a transaction, and once a second at most. */
  const update = async (): Promise<void> => {
    const runner = world.source.createQueryRunner();
    try {
      await runner.query('UPDATE sale SET price = price + 1');
      for (let time = 0; time < 200; time += 1) {
        const rows: unknown[] = await runner.query(`SELECT 1 WHERE pg_stat_get_dead_tuples('sale'::regclass) > 0`);
        if (rows.length > 0) return;
        await setTimeout(50);
      }
    } finally {
      await runner.release();
    }
    throw new Error('the statistics have no dead rows');
  };

  /** A new service has no memory. */
  const fresh = () => world.filtersWith({ limits: { relationConditions: 10 } });

  const counted = (
    filters: FilterService,
    query: string,
    overrides?: FilterQueryOverrides<Shop>,
    runner?: QueryRunner,
  ) => filters.count(world.repository(Shop).createQueryBuilder('shop', runner), filters.parse(Shop, query, overrides));

  const average = 'filters[average][$gte]=3';

  it('asks the statistics once, and counts by the index', async () => {
    const filters = fresh();
    const first = await world.sent(async () => {
      expect(await counted(filters, average)).toBe(3);
    });
    expect(first).toHaveLength(2);
    expect(isQuestion(first[0] ?? '')).toBe(true);
    expect(isInGroups(first[1] ?? '')).toBe(false);
    const second = await world.sent(async () => {
      expect(await counted(filters, 'filters[average][$gte]=4')).toBe(2);
    });
    expect(second).toHaveLength(1);
    expect(isInGroups(second[0] ?? '')).toBe(false);
  });

  it.each([
    ['the total of a page', 'filters[average][$gte]=3&pagination[pageSize]=1', { total: 3 }],
    ['the total beside aggregates', 'filters[average][$gte]=3&pagination[pageSize]=1&aggregates=id:max', { total: 3 }],
    [
      'an aggregate that the client asks for',
      'filters[sales][$avg][stars][$gte]=3&pagination[pageSize]=1',
      { total: 3 },
    ],
    ['a negation', 'filters[$not][average][$gte]=3&pagination[pageSize]=1', { total: 2 }],
  ])('counts by the index: %s', async (_, query, meta) => {
    const filters = fresh();
    const statements = await world.sent(async () => {
      const page = await filters.page(world.repository(Shop), filters.parse(Shop, query));
      expect(page.meta.pagination).toMatchObject(meta);
    });
    expect(statements.map(isQuestion)).toEqual([true, false, false]);
    expect(statements.map(isInGroups)).toEqual([false, false, false]);
  });

  it.each([
    ['a column that the index lacks', 'filters[price][$gte]=3', {}],
    ['a declared condition on the related rows', 'filters[good][$gte]=3', {}],
    [
      'a condition of the request on them',
      'filters[sales][$avg][$where][price][$gt]=0&filters[sales][$avg][stars][$gte]=3',
      {},
    ],
    ['another foreign key, whose index lacks the value', 'filters[returned][$gte]=3', {}],
    ['a delete date that the index lacks', 'filters[visited][$gte]=3', {}],
    ['a count', 'filters[saleCount][$gte]=3', {}],
    ['a strategy of the handler', average, { strategy: 'exists' } as const],
  ])('asks nothing for %s', async (_, query, overrides) => {
    const statements = await world.sent(() => counted(fresh(), query, overrides));
    expect(statements.filter(isQuestion)).toEqual([]);
    expect(statements.map(isInGroups)).toEqual([true]);
  });

  it('asks on the connection of the program, within its transaction', async () => {
    await world.source.transaction(async ({ queryRunner }) => {
      const filters = fresh();
      const statements = await world.sent(() => counted(filters, average, undefined, queryRunner));
      expect(statements.map(isQuestion)).toEqual([true, false]);
    });
  });

  it('is explained with its question', async () => {
    const filters = fresh();
    const query = filters.parse(Shop, 'filters[average][$gte]=3&pagination[pageSize]=1');
    const { statements, why } = await filters.explain(world.repository(Shop), query, { plan: true });
    expect(statements.map(({ for: purpose, sql }) => [purpose, isQuestion(sql), isInGroups(sql)])).toEqual([
      ['question', true, false],
      ['page', false, false],
      ['total', false, false],
    ]);
    expect(why[0]).toBe('aggregate of Sale → row by row, by an index');
  });

  it('is explained where the aggregates of a page by cursor ask it', async () => {
    const filters = fresh();
    const query = filters.parse(
      Shop,
      'filters[average][$gte]=3&pagination[after]=&pagination[pageSize]=1&aggregates=id:max',
      {
        pagination: { styles: ['cursor'] },
      },
    );
    const { statements } = await filters.explain(world.repository(Shop), query);
    expect(statements.map(({ for: purpose, sql }) => [purpose, isQuestion(sql)])).toEqual([
      ['page', false],
      ['question', true],
      ['aggregates', false],
    ]);
  });

  it('reads groups after many rows have changed since VACUUM, and by the index after the next', async () => {
    await update();
    const changed = await world.sent(async () => {
      expect(await counted(fresh(), average)).toBe(3);
    });
    expect(changed.map(isQuestion)).toEqual([true, false]);
    expect(changed.map(isInGroups)).toEqual([false, true]);
    await vacuum();
    const vacuumed = await world.sent(() => counted(fresh(), average));
    expect(vacuumed.map(isInGroups)).toEqual([false, false]);
  });

  it('reads groups where each row has few related ones', async () => {
    await world.source.query('INSERT INTO shop (id) SELECT g FROM generate_series(100, 200) g');
    await vacuum();
    const statements = await world.sent(async () => {
      expect(await counted(fresh(), average)).toBe(3);
    });
    expect(statements.map(isInGroups)).toEqual([false, true]);
  });
});
