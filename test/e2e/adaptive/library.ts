import { Filterable } from 'nestjs-filterable';
import {
  Column,
  type DataSource,
  DeleteDateColumn,
  Entity,
  Index,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
} from 'typeorm';

/** A library whose books have an index for each order that a deep page may have. */

@Entity()
@Filterable({ fields: ['id', 'name'] })
class Shelf {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
}

@Entity()
@Filterable({ fields: ['id', 'text'] })
class Note {
  @PrimaryColumn() id!: number;
  @Column() text!: string;
  @ManyToOne(() => Book, (book) => book.notes) book!: Relation<Book>;
}

@Entity()
@Index(['year', 'id'])
@Index(['shelf', 'year', 'id'])
@Filterable({
  fields: ['id', 'year', 'rank', 'weight', 'title'],
  relations: ['shelf', 'notes'],
  scope: (least?: number) => (least === undefined ? {} : { id: { $gte: least } }),
})
export class Book {
  @PrimaryColumn() id!: number;
  /** One of four, so that most books have the same as another. */
  @Column() year!: number;
  @Index() @Column() rank!: number;
  @Index() @Column({ type: 'int', nullable: true }) weight!: number | null;
  @Column() title!: string;
  @ManyToOne(() => Shelf, { nullable: true }) shelf!: Relation<Shelf> | null;
  @OneToMany(() => Note, (note) => note.book) notes!: Relation<Note>[];
}

/** A book that may be thrown away. */
@Entity()
@Index(['year', 'id'])
@Filterable({ fields: ['id', 'year'] })
export class Magazine {
  @PrimaryColumn() id!: number;
  @Column() year!: number;
  @DeleteDateColumn() deletedAt!: Date | null;
}

/** A book that two numbers tell from others. */
@Entity()
@Index(['year', 'volume', 'number'])
@Filterable({ fields: ['volume', 'number', 'year'] })
export class Issue {
  @PrimaryColumn() volume!: number;
  @PrimaryColumn() number!: number;
  @Column() year!: number;
}

export const library = [Shelf, Note, Book, Magazine, Issue];

/** The number of books, magazines and issues each. */
const size = 40;

export async function fillLibrary({ manager }: DataSource): Promise<void> {
  const numbers = Array.from({ length: size }, (_, index) => index + 1);
  await manager.insert(
    Shelf,
    [1, 2, 3].map((id) => ({ id, name: `shelf ${id}` })),
  );
  await manager.insert(
    Book,
    numbers.map((id) => ({
      id,
      year: 2000 + (id % 4),
      rank: (id * 7) % size,
      weight: id % 5 === 0 ? null : id % 9,
      title: `book ${id % 10}`,
      shelf: id % 6 === 0 ? null : { id: 1 + (id % 3) },
    })),
  );
  await manager.insert(
    Note,
    numbers.map((id) => ({ id, text: `note ${id}`, book: { id: 1 + (id % 20) } })),
  );
  await manager.insert(
    Magazine,
    numbers.map((id) => ({ id, year: 2000 + (id % 4), deletedAt: id % 7 === 0 ? new Date(0) : null })),
  );
  await manager.insert(
    Issue,
    numbers.map((id) => ({ volume: id % 6, number: id, year: 2000 + (id % 4) })),
  );
}
