import { Filterable, type FilterService } from 'nestjs-filterable';
import { Column, Entity, ManyToOne, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { answer, answers, rowsIn, serviceFor } from '../parse/asking.js';

interface Context {
  readonly admin: boolean;
}

const forAdmins = (context: unknown): boolean => (context as Context | undefined)?.admin === true;

@Entity()
@Filterable({
  fields: ['id', 'name', { name: 'city', as: 'town' }],
  relations: ['books'],
  sort: ['name', 'city', 'books.$count', 'books.title'],
})
class Writer {
  @PrimaryGeneratedColumn() id!: number;
  @Column() name!: string;
  @Column() city!: string;
  @Column() email!: string;
  @OneToMany(() => Book, (book) => book.writer) books!: Relation<Book>[];
}

@Entity()
@Filterable({
  fields: [
    { name: 'title', as: 'name' },
    { name: 'pages', sortable: false },
    { name: 'price', when: forAdmins },
  ],
  relations: [
    { name: 'writer', as: 'author' },
    { name: 'editor', when: forAdmins },
  ],
  sort: ['title', 'pages', 'price', 'secret', 'writer.name', 'writer.email', 'editor.name', 'editor.email'],
})
class Book {
  @PrimaryGeneratedColumn() id!: number;
  @Column() title!: string;
  @Column() pages!: number;
  @Column() price!: number;
  @Column() secret!: string;
  @Column({ type: 'simple-json' }) meta!: object;
  @ManyToOne(() => Writer, (writer) => writer.books) writer!: Relation<Writer>;
  @ManyToOne(() => Writer) editor!: Relation<Writer>;
}

@Entity()
@Filterable()
class Shelf {
  @PrimaryGeneratedColumn() id!: number;
  @Column() label!: string;
  @ManyToOne(() => Book) book!: Relation<Book>;
  @ManyToOne(() => Writer) writer!: Relation<Writer>;
}

const by: FilterService = await serviceFor([Writer, Book, Shelf]);

const refused = ['not_sortable /sort/0'];

describe('a list of sort keys', () => {
  const rows = rowsIn(`
    sort=name                -> sort[0]=name:asc         # by the alias of a field
    sort=title               -> not_sortable /sort/0     # the name of which is unknown
    sort=pages               -> sort[0]=pages:asc        # the list decides, whatever the field says
    sort=secret              -> sort[0]=secret:asc       # a column that cannot be filtered by
    sort=author.name         -> sort[0]=author.name:asc  # through a relation by its alias
    sort=writer.name         -> not_sortable /sort/0     # the name of which is unknown
    sort=author.email        -> sort[0]=author.email:asc # to a column that is not exposed, by the alias of the relation
    sort=writer.email        -> not_sortable /sort/0     # whose name is unknown there, too
    sort=id                  -> not_sortable /sort/0     # what is not in it
    sort=author.id           -> not_sortable /sort/0     # what is not in it, through a relation
    sort=price               -> not_sortable /sort/0     # what is hidden from this client
    sort=editor.name         -> not_sortable /sort/0     # through a relation that is hidden
    sort=editor.email        -> not_sortable /sort/0     # even to a column that has no rule of its own
    sort=author.books.$count -> not_sortable /sort/0     # more than one hop, where it is not in the list
  `);
  answers(rows, { of: Book, by });

  it.each(['price', 'editor.name', 'editor.email'])('shows %s to whom it is not hidden from', (key) => {
    const overrides = { context: { admin: true } };
    expect(answer(`sort=${key}`, { of: Book, by, overrides })).toBe(`sort[0]=${key}:asc`);
  });

  it('of entities that sort through each other is resolved', () => {
    expect(answer('sort=books.$count,books.name:desc,town', { of: Writer, by })).toBe(
      'sort[0]=books.$count:asc&sort[1]=books.name:desc&sort[2]=town:asc',
    );
  });

  it('decides about the columns of its entity behind a relation, too', () => {
    expect(answer('sort=writer.name', { of: Shelf, by })).toBe('sort[0]=writer.name:asc');
    expect(answer('sort=writer.town', { of: Shelf, by })).toBe('sort[0]=writer.town:asc');
    expect(answer('sort=writer.id', { of: Shelf, by })).toEqual(refused);
    expect(answer('sort=book.pages', { of: Shelf, by })).toBe('sort[0]=book.pages:asc');
    expect(answer('sort=book.price', { of: Shelf, by })).toEqual(refused);
  });

  describe.each<[string, object]>([
    ['fewer fields', { fields: ['title'] }],
    ['no fields', { fields: [] }],
    ['no relations', { relations: [] }],
    ['fewer of both', { fields: ['title'], relations: ['writer'] }],
  ])('means the same where a handler exposes %s', (_, overrides) => {
    answers(rows, { of: Book, by, overrides });

    it('and has the same description', () => {
      expect(by.describe(Book, overrides).sort).toEqual(by.describe(Book).sort);
    });

    it('and shows what is hidden to whom it is not hidden from', () => {
      const asking = { of: Book, by, overrides: { ...overrides, context: { admin: true } } };
      expect(answer('sort=price,editor.name', asking)).toBe('sort[0]=price:asc&sort[1]=editor.name:asc');
    });
  });

  it('hides what the related entity hides, on a path that leaves it out', () => {
    const overrides: object = { relations: [{ name: 'book', fields: ['title'] }], sort: ['book.price', 'book.title'] };
    expect(answer('sort=book.price', { of: Shelf, by, overrides })).toEqual(refused);
    expect(answer('sort=book.name', { of: Shelf, by, overrides })).toBe('sort[0]=book.name:asc');
    const admin = { ...overrides, context: { admin: true } };
    expect(answer('sort=book.price', { of: Shelf, by, overrides: admin })).toBe('sort[0]=book.price:asc');
  });

  it('is the list in descriptions', () => {
    expect(by.describe(Book).sort).toEqual(['name', 'pages', 'secret', 'author.name', 'author.email']);
    expect(by.describe(Shelf).sort).toEqual(['id', 'label', 'book.name', 'book.pages', 'writer.name', 'writer.town']);
  });
});
