import {
  ChildEntity,
  Column,
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
  TableInheritance,
} from 'typeorm';
import { Filterable } from 'nestjs-filterable';
import { type Mapping, asking, save } from './mapping.js';

/** Several classes in one table, told apart by a discriminator; and columns from a class that has no table at all. */

abstract class Numbered {
  @PrimaryColumn() id!: number;
}

@Entity()
@TableInheritance({ column: { type: 'varchar', name: 'medium', length: 20 } })
@Filterable()
export class Medium extends Numbered {
  @Column() title!: string;
  @OneToMany(() => Review, (review) => review.medium) reviews!: Relation<Review>[];
}

@ChildEntity()
@Filterable()
export class Film extends Medium {
  @Column({ type: 'int', nullable: true }) minutes!: number;
  @OneToMany(() => Review, (review) => review.film) filmReviews!: Relation<Review>[];
}

/** A child of a child: a Film, too. */
@ChildEntity('docu')
@Filterable()
class Documentary extends Film {
  @Column({ type: 'varchar', nullable: true }) subject!: string;
}

class Cover {
  @Column({ type: 'varchar', nullable: true }) colour!: string | null;
}

@ChildEntity()
@Filterable()
class Book extends Medium {
  @Column({ type: 'int', nullable: true }) pages!: number;
  @Column(() => Cover) cover!: Cover;
  @ManyToMany(() => Shelf, (shelf) => shelf.books) shelves!: Relation<Shelf>[];
}

@Entity()
@Filterable()
class Shelf extends Numbered {
  @ManyToMany(() => Book, (book) => book.shelves) @JoinTable() books!: Relation<Book>[];
}

@Entity()
@Filterable()
class Review extends Numbered {
  @Column() stars!: number;
  @ManyToOne(() => Medium, (medium) => medium.reviews) medium!: Relation<Medium>;
  /** Nothing in the database keeps it from referring to a book, which then is no film. */
  @ManyToOne(() => Film, (film) => film.filmReviews, { nullable: true }) film!: Relation<Film> | null;
}

export const inheritance: Mapping = {
  name: 'single-table inheritance and inherited columns',
  entities: [Medium, Film, Documentary, Book, Shelf, Review],
  async seed(source) {
    const medium = (id: number, title: string) => ({ id, title });
    const [alien, bears] = [
      { ...medium(1, 'Alien'), minutes: 117 },
      { ...medium(2, 'Bears'), minutes: 52 },
    ];
    const [dune, emma] = [
      { ...medium(3, 'Dune'), pages: 412, cover: { colour: 'red' } },
      { ...medium(4, 'Emma'), pages: 474, cover: { colour: null } },
    ];
    await save(source, Film, [alien]);
    await save(source, Documentary, [{ ...bears, subject: 'nature' }]);
    await save(source, Book, [dune, emma]);
    await save(source, Medium, [medium(5, 'Zine')]);
    await save(source, Shelf, [
      { id: 1, books: [dune, emma] },
      { id: 2, books: [emma] },
      { id: 3, books: [] },
    ]);
    // What a foreign key cannot refuse: the junction, and a review, refer to what is no book, and no film.
    await source.createQueryBuilder().relation(Shelf, 'books').of(3).add(1);
    await save(source, Review, [
      { id: 1, stars: 5, medium: alien, film: alien },
      { id: 2, stars: 2, medium: bears, film: bears },
      { id: 3, stars: 4, medium: dune, film: { id: 3 } },
      { id: 4, stars: 3, medium: { id: 5 }, film: null },
    ]);
  },
  cases: [
    ...asking(Medium, [
      ['filters[title][$gt]=C', [3, 4, 5]],
      ['filters[reviews][stars][$gte]=4', [1, 3]],
      ['sort=title:desc', [5, 4, 3, 2, 1]],
      ['sort=reviews.stars:desc:nullsLast', [1, 3, 5, 2, 4]],
    ]),
    ...asking(Film, [
      ['filters[minutes][$lt]=200', [1, 2]],
      ['filters[title]=Dune', []],
      ['filters[filmReviews][$count]=1', [1, 2]],
      ['filters[reviews][stars]=5', [1]],
      ['sort=minutes', [2, 1]],
      ['sort=filmReviews.stars:desc', [1, 2]],
    ]),
    ...asking(Documentary, [
      ['filters[subject]=nature', [2]],
      ['filters[minutes][$null]=false', [2]],
      ['sort=reviews.$count', [2]],
    ]),
    ...asking(Book, [
      ['filters[pages][$gt]=400&sort=title:desc', [4, 3]],
      ['filters[cover][colour]=red', [3]],
      ['sort=cover.colour:asc:nullsFirst', [4, 3]],
      ['filters[shelves][id]=1', [3, 4]],
      ['filters[shelves][$count]=2', [4]],
      ['sort=shelves.$count:desc', [4, 3]],
    ]),
    ...asking(Shelf, [
      ['filters[books][title]=Emma', [1, 2]],
      ['filters[books][cover][colour]=red', [1]],
      ['filters[books][$exists]=true', [1, 2]],
      ['filters[books][$count]=0', [3]],
      ['filters[books][$none][title]=Alien', [1, 2, 3]],
      ['filters[books][$every][title]=Emma', [2, 3]],
      ['sort=books.$count:desc', [1, 2, 3]],
      ['sort=books.title:asc:nullsLast', [1, 2, 3]],
    ]),
    ...asking(Review, [
      ['filters[medium][title]=Dune', [3]],
      ['filters[medium]=5', [4]],
      ['filters[film][title]=Alien', [1]],
      ['filters[film][title]=Dune', []],
      ['filters[film]=3', []],
      ['filters[film][$exists]=true', [1, 2]],
      ['filters[film][$null]=true', [3, 4]],
      ['filters[$not][film][minutes][$gt]=60', [2, 3, 4]],
      ['sort=medium.title:desc', [4, 3, 2, 1]],
      ['sort=film.title:asc:nullsLast,id', [1, 2, 3, 4]],
      ['sort=film.minutes:desc:nullsFirst,id:desc', [4, 3, 1, 2]],
    ]),
  ],
};
