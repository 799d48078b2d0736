import { Filterable, type FilterQueryOverrides, FilterService } from 'nestjs-filterable';
import {
  Column,
  DeleteDateColumn,
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
  type SelectQueryBuilder,
} from 'typeorm';
import { Comment, Post, Tag, blogEntities } from '../../support/blog/entities.js';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { fillBlog } from './blog.js';
import { StatementSpy } from '../../support/spy.js';

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

describe.each(engines)('keys that are looked up first, on %s', (engine) => {
  const spy = new StatementSpy();
  let database: TestDatabase;
  let filters: FilterService;

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: blogEntities, logger: spy });
    await fillBlog(database.source);
    filters = FilterService.forDataSource(database.source);
    await filters.ready();
  });

  afterAll(() => database.close());

  const posts = (): SelectQueryBuilder<Post> => database.source.createQueryBuilder(Post, 'post');
  const found = async (query: string, overrides: FilterQueryOverrides<Post>, builder = posts()) => {
    const page = 'sort=title&pagination[pageSize]=100&pagination[withCount]=false&';
    const request = filters.parse(Post, page + encodeURI(query), overrides);
    const { result, statements } = await spy.during(() => filters.page(builder, request));
    const { result: count, statements: counting } = await spy.during(() => filters.count(builder, request));
    return { ids: result.data.map(({ id }) => id), count, statements, counting, request };
  };

  it.each(requests)('%s (%d) finds what one statement finds', async (query, lookups) => {
    const expected = await found(query, {});
    const asked = await found(query, byKeys);
    expect(asked.ids).toEqual(expected.ids);
    expect(asked.count).toBe(expected.count);
    expect(asked.statements).toHaveLength(1 + lookups);
    expect(asked.counting).toHaveLength(1 + lookups);
    expect(asked.request.toString()).toBe(expected.request.toString());
  });

  it('finds rows by some of them, and not by all', async () => {
    for (const [query] of requests.filter(([, lookups]) => lookups > 0)) {
      const { ids } = await found(query, byKeys);
      const nobody = query.includes('nobody');
      expect(ids.length).toBe(nobody ? (/none|not/.test(query) ? 29 : 0) : ids.length);
      if (!nobody) expect(ids.length).toBeGreaterThan(0);
      if (!nobody) expect(ids.length).toBeLessThan(29);
    }
  });

  it('leaves the related table out of the main statement', async () => {
    const { statements } = await found('filters[tags][name]=Tag 2', byKeys);
    expect(statements.map((text) => text.replaceAll(/["`]/g, ''))).toEqual([
      expect.stringMatching(/^SELECT DISTINCT .* FROM (\w+\.)?tag /),
      expect.stringMatching(/IN \(SELECT nf_1\.postId FROM (\w+\.)?post_tags_tag nf_1 WHERE nf_1\.tagId /),
    ]);
  });

  it('looks keys up once for the rows and their total', async () => {
    const query = filters.parse(Post, 'filters[tags][name]=Tag 1&pagination[pageSize]=2', byKeys);
    const { statements, result } = await spy.during(() => filters.page(posts(), query));
    expect(statements).toHaveLength(3);
    expect(result.meta.pagination).toMatchObject({ total: 15, pageCount: 8 });
  });

  it('pages by cursor', async () => {
    const query = filters.parse(Post, 'filters[tags][name]=Tag 1&sort=title&pagination[after]=', byKeys);
    const { statements, result } = await spy.during(() => filters.page(posts(), query));
    expect(statements).toHaveLength(2);
    expect(result.data).toHaveLength(15);
  });

  it('does not happen in apply(), which cannot send statements', () => {
    const request = filters.parse(Post, 'filters[tags][name]=Tag 2', byKeys);
    expect(filters.apply(posts(), request).getQueryAndParameters()).toEqual(
      filters.apply(posts(), filters.parse(Post, 'filters[tags][name]=Tag 2')).getQueryAndParameters(),
    );
  });

  it('leaves out soft-deleted rows, unless the builder includes them', async () => {
    const query = 'filters[comments][body]=Comment 10';
    expect((await found(query, byKeys)).ids).toEqual([]);
    const { ids } = await found(query, byKeys, posts().withDeleted());
    expect(ids).toEqual((await found(query, {}, posts().withDeleted())).ids);
    expect(ids).toHaveLength(1);
  });

  it('applies to conditions of the server, too', async () => {
    const query = filters.and(filters.parse(Post, 'filters[tags][name]=Tag 1', byKeys), {
      author: { name: 'Author 1' },
    });
    const plain = filters.and(filters.parse(Post, 'filters[tags][name]=Tag 1'), { author: { name: 'Author 1' } });
    expect(await filters.count(posts(), query)).toBe(await filters.count(posts(), plain));
  });

  it('sends everything through the transaction that the builder is in', async () => {
    await database.source.transaction(async (manager) => {
      await manager.getRepository(Tag).insert({ id: 77, name: 'New' });
      await manager.createQueryBuilder().relation(Post, 'tags').of(1).add(77);
      const query = filters.parse(Post, 'filters[tags][name]=New', byKeys);
      const { data } = await filters.page(manager.createQueryBuilder(Post, 'post'), query);
      expect(data.map(({ id }) => id)).toEqual([1]);
      await manager.createQueryBuilder().relation(Post, 'tags').of(1).remove(77);
      await manager.getRepository(Tag).delete(77);
    });
  });

  it('is given up where there are more keys than a list is good for', async () => {
    const repository = database.source.getRepository(Comment);
    const many = Array.from({ length: 1_001 }, (_, index) => ({ id: 1_000 + index, body: 'many', post: { id: 1 } }));
    // The comments are of one post, so there is one key; the keys of tags are the tags' own.
    await repository.insert(many.slice(0, 500));
    expect((await found('filters[comments][body]=many', byKeys)).ids).toEqual([1]);
    const tags = many.map(({ id }) => ({ id, name: 'many' }));
    await database.source.getRepository(Tag).insert(tags.slice(0, 500));
    await database.source.getRepository(Tag).insert(tags.slice(500, 1_000));
    await database.source.createQueryBuilder().relation(Post, 'tags').of(2).add(1_999);
    const atMost = await found('filters[tags][name]=many', byKeys);
    expect(atMost.ids).toEqual([2]);
    expect(atMost.statements[1]).not.toMatch(/JOIN/);
    await database.source.getRepository(Tag).insert(tags.slice(1_000));
    const above = await found('filters[tags][name]=many', byKeys);
    expect(above.ids).toEqual([2]);
    expect(above.statements[1]).toMatch(/JOIN/);
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
  @DeleteDateColumn() deletedAt!: Date | null;
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

describe.each(engines)('keys of other kinds, on %s', (engine) => {
  const spy = new StatementSpy();
  let database: TestDatabase;
  let filters: FilterService;

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: [Region, Farm, Market, Apple], logger: spy });
    const { manager } = database.source;
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
    filters = FilterService.forDataSource(database.source);
    await filters.ready();
  });

  afterAll(() => database.close());

  const applesOf = async (query: string, context = 'nothing') => {
    const request = filters.parse(Apple, query, { context });
    const { result, statements } = await spy.during(() =>
      filters.page(database.source.createQueryBuilder(Apple, 'apple'), request),
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
    const request = filters.parse(Market, 'filters[farms][name]=Ness');
    const { result, statements } = await spy.during(() =>
      filters.page(database.source.createQueryBuilder(Market, 'market'), request),
    );
    expect(result.data).toHaveLength(1);
    expect(statements).toHaveLength(1);
  });
});
