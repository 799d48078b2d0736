import { Filterable, FilterConfigurationError, FilterService } from 'nestjs-filterable';
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
import { onEngines } from '../../support/engines.js';
import { walks } from './walk.js';

/* Primary keys of several texts, which are one text when they are joined: TypeORM joins them with `_`. */

@Entity('keyed_shelf')
@Filterable({ fields: ['room', 'place', 'rank'], relations: ['books'], populate: [{ name: 'books', limit: 9 }] })
class Shelf {
  @PrimaryColumn({ type: 'varchar', length: 20 }) room!: string;
  @PrimaryColumn({ type: 'varchar', length: 20 }) place!: string;
  @Column() rank!: number;
  @OneToMany(() => Book, (book) => book.shelf) books!: Relation<Book>[];
  loads?: number;
  @AfterLoad() count(): void {
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
const texts = ['a_b|c', 'a|b_c', 'a_|b', 'a|_b', '1:a|b', '1|:a1:b', 'plain|key'];
const keys = texts.map((text) => text.split('|') as [string, string]);
const shelves = keys.map(([room, place], rank) => ({ room, place, rank }));
// Each shelf but the last has a book of its own, and the first one all that are neighbours.
const books = [
  ...keys.map(([writer, title], rank) => ({ writer, title, rank, shelf: shelves[rank < 4 ? 0 : rank] })),
  ...keys
    .slice(1, 4)
    .map(([writer, title], n) => ({ writer: `${writer}!`, title, rank: n + 10, shelf: shelves[n + 1] })),
];
const expectedBooks = [
  texts.slice(0, 4).sort(),
  ...texts.slice(1, 4).map((text) => [text.replace('|', '!|')]),
  ...texts.slice(4).map((text) => [text]),
];

type Builder = SelectQueryBuilder<Shelf>;

const builders: readonly (readonly [string, (builder: Builder) => Builder])[] = [
  ['the entity alone', (builder) => builder],
  ['a join to many', (builder) => builder.leftJoinAndSelect('shelf.books', 'book')],
];

onEngines(
  'keys of several texts',
  {
    entities: [Shelf, Book],
    seed: async ({ manager }) => {
      await manager.insert(Shelf, shelves);
      await manager.insert(Book, books);
    },
  },
  (world) => {
    const builder = () => world.source.createQueryBuilder(Shelf, 'shelf');
    const booksOf = ({ books }: Shelf) => books.map(({ writer, title }) => `${writer}|${title}`).sort();

    it.each(builders)('are rows of their own on every page: %s', async (name, prepare) => {
      const { filters } = world;
      const listing = { filters, entity: Shelf, builder: () => prepare(builder()), request: { sort: ['rank'] } };
      for (const walk of ['byPage', 'forwards', 'inChunks'] as const) {
        const rows = (await walks[walk](listing, 3)).flat();
        expect(rows.map(({ room, place }) => `${room}|${place}`)).toEqual(texts);
        expect(rows.map(({ loads }) => loads)).toEqual(texts.map(() => 1));
        if (name.includes('join')) expect(rows.map(booksOf)).toEqual(expectedBooks);
      }
      expect(await filters.count(listing.builder(), filters.parse(Shelf, 'filters[room]=a'))).toBe(2);
    });

    it.each(['adaptive', 'in'] as const)('have their own related rows, by the strategy %s', async (strategy) => {
      const filters = FilterService.forDataSource(world.source, { strategy });
      const down = await filters.page(builder(), filters.parse(Shelf, 'sort=rank&populate=books'));
      expect(down.data.map(booksOf)).toEqual(expectedBooks);
      const up = await filters.page(world.repository(Book), filters.parse(Book, 'sort=rank&populate=shelf'));
      expect(up.data.map(({ shelf: { room, place } }) => `${room}|${place}`)).toEqual([
        ...[texts[0], texts[0], texts[0], texts[0], ...texts.slice(4)],
        ...texts.slice(1, 4),
      ]);
    });

    it('are refused where TypeORM takes parents of related rows for others', async () => {
      const filters = FilterService.forDataSource(world.source, { hydration: 'typeorm' });
      const page = (text: string) => filters.page(world.repository(Book), filters.parse(Book, text));
      await expect(page('populate=shelf')).rejects.toThrow(FilterConfigurationError);
      await expect(page('populate=shelf')).rejects.toThrow(/TypeORM merges rows of Shelf with different primary keys/);
    });
  },
);
