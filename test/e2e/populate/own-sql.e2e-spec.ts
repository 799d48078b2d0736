import { AsyncLocalStorage } from 'node:async_hooks';
import { FilterService, Filterable } from 'nestjs-filterable';
import { Column, Entity, ManyToOne, OneToMany, PrimaryColumn, type Relation, VirtualColumn } from 'typeorm';
import { type TestDatabase, describeOn, engines, openDatabase } from '../../support/databases.js';

@Entity('nf_crew')
@Filterable({ fields: ['id'], populate: [{ name: 'sailors', limit: 2, sort: 'id:desc' }] })
class Crew {
  @PrimaryColumn() id!: number;
  @OneToMany(() => Sailor, ({ crew }) => crew) sailors!: Relation<Sailor>[];
}

/** The SQL of a virtual column may read what `sailor.*` does not list: a system column. */
@Entity('nf_sailor')
@Filterable({ fields: ['id', 'name', { name: 'place', kind: 'text' }] })
class Sailor {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @VirtualColumn({ query: (alias) => `SELECT CAST(${alias}.ctid AS text)`, type: 'varchar' }) place!: string;
  @ManyToOne(() => Crew, ({ sailors }) => sailors) crew!: Relation<Crew>;
}

describeOn('postgres')('related rows with SQL of the application’s own on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openDatabase(engine, { entities: [Crew, Sailor] });
    await database.source.getRepository(Crew).insert([{ id: 1 }, { id: 2 }]);
    const sailors = [1, 2, 3, 4].map((id) => ({ id, name: `sailor ${id}`, crew: { id: id === 4 ? 2 : 1 } }));
    await database.source.getRepository(Sailor).insert(sailors);
  });
  afterAll(() => database.close());

  it('are read from their table, which has every column', async () => {
    const filters = FilterService.forDataSource(database.source);
    const query = filters.parse(Crew, 'sort=id&populate[sailors][fields]=name,place');
    const { data } = await filters.page(database.source.getRepository(Crew), query);
    const places = data.map(({ sailors }) => sailors.map(({ name, place }) => [name, place]));
    expect(places).toEqual([
      [
        ['sailor 3', '(0,3)'],
        ['sailor 2', '(0,2)'],
      ],
      [['sailor 4', '(0,4)']],
    ]);
  });
});

/** The tenant of the request that runs, which the SQL of its virtual columns names. */
const tenants = new AsyncLocalStorage<number>();
const ofTenant = (sql: string) => `SELECT ${sql} * ${tenants.getStore() ?? 0}`;
const price = { name: 'price', kind: 'integer' } as const;

@Entity('nf_market')
@Filterable({
  fields: [
    'id',
    { name: 'rent', kind: 'integer' },
    { name: 'dearStalls', of: 'stalls', count: true, where: { price: { $gte: 6 } } },
  ],
  relations: ['stalls'],
  populate: ['stalls'],
})
class Market {
  @PrimaryColumn() id!: number;
  @VirtualColumn({ query: (alias) => ofTenant(`${alias}.id`), type: 'int' }) rent!: number;
  @OneToMany(() => Stall, ({ market }) => market) stalls!: Relation<Stall>[];
}

@Entity('nf_stall')
@Filterable({
  fields: ['id', price],
  relations: ['market'],
  populate: ['market'],
  facets: ['price', 'market.rent'],
})
class Stall {
  @PrimaryColumn() id!: number;
  @VirtualColumn({ query: (alias) => ofTenant(`${alias}.id`), type: 'int' }) price!: number;
  @ManyToOne(() => Market, ({ stalls }) => stalls) market!: Relation<Market>;
}

/** Everything that reads a virtual column: rows, related rows, conditions, orders, and numbers of rows. */
const requests: readonly (readonly [entity: typeof Market | typeof Stall, request: string])[] = [
  [Market, 'populate=stalls'],
  [Market, 'populate[stalls][fields]=price'],
  [Market, 'populate[stalls][limit]=1'],
  [Market, 'populate[stalls][filters][price][$gte]=6'],
  [Market, 'populate[stalls][sort]=price:desc'],
  [Market, 'populate[stalls][populate]=market'],
  [Market, 'filters[stalls][price][$gte]=6'],
  [Market, 'filters[dearStalls][$gt]=1'],
  [Market, 'fields=dearStalls'],
  [Stall, 'populate[market][fields]=dearStalls'],
  [Stall, 'populate=market'],
  [Stall, 'filters[price][$gt]=5'],
  [Stall, 'filters[market][rent]=2'],
  [Stall, 'sort=price:desc&pagination[after]='],
  [Stall, 'facets=price,market.rent'],
];

describe.each(engines)('SQL of the application’s own that differs between requests on %s', (engine) => {
  /** A database for both tenants, and one that each has for itself. */
  let shared: TestDatabase;
  let own: ReadonlyMap<number, TestDatabase>;

  const open = async () => {
    const database = await openDatabase(engine, { entities: [Market, Stall] });
    await database.source.getRepository(Market).insert([{ id: 1 }, { id: 2 }]);
    const stalls = [1, 2, 3, 4, 5, 6].map((id) => ({ id, market: { id: id % 2 === 0 ? 2 : 1 } }));
    await database.source.getRepository(Stall).insert(stalls);
    return database;
  };
  beforeAll(async () => {
    shared = await open();
    own = new Map([
      [1, await open()],
      [2, await open()],
    ]);
  });
  afterAll(async () => {
    for (const database of [shared, ...own.values()]) await database.close();
  });

  /** Asks for both tenants in turns, and compares what the shared database answers with that of the tenant's own. */
  const compare = async (answer: (database: TestDatabase) => Promise<unknown>) => {
    const seen = new Set<string>();
    for (let round = 0; round < 8; round += 1) {
      for (const [tenant, alone] of own) {
        const expected = await tenants.run(tenant, () => answer(alone));
        const answered = await tenants.run(tenant, () => answer(shared));
        expect([tenant, round, answered]).toEqual([tenant, round, expected]);
        seen.add(JSON.stringify(answered));
      }
    }
    expect(seen.size).toBe(own.size);
  };

  describe.each(['compiled', 'typeorm'] as const)('by hydration %s', (hydration) => {
    const services = new Map<TestDatabase, FilterService>();
    const serviceOf = (database: TestDatabase) => {
      const known = services.get(database) ?? FilterService.forDataSource(database.source, { hydration });
      services.set(database, known);
      return known;
    };

    it.each(requests)('is that of each request: %p %s', async (entity, request) => {
      await compare((database) => {
        const filters = serviceOf(database);
        return filters.page(database.source.getRepository<Market | Stall>(entity), filters.parse(entity, request));
      });
    });

    it('is that of each export, and of each sum', async () => {
      await compare(async (database) => {
        const filters = serviceOf(database);
        const rows: unknown[] = [];
        const query = filters.parse(Market, 'populate=stalls');
        for await (const row of filters.each(database.source.getRepository(Market), query)) rows.push(row);
        const summed = filters.parse(Stall, 'aggregates=price:sum', { aggregates: { price: ['sum'] } });
        return [rows, await filters.aggregates(database.source.getRepository(Stall), summed)];
      });
    });
  });
});
