import { Filterable, type FilterQuery, type ParseOverrides } from 'nestjs-filterable';
import { Column, Entity, Index, ManyToOne, PrimaryColumn, type Relation, VirtualColumn } from 'typeorm';
import { engines } from '../../support/databases.js';
import { onEngines } from '../../support/engines.js';
import { share } from '../../support/thorough.js';
import { aside, expectAlike } from './kept.js';

/** The rows that a requester may see, of wares and of owners. */
interface Sees {
  readonly wares?: object;
  readonly owners?: object;
}

@Entity()
@Filterable({ fields: ['id', 'name', { name: 'next', kind: 'integer' }], scope: (sees?: Sees) => sees?.owners ?? {} })
class Owner {
  @PrimaryColumn() id!: number;
  @Index() @Column() name!: string;
  @VirtualColumn({ query: (alias) => `SELECT ${alias}.id + 1` }) next!: number;
}

@Entity()
@Filterable({
  fields: ['id', 'name', 'soldAt', 'price'],
  relations: ['owner'],
  scope: (sees?: Sees) => sees?.wares ?? {},
})
class Ware {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column() tenant!: number;
  @Column({ type: 'int', nullable: true }) price!: number | null;
  @Column({ type: Date }) soldAt!: Date;
  @ManyToOne(() => Owner, { nullable: true }) owner!: Relation<Owner> | null;
}

const since = (day: number) => new Date(Date.UTC(2024, 0, day));

/** What several requesters see, one after another, by one shape of a request. */
const requesters: Readonly<Record<string, readonly Sees[]>> = {
  'one tenant each': [1, 2, 3, 1].map((tenant) => ({ wares: { tenant } })),
  'tenants, one or several': [[1], [1, 2], [2, 3], [3]].map((tenants) => ({ wares: { tenant: { $in: tenants } } })),
  'a tenant, and an administrator': [{ wares: { tenant: 1 } }, {}, { wares: { tenant: 2 } }, {}],
  'other operators': [
    { wares: { tenant: { $gte: 2 } } },
    { wares: { tenant: { $lte: 2 } } },
    { wares: { tenant: { $gte: 3 } } },
    { wares: { tenant: { $between: [1, 2] } } },
    { wares: { tenant: { $between: [2, 3] } } },
  ],
  'other columns': [
    { wares: { tenant: 2 } },
    { wares: { price: 2 } },
    { wares: { tenant: 3 } },
    { wares: { price: 3 } },
  ],
  'a value, and none': [{ wares: { price: 1 } }, { wares: { price: { $null: true } } }, { wares: { price: 2 } }],
  groups: [
    { wares: { $or: [{ tenant: 1 }, { price: 3 }] } },
    { wares: { $and: [{ tenant: 1 }, { price: 3 }] } },
    { wares: { $not: { tenant: 1, price: 3 } } },
    { wares: { $or: [{ tenant: 2 }, { price: 1 }] } },
    { wares: { $or: [{ tenant: 2 }, { price: 1 }, { id: 7 }] } },
  ],
  'related rows': [
    { wares: { owner: { name: 'Ann' } } },
    { wares: { owner: { name: 'Bob' } } },
    { wares: { owner: { $exists: false } } },
    { wares: { owner: { id: 2 } } },
  ],
  'days and instants': [
    { wares: { soldAt: { $gte: since(3) } } },
    { wares: { soldAt: { $gte: '2024-01-03' } } },
    { wares: { soldAt: { $gte: '2024-01-05' } } },
    { wares: { soldAt: { $gte: since(5) } } },
  ],
  'rows of two entities': [
    { wares: { tenant: 1 }, owners: { id: 1 } },
    { wares: { tenant: 2 }, owners: { id: 2 } },
    { owners: { id: 1 } },
    { owners: { id: 2 } },
    { wares: { tenant: 1 } },
  ],
  'a virtual column': [{ owners: { next: 2 } }, { owners: { next: 3 } }],
};

const requests = [
  'filters[price][$gte]=1&sort=id',
  'filters[owner][name]=Ann&sort=id',
  'filters[owner][name][$ne]=Cid&sort=owner.name,id',
  'sort=id',
  'filters[price][$gte]=1&sort=id&pagination[after]=',
];

const page = 'pagination[pageSize]=4&pagination[withCount]=false';

onEngines(
  'conditions of the server beside a known shape',
  {
    entities: [Owner, Ware],
    seed: async ({ manager }) => {
      await manager.insert(
        Owner,
        ['Ann', 'Bob', 'Cid'].map((name, index) => ({ id: index + 1, name })),
      );
      const wares = Array.from({ length: 24 }, (_, index) => ({
        ...{ id: index + 1, name: `ware ${index + 1}`, tenant: 1 + (index % 3) },
        price: index % 4 === 0 ? null : index % 4,
        soldAt: since(1 + (index % 7)),
        owner: index % 5 === 0 ? null : { id: 1 + (index % 3) },
      }));
      await manager.insert(Ware, wares);
    },
  },
  (world) => {
    const wares = () => world.repository(Ware).createQueryBuilder('ware');

    /** Compares a page with the one whose builder is sent as it is, where nothing is known of any shape. */
    async function expectSame(query: FilterQuery<Ware>): Promise<number> {
      await world.filters.page(wares().comment(aside), query);
      const page = await expectAlike(world.spy, wares, (builder) => world.filters.page(builder, query));
      return typeof page === 'string' ? NaN : page.data.length;
    }

    it.each(Object.keys(requesters))('are those of each requester: %s', async (about) => {
      const seen = requesters[about] ?? [];
      const turn = Object.keys(requesters).indexOf(about) + engines.indexOf(world.engine);
      let found = 0;
      for (const request of share(requests, 3, turn)) {
        for (const sees of [...seen, ...seen, ...seen.toReversed()]) {
          found += await expectSame(world.filters.parse(Ware, `${request}&${page}`, undefined, sees));
        }
      }
      expect(found).toBeGreaterThan(0);
    });

    it.each([
      ['defaults that a request takes the place of', { defaults: { filters: { price: { $gte: 2 } } } }],
      ['conditions that always hold', { defaults: { filters: { price: { $gte: 2 } }, when: 'always' } }],
    ] as const)('%s', async (_, overrides: ParseOverrides<Ware>) => {
      for (let time = 0; time < 4; time += 1) {
        for (const request of ['sort=id', 'filters[id][$gte]=3&sort=id', `filters[id][$gte]=${10 + time}&sort=id`]) {
          const sees = { wares: { tenant: 1 + (time % 3) } };
          expect(await expectSame(world.filters.parse(Ware, `${request}&${page}`, overrides, sees))).not.toBeNaN();
        }
      }
    });

    it('conditions that the program adds', async () => {
      const { filters } = world;
      for (let time = 0; time < 4; time += 1) {
        const query = filters.parse(Ware, `filters[id][$gte]=${time}&sort=id&${page}`);
        await expectSame(filters.and(query, { tenant: 1 + (time % 3) }));
        await expectSame(filters.and(query, { filters: { tenant: { $ne: 1 + (time % 3) } } }));
        await expectSame(filters.and(filters.and(query, { tenant: 2 }), { price: time }));
        await expectSame(query);
      }
    });
  },
);
