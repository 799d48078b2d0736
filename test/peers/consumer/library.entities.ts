import {
  Column,
  CreateDateColumn,
  DeleteDateColumn,
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Filterable } from 'nestjs-filterable';

/** A library of books: a column of each sort that the versions of TypeORM treat in ways of their own. */

class Place {
  @Column() city!: string;
}

/** Kept in pence, spoken of in pounds. */
const pence = {
  to: (pounds: number | null) => (pounds === null ? null : Math.round(pounds * 100)),
  from: (stored: number | null) => (stored === null ? null : stored / 100),
};

@Entity()
@Filterable({ fields: ['id', 'name', 'place.city'], relations: ['books'] })
export class Author {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column(() => Place) place!: Place;
  @Column({ select: false, default: '-' }) secret!: string;
  @OneToMany(() => Book, (book) => book.author) books!: Relation<Book>[];
}

@Entity()
@Filterable()
export class Review {
  @PrimaryColumn() id!: number;
  @Column() stars!: number;
  @Column({ type: 'boolean' }) approved!: boolean;
  @DeleteDateColumn() deletedAt!: Date | null;
  @ManyToOne(() => Book, (book) => book.reviews) book!: Relation<Book>;
}

@Entity()
@Filterable({ fields: ['name'] })
export class Shelf {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @ManyToMany(() => Book, (book) => book.shelves) books!: Relation<Book>[];
}

@Entity()
@Filterable({
  fields: ['id', 'title', { name: 'price', kind: 'float' }, 'weight', { name: 'code', kind: 'uuid' }, 'createdAt'],
  relations: ['author', 'reviews', 'shelves'],
})
export class Book {
  @PrimaryColumn() id!: number;
  @Column() title!: string;
  @Column({ type: 'int', transformer: pence, nullable: true }) price!: number | null;
  @Column({ type: 'decimal', precision: 6, scale: 2, nullable: true }) weight!: string | null;
  @Column({ type: 'varchar' }) code!: string;
  @CreateDateColumn() createdAt!: Date;
  @ManyToOne(() => Author, (author) => author.books, { nullable: true }) author!: Relation<Author> | null;
  @OneToMany(() => Review, (review) => review.book) reviews!: Relation<Review>[];
  @ManyToMany(() => Shelf, (shelf) => shelf.books) @JoinTable() shelves!: Relation<Shelf>[];
}

export const entities = [Author, Review, Shelf, Book];
