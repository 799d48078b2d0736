import { Column, Entity, EntitySchema, ManyToOne, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Filterable } from 'nestjs-filterable';

/* Entities as another package would have them: none but Note and Draft knows the library. */

export abstract class Person {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) name!: string;
  @Column('varchar', { length: 40 }) secret!: string;
}

@Entity('members')
export class Member extends Person {
  @Column('int') age!: number;
  @ManyToOne(() => Team, ({ members }) => members, { nullable: false }) team!: Relation<Team>;
}

@Entity('teams')
export class Team {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) title!: string;
  @OneToMany(() => Member, ({ team }) => team) members!: Relation<Member[]>;
}

@Entity('notes')
@Filterable()
export class Note {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) text!: string;
  @ManyToOne(() => Member, { nullable: false }) author!: Relation<Member>;
}

@Entity('drafts')
export class Draft {
  @PrimaryGeneratedColumn() id!: number;
  @Filterable() @Column('varchar', { length: 40 }) text!: string;
}

export interface Badge {
  id: number;
  label: string;
  secret: string;
}

/** An entity without a class, which no decorator can stand on. */
export const BadgeSchema = new EntitySchema<Badge>({
  name: 'Badge',
  tableName: 'badges',
  columns: {
    id: { type: Number, primary: true, generated: true },
    label: { type: 'varchar', length: 40 },
    secret: { type: 'varchar', length: 40 },
  },
});
