import { Filterable } from 'nestjs-filterable';
import {
  Column,
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
  VirtualColumn,
} from 'typeorm';

/** A library whose books are searched: a field of every kind, and relations of every form. */

export interface Reader {
  readonly isStaff: boolean;
}

export const isStaff = (reader?: Reader) => reader?.isStaff === true;

@Entity()
@Filterable({ fields: ['id', 'name', 'native'], relations: ['birthplace'] })
export class Author {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column() native!: string;
  @ManyToOne(() => Place) birthplace!: Relation<Place>;
}

@Entity()
@Filterable({ fields: ['id', { name: 'name', as: 'town' }] })
export class Place {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
}

@Entity()
@Filterable({
  fields: ['id', 'word', { name: 'remark', when: isStaff }],
  relations: [{ name: 'place', when: isStaff }],
  search: ['word', 'remark', 'place.name', 'place.id'],
})
export class Keyword {
  @PrimaryColumn() id!: number;
  @Column() word!: string;
  @Column() remark!: string;
  @ManyToOne(() => Place) place!: Relation<Place>;
}

@Entity()
@Filterable({ fields: ['id', 'text'], relations: ['book'] })
export class Note {
  @PrimaryColumn() id!: number;
  @Column() text!: string;
  @ManyToOne(() => Book, (book) => book.notes) book!: Relation<Book>;
}

/** Keeps digits alone, and so nothing of a word. */
const digits = { to: (text: string) => text.replaceAll(/\D/g, ''), from: (text: string) => text };

@Entity()
@Filterable({
  fields: [
    'id',
    { name: 'title', as: 'name' },
    'pages',
    'price',
    'weight',
    'uid',
    'printed',
    'binding',
    'labels',
    'phone',
    'isLent',
    'soldAt',
    'opens',
    { name: 'secret', when: isStaff },
    {
      name: 'specs',
      paths: {
        color: 'text',
        width: 'integer',
        marks: { kind: 'text', list: true },
        sizes: { kind: 'integer', list: true },
      },
    },
    { name: 'noteCount', kind: 'integer' },
  ],
  relations: ['author', 'keywords', { name: 'notes', when: isStaff }],
  search: ['title', 'author.name'],
})
export class Book {
  @PrimaryColumn() id!: number;
  @Column() title!: string;
  @Column({ type: 'int' }) pages!: number;
  @Column({ type: 'decimal', precision: 10, scale: 2 }) price!: string;
  @Column({ type: 'float' }) weight!: number;
  @Column({ type: 'uuid' }) uid!: string;
  @Column({ type: 'date' }) printed!: string;
  @Column({ type: 'simple-enum', enum: ['soft', 'hard'] }) binding!: string;
  @Column({ type: 'simple-array' }) labels!: string[];
  @Column({ transformer: digits }) phone!: string;
  @Column() isLent!: boolean;
  @Column() soldAt!: Date;
  @Column({ type: 'time' }) opens!: string;
  @Column() secret!: string;
  @Column({ type: 'json' }) specs!: unknown;
  @VirtualColumn({ query: (book) => `SELECT COUNT(*) FROM note v WHERE v.bookId = ${book}.id` }) noteCount!: number;
  @ManyToOne(() => Author) author!: Relation<Author>;
  @ManyToMany(() => Keyword) @JoinTable() keywords!: Relation<Keyword>[];
  @OneToMany(() => Note, (note) => note.book) notes!: Relation<Note>[];
}

export const library = [Author, Place, Keyword, Note, Book];
