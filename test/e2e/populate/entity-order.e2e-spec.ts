import { Column, Entity, JoinTable, ManyToMany, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import { Filterable } from 'nestjs-filterable';
import { onEngines } from '../../support/engines.js';
import { cases } from '../../support/table.js';

@Entity('nf_shelf')
@Filterable({ fields: ['id'], populate: [{ name: 'books', limit: 2, sort: 'title:asc' }, 'labels'] })
class Shelf {
  @PrimaryColumn({ type: 'int' }) id!: number;
  @OneToMany(() => Book, ({ shelf }) => shelf) books!: Relation<Book>[];
  @ManyToMany(() => Label) @JoinTable() labels!: Relation<Label>[];
}

@Entity('nf_book', { orderBy: { title: 'DESC' } })
@Filterable({ fields: ['id', 'title'], populate: [{ name: 'chapters', limit: 5, sort: 'title' }, 'shelf'] })
class Book {
  @PrimaryColumn({ type: 'int' }) id!: number;
  @Column({ type: 'varchar', length: 20 }) title!: string;
  @ManyToOne(() => Shelf, ({ books }) => books) shelf!: Relation<Shelf>;
  @OneToMany(() => Chapter, ({ book }) => book) chapters!: Relation<Chapter>[];
}

@Entity('nf_chapter', { orderBy: { title: 'DESC' } })
@Filterable({ fields: ['id', 'title'], populate: ['book'] })
class Chapter {
  @PrimaryColumn({ type: 'int' }) id!: number;
  @Column({ type: 'varchar', length: 20 }) title!: string;
  @ManyToOne(() => Book, ({ chapters }) => chapters) book!: Relation<Book>;
}

@Entity('nf_label', { orderBy: { id: 'DESC' } })
@Filterable({ fields: ['id'] })
class Label {
  @PrimaryColumn({ type: 'int' }) id!: number;
}

/** The books of shelf 1 are d, c, b, a by their keys, and those of shelf 2 are f, e; each has three chapters. */
const books = [...'dcbafe'].map((title, at) => ({ id: at + 1, title, shelf: { id: at < 4 ? 1 : 2 } }));
const chapters = books.flatMap(({ id, title }) =>
  [2, 3, 1].map((number, place) => ({ id: id * 10 + place, title: `${title}${number}`, book: { id } })),
);

const shown = ({ title, chapters: own }: Partial<Book>) =>
  own === undefined ? title : `${title}: ${own.map((chapter) => chapter.title).join(' ')}`;

onEngines(
  'related rows of an entity with an order of its own',
  {
    entities: [Shelf, Book, Chapter, Label],
    seed: async (source) => {
      await source.getRepository(Label).insert([{ id: 1 }, { id: 2 }, { id: 3 }]);
      await source.getRepository(Shelf).insert([{ id: 1 }, { id: 2 }]);
      for (const id of [1, 2]) await source.createQueryBuilder().relation(Shelf, 'labels').of(id).add([3, 1, 2]);
      await source.getRepository(Book).insert(books);
      await source.getRepository(Chapter).insert(chapters);
    },
  },
  (world) => {
    const shelves = async (request: string) =>
      (await world.filters.page(world.repository(Shelf), world.filters.parse(Shelf, `sort=id&${request}`))).data;

    // The books of either shelf, with their chapters where they are populated.
    it.each(
      cases(`
        populate=books                                       -> a, b | e, f
        populate[books][limit]=1                             -> a | e
        populate[books][sort]=id&populate[books][limit]=1    -> d | f
        populate[books][sort]=id                             -> d, c | f, e
        populate[books][sort]=title:desc                     -> d, c | f, e
        populate[books][filters][title][$ne]=a               -> b, c | e, f
        populate=books.chapters                              -> a: a1 a2 a3, b: b1 b2 b3 | e: e1 e2 e3, f: f1 f2 f3
        populate[books][populate][chapters][sort]=id&populate[books][populate][chapters][limit]=2 -> a: a2 a3, b: b2 b3 | e: e2 e3, f: f2 f3
      `),
    )('are the first ones of the order asked for: %s', async (request, expected) => {
      const data = await shelves(request);
      expect(data.map((shelf) => shelf.books.map(shown).join(', ')).join(' | ')).toBe(expected);
    });

    it('are in the order of their keys through a junction, and those of each row where they are to one', async () => {
      const labels = (await shelves('populate[labels][limit]=2')).map((shelf) =>
        shelf.labels.map(({ id }) => id).join(),
      );
      expect(labels).toEqual(['1,2', '1,2']);
      const query = world.filters.parse(Chapter, 'sort=id&populate=book');
      const { data } = await world.filters.page(world.repository(Chapter), query);
      expect(data.map(({ id, book: { id: of } }) => [id, of])).toEqual(chapters.map(({ id, book }) => [id, book.id]));
    });
  },
);
