import {
  AfterLoad,
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
  type SelectQueryBuilder,
} from 'typeorm';
import { Filterable, FilterConfigurationError, FilterService, type Page } from 'nestjs-filterable';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';

/* Primary keys of several texts, which are one text when they are joined: TypeORM joins them with `_`. */

@Entity('keyed_shelf')
@Filterable({ fields: ['room', 'place', 'rank'], relations: ['books'], populate: [{ name: 'books', limit: 9 }] })
class Shelf {
  @PrimaryColumn({ type: 'varchar', length: 20 }) room!: string;
  @PrimaryColumn({ type: 'varchar', length: 20 }) place!: string;
  @Column() rank!: number;
  @OneToMany(() => Book, (book) => book.shelf) books!: Relation<Book>[];

  loads?: number;

  @AfterLoad()
  count(): void {
    this.loads = (this.loads ?? 0) + 1;
  }
}

@Entity('keyed_book')
@Filterable({ fields: ['writer', 'title', 'rank'], relations: ['shelf'], populate: ['shelf'] })
class Book {
  @PrimaryColumn({ type: 'varchar', length: 20 }) writer!: string;
  @PrimaryColumn({ type: 'varchar', length: 20 }) title!: string;
  @Column() rank!: number;
  @ManyToOne(() => Shelf, (shelf) => shelf.books)
  @JoinColumn([
    { name: 'shelf_room', referencedColumnName: 'room' },
    { name: 'shelf_place', referencedColumnName: 'place' },
  ])
  shelf!: Relation<Shelf>;
}

/** Neighbours under a join by `_`, and under one that puts lengths before the parts. */
const keys: readonly (readonly [room: string, place: string])[] = [
  ['a_b', 'c'],
  ['a', 'b_c'],
  ['a_', 'b'],
  ['a', '_b'],
  ['1:a', 'b'],
  ['1', ':a1:b'],
  ['plain', 'key'],
];
const texts = keys.map(([room, place]) => `${room}|${place}`);

type Builder = SelectQueryBuilder<Shelf>;

const plainBuilders: readonly (readonly [name: string, prepare: (builder: Builder) => Builder])[] = [
  ['the entity alone', (builder) => builder],
  ['what is not prepared', (builder) => builder.comment('by hand')],
];
const joinedBuilders: typeof plainBuilders = [
  ['a join to many', (builder) => builder.leftJoinAndSelect('shelf.books', 'book')],
  ['such a join, not prepared', (builder) => builder.leftJoinAndSelect('shelf.books', 'book').comment('by hand')],
];
const builders = [...plainBuilders, ...joinedBuilders];
const ways = builders.flatMap(([name, prepare]) =>
  (['compiled', 'typeorm'] as const).map((hydration) => ({ name, prepare, hydration })),
);

