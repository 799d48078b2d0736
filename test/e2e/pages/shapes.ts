import {
  ChildEntity,
  Column,
  DeleteDateColumn,
  Entity,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
  TableInheritance,
} from 'typeorm';
import { Filterable } from 'nestjs-filterable';
import type { EngineName } from '../../support/databases.js';

const byteTypes = { sqlite: 'blob', postgres: 'bytea', mariadb: 'varbinary' } as const satisfies Record<
  EngineName,
  string
>;
const uuidTypes = { sqlite: 'varchar', postgres: 'uuid', mariadb: 'uuid' } as const satisfies Record<
  EngineName,
  string
>;

/** The context in which scopes are decided. */
export interface Tenant {
  readonly tenant: number;
}

/** Entities that are unlike others by their key, by how they share a table, or by who may see them. */
export function shapesModel(engine: EngineName) {
  @Entity()
  @Filterable()
  class Slot {
    @PrimaryColumn({ length: 20 }) region!: string;
    @PrimaryColumn() number!: number;
    @Column({ type: 'int', nullable: true }) size!: number | null;
    @OneToMany(() => SlotNote, (note) => note.slot) notes!: Relation<SlotNote>[];
  }

  @Entity()
  @Filterable()
  class SlotNote {
    @PrimaryColumn() id!: number;
    @Column({ type: 'int', nullable: true }) rank!: number | null;
    @ManyToOne(() => Slot, (slot) => slot.notes) slot!: Relation<Slot> | null;
  }

  @Entity()
  @Filterable({ fields: [{ name: 'id', kind: 'uuid' }, 'size'], relations: ['notes'] })
  class Doc {
    @PrimaryColumn({ type: uuidTypes[engine] }) id!: string;
    @Column({ type: 'int', nullable: true }) size!: number | null;
    @OneToMany(() => DocNote, (note) => note.doc) notes!: Relation<DocNote>[];
  }

  @Entity()
  @Filterable()
  class DocNote {
    @PrimaryColumn() id!: number;
    @Column({ type: 'int', nullable: true }) rank!: number | null;
    @ManyToOne(() => Doc, (doc) => doc.notes) doc!: Relation<Doc> | null;
  }

  @Entity()
  @Filterable({ fields: ['size'], relations: ['notes'] })
  class Parcel {
    @PrimaryColumn({ type: byteTypes[engine], ...(engine === 'mariadb' && { length: 4 }) }) id!: Buffer;
    @Column({ type: 'int', nullable: true }) size!: number | null;
    @OneToMany(() => ParcelNote, (note) => note.parcel) notes!: Relation<ParcelNote>[];
  }

  @Entity()
  @Filterable()
  class ParcelNote {
    @PrimaryColumn() id!: number;
    @Column({ type: 'int', nullable: true }) rank!: number | null;
    @ManyToOne(() => Parcel, (parcel) => parcel.notes) parcel!: Relation<Parcel> | null;
  }

  @Entity()
  @TableInheritance({ column: { name: 'type', type: 'varchar' } })
  @Filterable({ fields: ['id', 'size'], relations: ['notes', 'guard'] })
  class Animal {
    @PrimaryColumn({ type: 'bigint' }) id!: string;
    @Column({ type: 'int', nullable: true }) size!: number | null;
    @OneToMany(() => AnimalNote, (note) => note.animal) notes!: Relation<AnimalNote>[];
    @ManyToOne(() => Dog, { nullable: true }) guard!: Relation<Dog> | null;
  }

  @ChildEntity()
  @Filterable({ fields: ['id', 'size', 'barks'], relations: ['notes', 'guard'] })
  class Dog extends Animal {
    @Column({ type: 'int', nullable: true }) barks!: number | null;
  }

  @ChildEntity()
  class Cat extends Animal {}

  @Entity()
  @Filterable()
  class AnimalNote {
    @PrimaryColumn() id!: number;
    @Column({ type: 'int', nullable: true }) rank!: number | null;
    @ManyToOne(() => Animal, (animal) => animal.notes) animal!: Relation<Animal> | null;
  }

  @Entity({ orderBy: { size: 'DESC' } })
  @Filterable({
    fields: ['id', 'size'],
    relations: ['notes', 'boss'],
    scope: ({ tenant }: Tenant) => ({ tenant }),
  })
  class Account {
    @PrimaryColumn() id!: number;
    @Column() tenant!: number;
    @Column({ type: 'int', nullable: true }) size!: number | null;
    @DeleteDateColumn() deletedAt!: Date | null;
    @ManyToOne(() => Account, { nullable: true }) boss!: Relation<Account> | null;
    @OneToMany(() => AccountNote, (note) => note.account) notes!: Relation<AccountNote>[];
  }

  @Entity()
  @Filterable({ fields: ['id', 'rank'], scope: ({ tenant }: Tenant) => ({ tenant }) })
  class AccountNote {
    @PrimaryColumn() id!: number;
    @Column() tenant!: number;
    @Column({ type: 'int', nullable: true }) rank!: number | null;
    @ManyToOne(() => Account, (account) => account.notes) account!: Relation<Account> | null;
  }

  const notes = { SlotNote, DocNote, ParcelNote, AnimalNote, AccountNote };
  const entities = { Slot, Doc, Parcel, Animal, Dog, Cat, Account, ...notes };
  return { ...entities, entities: Object.values<new () => object>(entities) };
}

export type ShapesModel = ReturnType<typeof shapesModel>;
