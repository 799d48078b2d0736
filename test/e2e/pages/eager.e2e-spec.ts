import { FilterService, Filterable } from 'nestjs-filterable';
import {
  Column,
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
  type Repository,
  SelectQueryBuilder,
} from 'typeorm';
import { timesCalled } from '../../support/counting.js';
import { type EngineName, type TestDatabase, engines, openDatabase } from '../../support/databases.js';

@Entity()
class Country {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
}

@Entity()
@Filterable({ fields: ['id', 'name'] })
class Painter {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @ManyToOne(() => Country, { eager: true, nullable: true }) country!: Relation<Country> | null;
}

@Entity()
@Filterable({ fields: ['id', 'title', 'year'], relations: ['painter', 'copies', 'rooms'] })
class Painting {
  @PrimaryColumn() id!: number;
  @Column() title!: string;
  @Column() year!: number;
  @ManyToOne(() => Painter, { eager: true, nullable: true }) painter!: Relation<Painter> | null;
  @OneToMany(() => Copy, (copy) => copy.painting, { eager: true }) copies!: Relation<Copy>[];
  @ManyToMany(() => Room, { eager: true }) @JoinTable() rooms!: Relation<Room>[];
  @ManyToOne(() => Room, { nullable: true }) depot!: Relation<Room> | null;
}

@Entity()
@Filterable({ fields: ['id', 'number'] })
class Copy {
  @PrimaryColumn() id!: number;
  @Column() number!: number;
  @ManyToOne(() => Painting, (painting) => painting.copies) painting!: Relation<Painting>;
}

@Entity()
@Filterable({ fields: ['id'] })
class Room {
  @PrimaryColumn() id!: number;
}

async function openGallery(engine: EngineName): Promise<TestDatabase> {
  const database = await openDatabase(engine, { entities: [Country, Painter, Painting, Copy, Room] });
  await fill(database);
  return database;
}

/** Of ten paintings the odd ones have a painter, each has up to two copies and hangs in up to three rooms. */
async function fill({ source: { manager } }: TestDatabase): Promise<void> {
  const countries = await manager.save(Country, [{ id: 1, name: 'Norway' }]);
  const painters = await manager.save(Painter, [
    { id: 1, name: 'Munch', country: countries[0] ?? null },
    { id: 2, name: 'Nobody', country: null },
  ]);
  const rooms = await manager.save(
    Room,
    [1, 2, 3].map((id) => ({ id })),
  );
  for (let id = 1; id <= 10; id += 1) {
    const painter = id % 2 === 1 ? (painters[id % 4 === 1 ? 0 : 1] ?? null) : null;
    const depot = rooms[0] ?? null;
    await manager.save(Painting, {
      id,
      title: `no. ${id}`,
      year: 1890 + id,
      painter,
      rooms: rooms.slice(id % 4),
      depot,
    });
    for (let number = 1; number <= id % 3; number += 1) {
      await manager.save(Copy, { id: id * 10 + number, number, painting: { id } });
    }
  }
}

describe.each(engines)('a page of a repository on %s', (engine) => {
  let database: TestDatabase;
  let filters: FilterService;
  let paintings: Repository<Painting>;

  beforeAll(async () => {
    database = await openGallery(engine);
    filters = FilterService.forDataSource(database.source);
    paintings = database.source.getRepository(Painting);
  });
  afterAll(() => database.close());

  /** Sorts the related rows: neither find() nor a page promises their order. */
  const settled = (rows: readonly Painting[]) =>
    rows.map(({ copies, rooms, ...painting }) => ({
      ...painting,
      copies: [...copies].sort((a, b) => a.id - b.id),
      rooms: [...rooms].sort((a, b) => a.id - b.id),
    }));

  it.each([
    [
      'by number',
      'sort=id&pagination[page]=2&pagination[pageSize]=4',
      { page: 2, pageSize: 4, pageCount: 3, total: 10 },
      4,
    ],
    ['by offset', 'sort=id&pagination[start]=8&pagination[limit]=4', { start: 8, limit: 4, total: 10 }, 8],
    ['by cursor', 'sort=id&pagination[after]=&pagination[pageSize]=4', { pageSize: 4, previous: null }, 0],
  ])('has what find() loads, nested and to-many relations, too: %s', async (_, request, meta, skip) => {
    const { data, meta: found } = await filters.page(paintings, filters.parse(Painting, request));
    const expected = await paintings.find({ order: { id: 'ASC' }, skip, take: 4 });
    expect(settled(data)).toEqual(settled(expected));
    expect(found.pagination).toMatchObject(meta);
    expect(data.every((painting) => !('depot' in painting))).toBe(true);
  });

  it('has its relations whole, with any filter and sort', async () => {
    const request = 'filters[copies][number]=2&sort=painter.name:nullsLast,copies.$count,id&pagination[pageSize]=2';
    const { data, meta } = await filters.page(paintings, filters.parse(Painting, request));
    expect(meta.pagination).toMatchObject({ total: 3 });
    expect(data.map(({ id }) => id)).toEqual([5, 2]);
    expect(data.map(({ copies }) => copies.length)).toEqual([2, 2]);
    expect(data[0]?.painter).toEqual({ id: 1, name: 'Munch', country: { id: 1, name: 'Norway' } });
  });

  it('is read by the statement of the page before, as the page of a builder with joins is', async () => {
    const page = (year: number) =>
      filters.page(paintings, filters.parse(Painting, `filters[year][$gte]=${year}&sort=id&pagination[pageSize]=2`));
    await page(1892);
    let ids: readonly number[] = [];
    const clones = await timesCalled(SelectQueryBuilder.prototype, 'clone', async () => {
      ids = (await page(1895)).data.map(({ id }) => id);
    });
    expect([clones, ids]).toEqual([0, [5, 6]]);
  });

  it('leaves builders and counts as they are', async () => {
    const query = filters.parse(Painting, 'sort=id&pagination[pageSize]=2');
    const { data } = await filters.page(paintings.createQueryBuilder('painting'), query);
    expect(data.map((painting) => Object.keys(painting))).toEqual([
      ['id', 'title', 'year'],
      ['id', 'title', 'year'],
    ]);
    expect(await filters.count(paintings, query)).toBe(10);
    const [first] = await filters.filter(paintings, { sort: 'id' }).getMany();
    expect(first).not.toHaveProperty('copies');
  });
});

