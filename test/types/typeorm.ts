import { BaseEntity, Column, Entity, ManyToOne, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import type { FieldName, QueryInput, RelationName } from '../../lib/contract/index.js';

export class Size {
  @Column() width!: number;
}

@Entity()
export class Shelf {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @Column({ type: 'bigint' }) serial!: string;
  @OneToMany(() => Book, (book) => book.shelf) books!: Relation<Book>[];
}

@Entity()
export class Book extends BaseEntity {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ type: 'varchar', nullable: true }) subtitle!: string | null;
  @Column(() => Size) size!: Size;
  @ManyToOne(() => Shelf, (shelf) => shelf.books) shelf!: Relation<Shelf> | null;
}

export const query: QueryInput<Book> = {
  filters: {
    subtitle: { $null: true },
    size: { width: { $gt: 5 } },
    shelf: { serial: 9007199254740993n, books: { id: 3 } },
  },
  sort: ['size.width:desc', 'shelf.serial'],
};
export const fields: FieldName<Book>[] = ['id', 'subtitle', 'size.width'];
export const relations: RelationName<Book>[] = ['shelf'];
// @ts-expect-error what BaseEntity brings along is no field
export const saved: QueryInput<Book> = { filters: { save: null } };
// @ts-expect-error nor is it a name
export const removed: FieldName<Book> = 'remove';
