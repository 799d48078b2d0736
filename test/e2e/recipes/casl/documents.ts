import type { MongoAbility } from '@casl/ability';
import { Filterable } from 'nestjs-filterable';
import { Column, Entity, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import { accessibleField, accessibleRows } from './accessible-rows.js';

const readable = (field: string) => (ability: MongoAbility) => accessibleField(ability, 'Document', field);

@Entity()
@Filterable({
  fields: ['id', 'title', 'status', { name: 'salary', when: readable('salary') }],
  relations: ['owner', 'notes'],
  scope: (ability: MongoAbility) => accessibleRows(ability, 'Document'),
})
export class Document {
  @PrimaryColumn() id!: number;
  @Column() title!: string;
  @Column({ type: 'varchar', nullable: true }) status!: string | null;
  @Column({ type: 'int', nullable: true }) salary!: number | null;
  @Column('simple-array') labels!: string[];
  @ManyToOne(() => Person, { nullable: true }) owner!: Relation<Person> | null;
  @OneToMany(() => Note, (note) => note.document) notes!: Relation<Note>[];
}

@Entity()
@Filterable({ fields: ['id', 'stars'], scope: (ability: MongoAbility) => accessibleRows(ability, 'Note') })
export class Note {
  @PrimaryColumn() id!: number;
  @Column() stars!: number;
  @ManyToOne(() => Document, (document) => document.notes) document!: Relation<Document>;
}

@Entity()
@Filterable({ fields: ['id', 'name'] })
export class Person {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
}