describe.each(engines)('conditions alone on %s', (engine) => {
  let database: TestDatabase;
  let filters: FilterService;

  beforeAll(async () => {
    database = await openGallery(engine);
    filters = FilterService.forDataSource(database.source);
  });
  afterAll(() => database.close());

  const builder = () => database.source.createQueryBuilder(Painting, 'painting');

  it.each([
    ['no slice', ''],
    ['a page', '&pagination[page]=2&pagination[pageSize]=1'],
    ['an offset', '&pagination[start]=1&pagination[limit]=1'],
    ['a cursor', '&pagination[after]=abc&pagination[pageSize]=1'],
  ])('are what an aggregate is of, with %s', async (_, slice) => {
    const query = filters.parse(Painting, `filters[copies][number]=2&sort=painter.name,title${slice}`);
    const sum = builder().select('SUM(painting.year)', 'sum').addSelect('COUNT(*)', 'count');
    const row = await filters.apply(sum, query, { only: 'filters' }).getRawOne<{ sum: unknown; count: unknown }>();
    expect([Number(row?.sum), Number(row?.count)]).toEqual([1892 + 1895 + 1898, 3]);
  });

  it('apply before GROUP BY, beside the builder’s own condition in brackets', async () => {
    const query = filters.and(filters.parse(Painting, 'filters[year][$lte]=1896'), { id: { $gt: 1 } });
    const groups = builder()
      .select('painting.painter', 'painter')
      .addSelect('COUNT(*)', 'count')
      .where('painting.id < 4')
      .orWhere('painting.id > 4')
      .groupBy('painting.painter');
    const rows = await filters.apply(groups, query, { only: 'filters' }).getRawMany<{ count: unknown }>();
    expect(rows.map(({ count }) => Number(count)).sort()).toEqual([1, 1, 2]);
  });

  it.each([{ onyl: 'filters' }, { only: 'filter' }, { only: true }])('cannot be asked for as %j', (options) => {
    const apply = () => filters.apply(builder(), filters.parse(Painting, ''), options as never);
    expect(apply).toThrow(expect.objectContaining({ name: 'FilterConfigurationError' }));
  });
});

describe.each(engines)('a builder that selects no entity on %s', (engine) => {
  let database: TestDatabase;
  let filters: FilterService;

  beforeAll(async () => {
    database = await openGallery(engine);
    filters = FilterService.forDataSource(database.source);
  });
  afterAll(() => database.close());

  const builder = () => database.source.createQueryBuilder(Painting, 'painting');

  it.each([
    ['an aggregate', () => builder().select('COUNT(*)', 'count')],
    ['raw columns', () => builder().select('painting.title', 'title')],
    ['a group', () => builder().select('painting.year', 'year').groupBy('painting.year')],
    ['nothing', () => builder().select([])],
    ['a relation alone', () => builder().leftJoin('painting.copies', 'copy').select('copy')],
  ])('has no pages: %s', async (_, make) => {
    await expect(filters.page(make(), filters.parse(Painting, 'pagination[pageSize]=2'))).rejects.toThrow(
      'page(): the builder selects nothing of Painting',
    );
  });

  it.each([
    ['some columns', () => builder().select(['painting.id', 'painting.title']), 2],
    ['not the key', () => builder().select('painting.title'), 2],
    ['a column by TypeORM’s own name', () => builder().select('painting.id', 'painting_id'), 2],
    ['a raw value beside it', () => builder().addSelect('painting.year + 1', 'next'), 2],
  ])('is none that selects %s', async (_, make, rows) => {
    const { data } = await filters.page(make(), filters.parse(Painting, 'pagination[pageSize]=2'));
    expect(data).toHaveLength(rows);
  });
});
