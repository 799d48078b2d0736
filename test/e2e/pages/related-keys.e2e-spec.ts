import { Filterable, type FilterQueryOverrides } from 'nestjs-filterable';
import {
  Column,
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
  type SelectQueryBuilder,
} from 'typeorm';
import { Post, Tag, blogEntities } from '../../support/blog/entities.js';
import { onEngines } from '../../support/engines.js';
import { fillBlog } from './blog.js';

const byKeys: FilterQueryOverrides<Post> = {
  relations: [
    { name: 'author', strategy: 'keys' },
    { name: 'comments', strategy: 'keys' },
    { name: 'tags', strategy: 'keys' },
  ],
};

/** Requests, each with its number of look-ups before the rows are read. */
const requests: readonly (readonly [query: string, lookups: number])[] = [
  ['filters[tags][name]=Tag 2', 1],
  ['filters[tags][name][$in][]=Tag 2&filters[tags][name][$in][]=Tag 3', 1],
  ['filters[tags][name]=nobody', 1],
  ['filters[tags][$none][name]=Tag 2', 1],
  ['filters[tags][$none][name]=nobody', 1],
  ['filters[$not][tags][name]=Tag 2', 1],
  ['filters[$not][tags][$none][name]=Tag 2', 1],
  ['filters[$and][0][tags][name]=Tag 1&filters[$and][1][tags][name]=Tag 2', 2],
  ['filters[$or][0][tags][name]=Tag 3&filters[$or][1][author][name]=Author 1', 2],
  ['filters[comments][stars]=4', 1],
  ['filters[comments][stars]=4&filters[comments][body][$ne]=Comment 4', 1],
  ['filters[comments][$none][stars]=4', 1],
  ['filters[author][name]=Author 2', 1],
  ['filters[author][name][$ne]=Author 2', 1],
  ['filters[$not][author][name]=Author 2', 1],
  ['filters[author][$or][0][name]=Author 2&filters[author][$or][1][id]=3', 1],
  ['filters[$not][author][name]=nobody', 1],
  // Relations without a condition, conditions on the key itself, and conditions on every row are not looked up.
  ['filters[tags][$exists]=true', 0],
  ['filters[author][$null]=true', 0],
  ['filters[tags]=2', 0],
  ['filters[author][$in][]=1&filters[author][$in][]=2', 0],
  ['filters[tags][$every][name]=Tag 1', 0],
  ['filters[comments][$count][$gte]=3', 0],
  ['filters[title]=Post 1', 0],
];

onEngines('keys that are looked up first', { entities: blogEntities, seed: fillBlog }, (world) => {
  const posts = (): SelectQueryBuilder<Post> => world.source.createQueryBuilder(Post, 'post');
  const found = async (query: string, overrides: FilterQueryOverrides<Post>, builder = posts()) => {
    const page = 'sort=title&pagination[pageSize]=100&pagination[withCount]=false&';
    const request = world.filters.parse(Post, page + encodeURI(query), overrides);
    const { result, statements } = await world.spy.during(() => world.filters.page(builder, request));
    const count = await world.filters.count(builder, request);
    return { ids: result.data.map(({ id }) => id), count, statements };
  };

  it.each(requests)('%s (%d) finds what one statement finds', async (query, lookups) => {
    const [expected, asked] = [await found(query, {}), await found(query, byKeys)];
    expect([asked.ids, asked.count]).toEqual([expected.ids, expected.count]);
    expect(asked.statements).toHaveLength(1 + lookups);
  });

  it('are looked up once for the rows and their total, and for a page by cursor', async () => {
    for (const slice of [
      'pagination[pageSize]=2',
      'sort=title&pagination[after]=&pagination[withCount]=true&pagination[pageSize]=2',
    ]) {
      const query = world.filters.parse(Post, `filters[tags][name]=Tag 1&${slice}`, byKeys);
      const { statements, result } = await world.spy.during(() => world.filters.page(posts(), query));
      expect(statements).toHaveLength(3);
      expect(result.meta.pagination).toMatchObject({ total: 15 });
    }
  });

  it('are those of rows that are not deleted, unless the builder includes them', async () => {
    const query = 'filters[comments][body]=Comment 10';
    expect((await found(query, byKeys)).ids).toEqual([]);
    expect((await found(query, byKeys, posts().withDeleted())).ids).toHaveLength(1);
  });

  it('are read in the transaction that the builder is in', async () => {
    await world.source.transaction(async (manager) => {
      await manager.getRepository(Tag).insert({ id: 77, name: 'New' });
      await manager.createQueryBuilder().relation(Post, 'tags').of(1).add(77);
      const query = world.filters.parse(Post, 'filters[tags][name]=New', byKeys);
      const { data } = await world.filters.page(manager.createQueryBuilder(Post, 'post'), query);
      expect(data.map(({ id }) => id)).toEqual([1]);
      await manager.createQueryBuilder().relation(Post, 'tags').of(1).remove(77);
      await manager.getRepository(Tag).delete(77);
    });
  });

  it('are given up where there are more than a list is good for', async () => {
    const tags = Array.from({ length: 1_001 }, (_, index) => ({ id: 1_000 + index, name: 'many' }));
    await world.repository(Tag).insert(tags.slice(0, 1_000));
    await world.source.createQueryBuilder().relation(Post, 'tags').of(2).add(1_999);
    const atMost = await found('filters[tags][name]=many', byKeys);
    await world.repository(Tag).insert(tags.slice(1_000));
    const above = await found('filters[tags][name]=many', byKeys);
    expect([atMost.ids, above.ids]).toEqual([[2], [2]]);
    expect([atMost, above].map(({ statements }) => statements[1]?.includes('JOIN'))).toEqual([false, true]);
  });
});