describe.each(engines)('keys of several texts on %s', (engine) => {
  let database: TestDatabase;
  let filters: FilterService;

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: [Shelf, Book] });
    const { manager } = database.source;
    const shelves = keys.map(([room, place], rank) => ({ room, place, rank }));
    await manager.insert(Shelf, shelves);
    // Each shelf but the last has a book of its own, and the first one all that are neighbours.
    const books = keys.map(([writer, title], rank) => ({ writer, title, rank, shelf: shelves[rank < 4 ? 0 : rank] }));
    const others = keys.slice(1, 4).map(([writer, title], rank) => ({
      ...{ writer: `${writer}!`, title, rank: rank + 10, shelf: shelves[rank + 1] },
    }));
    await manager.insert(Book, [...books, ...others]);
    filters = FilterService.forDataSource(database.source);
  });
  afterAll(() => database.close());

  const shelves = () => database.source.createQueryBuilder(Shelf, 'shelf');
  const keyOf = ({ room, place }: Shelf) => `${room}|${place}`;
  const booksOf = ({ books }: Shelf) => books.map(({ writer, title }) => `${writer}|${title}`).sort();
  const expectedBooks = [
    texts.slice(0, 4).sort(),
    ...keys.slice(1, 4).map(([writer, title]) => [`${writer}!|${title}`]),
    ...texts.slice(4).map((text) => [text]),
  ];

  describe.each(ways)('$name, hydration $hydration', ({ name, prepare, hydration }) => {
    const page = (text: string): Promise<Page<Shelf>> =>
      filters.page(prepare(shelves()), filters.parse(Shelf, text), { hydration });
    const expectWhole = (rows: readonly Shelf[]) => {
      expect(rows.map(keyOf)).toEqual(texts);
      expect(rows.map(({ loads }) => loads)).toEqual(texts.map(() => 1));
      if (name.includes('join')) expect(rows.map(booksOf)).toEqual(expectedBooks);
    };

    it.each([1, 3, 50])('are rows of their own on pages by number, %d a page', async (size) => {
      const rows: Shelf[] = [];
      for (let number = 1; number <= Math.ceil(keys.length / size); number += 1) {
        const { data, meta } = await page(`sort=rank&pagination[page]=${number}&pagination[pageSize]=${size}`);
        expect(meta.pagination).toMatchObject({ total: keys.length });
        rows.push(...data);
      }
      expectWhole(rows);
    });

    it.each([1, 3, 50])('are rows of their own on pages by cursor, %d a page', async (size) => {
      const rows: Shelf[] = [];
      for (let after: string | null = ''; after !== null && rows.length < 20;) {
        const slice: string = `pagination[pageSize]=${size}&pagination[after]=${encodeURIComponent(after)}`;
        const { data, meta } = await page(`sort=rank&${slice}`);
        rows.push(...data);
        after = 'next' in meta.pagination ? meta.pagination.next : null;
      }
      expectWhole(rows);
    });

    it.each([1, 2, 50])('come once from each(), %d at a time', async (chunk) => {
      const rows: Shelf[] = [];
      const query = filters.parse(Shelf, 'sort=rank', { pagination: false });
      for await (const row of filters.each(prepare(shelves()), query, { chunk, hydration })) rows.push(row);
      expectWhole(rows);
    });

    it('are counted, and found by a filter', async () => {
      const found = (text: string) => filters.count(prepare(shelves()), filters.parse(Shelf, text));
      expect([await found(''), await found('filters[room]=a')]).toEqual([keys.length, 2]);
    });
  });

  it.each(
    plainBuilders.flatMap(([name, prepare]) => ['compiled', 'typeorm'].map((by) => [name, by, prepare] as const)),
  )('have their own related rows: %s, hydration %s', async (_, by, prepare) => {
    const hydration = by === 'typeorm' ? 'typeorm' : 'compiled';
    for (const strategy of ['adaptive', 'in'] as const) {
      const service = FilterService.forDataSource(database.source, { strategy });
      const down = service.parse(Shelf, 'sort=rank&populate=books');
      const { data } = await service.page(prepare(shelves()), down, { hydration });
      expect(data.map(booksOf)).toEqual(expectedBooks);
      const books = database.source.createQueryBuilder(Book, 'book');
      const up = await service.page(books, service.parse(Book, 'sort=rank&populate=shelf'), { hydration });
      expect(up.data.map(({ shelf }) => keyOf(shelf))).toEqual([
        ...[texts[0], texts[0], texts[0], texts[0], ...texts.slice(4)],
        ...texts.slice(1, 4),
      ]);
    }
  });

  it('are refused where TypeORM alone can make the entities, and takes some for others', async () => {
    const page = (text: string) =>
      filters.page(shelves().loadRelationIdAndMap('shelf.books', 'shelf.books'), filters.parse(Shelf, text));
    const refused = /TypeORM takes rows of shelf with different primary keys for one.*ids or numbers/;
    await expect(page('')).rejects.toThrow(FilterConfigurationError);
    await expect(page('')).rejects.toThrow(refused);
    expect((await page('filters[rank][$gt]=3')).data).toHaveLength(3);
  });
});
