import { AsyncLocalStorage } from 'node:async_hooks';
import { FilterService, Filterable } from 'nestjs-filterable';
import { Column, Entity, ManyToOne, OneToMany, PrimaryColumn, type Relation, VirtualColumn } from 'typeorm';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { onEngines } from '../../support/engines.js';

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

onEngines('related rows with SQL of the application’s own', { entities: [Crew, Sailor], on: ['postgres'] }, (world) => {
  it('are read from their table, which has every column', async () => {
    await world.repository(Crew).insert([{ id: 1 }, { id: 2 }]);
    const sailors = [1, 2, 3, 4].map((id) => ({ id, name: `sailor ${id}`, crew: { id: id === 4 ? 2 : 1 } }));
    await world.repository(Sailor).insert(sailors);
    const query = world.filters.parse(Crew, 'sort=id&populate[sailors][fields]=name,place');
    const { data } = await world.filters.page(world.repository(Crew), query);
    const places = data.map(({ sailors: own }) => own.map(({ name, place }) => `${name} ${place}`).join('; '));
    expect(places).toEqual(['sailor 3 (0,3); sailor 2 (0,2)', 'sailor 4 (0,4)']);
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
@Filterable({ fields: ['id', price], relations: ['market'], populate: ['market'], facets: ['price', 'market.rent'] })
class Stall {
  @PrimaryColumn() id!: number;
  @VirtualColumn({ query: (alias) => ofTenant(`${alias}.id`), type: 'int' }) price!: number;
  @ManyToOne(() => Market, ({ stalls }) => stalls) market!: Relation<Market>;
}

/** Everything that reads a virtual column: rows, related rows, conditions, orders, and numbers of rows. */
const ofMarkets = `
  populate=stalls
  populate[stalls][fields]=price
  populate[stalls][limit]=1
  populate[stalls][filters][price][$gte]=6
  populate[stalls][sort]=price:desc
  populate[stalls][populate]=market
  filters[stalls][price][$gte]=6
  filters[dearStalls][$gt]=1
  fields=dearStalls`;
const ofStalls = `
  populate[market][fields]=dearStalls
  populate=market
  filters[price][$gt]=5
  filters[market][rent]=2
  sort=price:desc&pagination[after]=
  facets=price,market.rent`;
const listed = (entity: typeof Market | typeof Stall, text: string) =>
  text
    .trim()
    .split(/\s+/)
    .map((request) => ({ entity, request }));

/* It takes seconds: every request is asked by two tenants in turns, of a shared database and of one of their own. */
describe.each(engines)('SQL of the application’s own that differs between requests on %s', (engine) => {
  let shared: TestDatabase;
  let own: ReadonlyMap<number, TestDatabase>;
  const services = new Map<TestDatabase, FilterService>();

  const open = async () => {
    const database = await openDatabase(engine, { entities: [Market, Stall] });
    await database.source.getRepository(Market).insert([{ id: 1 }, { id: 2 }]);
    const stalls = [1, 2, 3, 4, 5, 6].map((id) => ({ id, market: { id: id % 2 === 0 ? 2 : 1 } }));
    await database.source.getRepository(Stall).insert(stalls);
    services.set(database, FilterService.forDataSource(database.source));
    return database;
  };
  beforeAll(async () => {
    shared = await open();
    own = new Map([[1, await open()] as const, [2, await open()] as const]);
  });
  afterAll(async () => {
    for (const database of services.keys()) await database.close();
  });

  /** Compares what the shared database answers each tenant with what the tenant's own does. */
  const compare = async (answer: (filters: FilterService, database: TestDatabase) => Promise<unknown>) => {
    const answerOf = (database: TestDatabase) => answer(services.get(database) ?? never(), database);
    const seen = new Set<string>();
    for (let round = 0; round < 4; round += 1) {
      for (const [tenant, alone] of own) {
        const expected = await tenants.run(tenant, () => answerOf(alone));
        const answered = await tenants.run(tenant, () => answerOf(shared));
        expect([tenant, round, answered]).toEqual([tenant, round, expected]);
        seen.add(JSON.stringify(answered));
      }
    }
    expect(seen.size).toBe(own.size);
  };

  it.each([...listed(Market, ofMarkets), ...listed(Stall, ofStalls)])(
    'is that of each request: $request',
    async ({ entity, request }) => {
      await compare((filters, { source }) =>
        filters.page(source.getRepository<Market | Stall>(entity), filters.parse(entity, request)),
      );
    },
  );

  it('is that of each export, and of each sum', async () => {
    await compare(async (filters, { source }) => {
      const rows: unknown[] = [];
      const query = filters.parse(Market, 'populate=stalls');
      for await (const row of filters.each(source.getRepository(Market), query)) rows.push(row);
      const summed = filters.parse(Stall, 'aggregates=price:sum', { aggregates: { price: ['sum'] } });
      return [rows, await filters.aggregates(source.getRepository(Stall), summed)];
    });
  });
});

function never(): never {
  throw new TypeError('every database has a service');
}
