import { Filterable } from 'nestjs-filterable';
import {
  Column,
  type DataSource,
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { onEngines } from '../../support/engines.js';

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

/** Of ten paintings the odd ones have a painter, each has up to two copies and hangs in up to three rooms. */
async function seed({ manager }: DataSource): Promise<void> {
  const country = await manager.save(Country, { id: 1, name: 'Norway' });
  const painters = await manager.save(Painter, [
    { id: 1, name: 'Munch', country },
    { id: 2, name: 'Nobody', country: null },
  ]);
  const rooms = await manager.save(Room, [{ id: 1 }, { id: 2 }, { id: 3 }]);
  for (let id = 1; id <= 10; id += 1) {
    const painter = id % 2 === 1 ? (painters[id % 4 === 1 ? 0 : 1] ?? null) : null;
    const painting = { id, title: `no. ${id}`, year: 1890 + id, painter, rooms: rooms.slice(id % 4) };
    await manager.save(Painting, { ...painting, depot: rooms[0] ?? null });
    for (let number = 1; number <= id % 3; number += 1) {
      await manager.save(Copy, { id: id * 10 + number, number, painting: { id } });
    }
  }
}

onEngines('a page of a repository', { entities: [Country, Painter, Painting, Copy, Room], seed }, (world) => {
  const page = (request: string) =>
    world.filters.page(world.repository(Painting), world.filters.parse(Painting, request));
  const builder = () => world.source.createQueryBuilder(Painting, 'painting');

  /** Sorts the related rows: neither find() nor a page promises their order. */
  const settled = (rows: readonly Painting[]) =>
    rows.map(({ copies, rooms, ...painting }) => ({
      ...painting,
      copies: [...copies].sort((a, b) => a.id - b.id),
      rooms: [...rooms].sort((a, b) => a.id - b.id),
    }));

  it.each([
    ['pagination[page]=2&pagination[pageSize]=4', 4],
    ['pagination[start]=8&pagination[limit]=4', 8],
    ['pagination[after]=&pagination[pageSize]=4', 0],
  ])('has what find() loads, nested and to-many relations, too: %s', async (request, skip) => {
    const { data } = await page(`sort=id&${request}`);
    const expected = await world.repository(Painting).find({ order: { id: 'ASC' }, skip, take: 4 });
    expect(settled(data)).toEqual(settled(expected));
    expect(data.every((painting) => !('depot' in painting))).toBe(true);
  });

  it('has its relations whole, with any filter and sort', async () => {
    const { data, meta } = await page(
      'filters[copies][number]=2&sort=painter.name:nullsLast,copies.$count,id&pagination[pageSize]=2',
    );
    expect(meta.pagination).toMatchObject({ total: 3 });
    expect(data.map(({ id, copies }) => `${id}:${copies.length}`)).toEqual(['5:2', '2:2']);
    expect(data[0]?.painter).toEqual({ id: 1, name: 'Munch', country: { id: 1, name: 'Norway' } });
  });

  describe('with relations of the call', () => {
    /** Sorts the related rows at every depth. */
    const whole = (rows: readonly object[]) => rows.map((row) => inside({ ...row }));
    const inside = (value: unknown): unknown => {
      if (Array.isArray(value))
        return value.map(inside).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inside(each)]));
    };
    const relations = ['depot', 'copies.painting.depot', 'painter.country'];
    const tree = { depot: true, copies: { painting: { depot: true } }, painter: { country: true } };
    const load = (request: string, names = relations) =>
      world.filters.page(world.repository(Painting), world.filters.parse(Painting, request), { relations: names });

    it.each(['join', 'query'] as const)('has what find() loads with them, by the strategy %s', async (strategy) => {
      const options: { relationLoadStrategy?: 'join' | 'query' } = world.source.options;
      const { relationLoadStrategy: before } = options;
      options.relationLoadStrategy = strategy;
      try {
        for (const size of ['pagination[page]=2', 'pagination[after]=', 'pagination[start]=4&pagination[limit]']) {
          const { result, statements } = await world.spy.during(() =>
            load(`sort=id&${size}${size.includes('start') ? '' : '&pagination[pageSize]'}=4`),
          );
          const { data, meta } = result;
          expect(statements.some((text) => /JOIN \S*room\S* \S*Painting_depot/.test(text))).toBe(strategy === 'join');
          const [first] = data;
          const at = (first?.id ?? 1) - 1;
          const expected = await world
            .repository(Painting)
            .find({ relations: tree, order: { id: 'ASC' }, skip: at, take: 4 });
          expect(whole(data)).toEqual(whole(expected));
          expect(data[0]?.depot).toEqual({ id: 1 });
          if ('total' in meta.pagination) expect(meta.pagination.total).toBe(10);
        }
      } finally {
        if (before === undefined) delete options.relationLoadStrategy;
        else options.relationLoadStrategy = before;
      }
    });

    it('counts the rows once, and exports them with the same relations', async () => {
      const statements = await world.sent(() => load('sort=id&pagination[pageSize]=3', ['depot']));
      expect(statements.filter((text) => /COUNT\(/.test(text))).toHaveLength(1);
      const query = world.filters.parse(Painting, 'sort=id');
      const rows: Painting[] = [];
      for await (const row of world.filters.each(world.repository(Painting), query, { relations, chunk: 3 }))
        rows.push(row);
      const expected = await world.repository(Painting).find({ relations: tree, order: { id: 'ASC' } });
      expect(whole(rows)).toEqual(whole(expected));
      expect(await world.filters.count(world.repository(Painting), query, { relations })).toBe(10);
    });

    it('answers a relation that the request populates as that says', async () => {
      const query = world.filters.parse(Painting, 'sort=id&populate[copies][filters][number]=1', {
        populate: ['copies'],
      });
      const { data } = await world.filters.page(world.repository(Painting), query, { relations });
      expect(data.find(({ id }) => id === 5)?.copies).toEqual([{ id: 51, number: 1 }]);
      expect(data[0]?.depot).toEqual({ id: 1 });
    });

    it('refuses a builder, and what is no relation', async () => {
      const query = world.filters.parse(Painting, '');
      await expect(world.filters.page(builder(), query, { relations })).rejects.toThrow(
        'page(): `relations` is for a repository, and this is a builder',
      );
      expect(() => world.filters.each(builder(), query, { relations })).toThrow(
        'each(): `relations` is for a repository',
      );
      await expect(load('', ['copies.paintings'])).rejects.toThrow(
        'page(): `relations` has copies.paintings, and Copy has no relation paintings; did you mean painting?',
      );
      await expect(load('', ['title'])).rejects.toThrow('Painting has no relation title');
      await expect(load('', 'depot' as never)).rejects.toThrow('`relations` must be a list of names');
      expect((await world.filters.page(builder(), query, { relations: [] })).data).toHaveLength(10);
    });
  });

  it('leaves builders and counts as they are', async () => {
    const { filters } = world;
    const query = filters.parse(Painting, 'sort=id&pagination[pageSize]=2');
    const { data } = await filters.page(builder(), query);
    expect(data.map((painting) => Object.keys(painting).join())).toEqual(['id,title,year', 'id,title,year']);
    expect(await filters.count(world.repository(Painting), query)).toBe(10);
    const [first] = await filters.filter(world.repository(Painting), { sort: 'id' }).getMany();
    expect(first).not.toHaveProperty('copies');
  });

  it.each([
    ['no slice', ''],
    ['a page', '&pagination[page]=2&pagination[pageSize]=1'],
    ['an offset', '&pagination[start]=1&pagination[limit]=1'],
    ['a cursor', '&pagination[after]=abc&pagination[pageSize]=1'],
  ])('gives its conditions alone to an aggregate, with %s', async (_, slice) => {
    const query = world.filters.parse(Painting, `filters[copies][number]=2&sort=painter.name,title${slice}`);
    const sum = builder().select('SUM(painting.year)', 'sum').addSelect('COUNT(*)', 'count');
    const row = await world.filters
      .apply(sum, query, { only: 'filters' })
      .getRawOne<{ sum: unknown; count: unknown }>();
    expect([Number(row?.sum), Number(row?.count)]).toEqual([1892 + 1895 + 1898, 3]);
  });

  it('gives its conditions to GROUP BY, beside the builder’s own in brackets', async () => {
    const { filters } = world;
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
});