@Entity()
@Filterable({ fields: ['code', 'name'], scope: (hidden: string) => ({ name: { $ne: hidden } }) })
class Region {
  @PrimaryColumn({ length: 8 }) code!: string;
  @Column() name!: string;
}

@Entity()
@Filterable({ fields: ['id', 'name'], relations: [{ name: 'region', strategy: 'keys' }] })
class Farm {
  @PrimaryColumn('uuid') id!: string;
  @Column() name!: string;
  @ManyToOne(() => Region, { nullable: true }) region!: Relation<Region> | null;
  @ManyToMany(() => Market, (market) => market.farms) @JoinTable() markets!: Relation<Market>[];
  @OneToMany(() => Apple, (apple) => apple.farm) apples!: Relation<Apple>[];
}

@Entity()
@Filterable({ fields: ['town'], relations: [{ name: 'farms', strategy: 'keys' }] })
class Market {
  @PrimaryColumn({ length: 20 }) town!: string;
  @PrimaryColumn() day!: number;
  @ManyToMany(() => Farm, (farm) => farm.markets) farms!: Relation<Farm>[];
}

@Entity()
@Filterable({ fields: ['id'], relations: [{ name: 'farm', strategy: 'keys' }] })
class Apple {
  @PrimaryColumn({ type: 'bigint' }) id!: string;
  @ManyToOne(() => Farm, (farm) => farm.apples) farm!: Relation<Farm>;
}

const first = '9';
const [north, south] = ['a1b2c3d4-0000-4000-8000-00000000000A', 'A1B2C3D4-0000-4000-8000-00000000000b'];

onEngines(
  'keys of other kinds',
  {
    entities: [Region, Farm, Market, Apple],
    seed: async ({ manager }) => {
      await manager.insert(Region, [
        { code: 'N', name: 'North' },
        { code: "S'", name: 'South' },
      ]);
      await manager.insert(Farm, [
        { id: north, name: 'Ness', region: { code: 'N' } },
        { id: south, name: 'Dale', region: { code: "S'" } },
      ]);
      await manager.insert(Apple, [
        { id: first, farm: { id: north } },
        { id: '7', farm: { id: south } },
      ]);
      await manager.insert(Market, { town: 'Oslo', day: 1 });
      await manager.createQueryBuilder().relation(Market, 'farms').of({ town: 'Oslo', day: 1 }).add(north);
    },
  },
  (world) => {
    const applesOf = async (query: string, context = 'nothing') => {
      const request = world.filters.parse(Apple, query, { context });
      const { result, statements } = await world.spy.during(() =>
        world.filters.page(world.source.createQueryBuilder(Apple, 'apple'), request),
      );
      return { ids: result.data.map(({ id }) => String(id)), statements: statements.length };
    };

    it('uuids, as the database spells them, and texts, one after the other', async () => {
      expect(await applesOf('filters[farm][name]=Ness')).toEqual({ ids: [first], statements: 2 });
      expect(await applesOf('filters[farm][region][name]=South')).toEqual({ ids: ['7'], statements: 3 });
      expect(await applesOf('filters[$not][farm][region][name]=South')).toEqual({ ids: [first], statements: 3 });
    });

    it('of rows that the context makes visible', async () => {
      expect(await applesOf('filters[farm][region][name]=South', 'South')).toEqual({ ids: [], statements: 3 });
      expect((await applesOf('filters[$not][farm][region][name]=South', 'South')).ids).toHaveLength(2);
    });

    it('leaves a relation from a composite key to one statement', async () => {
      const request = world.filters.parse(Market, 'filters[farms][name]=Ness');
      const { result, statements } = await world.spy.during(() =>
        world.filters.page(world.source.createQueryBuilder(Market, 'market'), request),
      );
      expect(result.data).toHaveLength(1);
      expect(statements).toHaveLength(1);
    });
  },
);
