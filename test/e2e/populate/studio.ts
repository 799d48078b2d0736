import {
  AfterLoad,
  Column,
  DeleteDateColumn,
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
  RelationId,
} from 'typeorm';
import { Filterable } from 'nestjs-filterable';

/** A value class, as a transformer makes it. */
export class Amount {
  constructor(readonly cents: number) {}
}

class Credits {
  @Column({ default: '' })
  line!: string;

  @ManyToOne(() => Person, { createForeignKeyConstraints: false })
  producer!: Relation<Person> | null;
}

@Entity('studio_person')
@Filterable({
  fields: ['id', 'name', 'fee'],
  relations: ['films'],
  populate: [{ name: 'films', limit: 2, maximum: 50 }],
})
export class Person {
  @PrimaryColumn()
  id!: number;

  @Column()
  name!: string;

  @Column({
    type: 'integer',
    transformer: {
      to: (value: Amount | number) => (value instanceof Amount ? value.cents : value),
      from: (cents: number) => new Amount(cents),
    },
  })
  fee!: Amount;

  @Column()
  secret!: string;

  /** Set by a listener, when the other columns are there. */
  label?: string;

  @OneToMany(() => Film, ({ director }) => director)
  films!: Promise<Relation<Film>[]>;

  /** Ids that no declaration exposes. */
  @RelationId(({ films }: Person) => films)
  filmIds!: number[];

  @AfterLoad()
  setLabel(): void {
    this.label = `${this.id} ${this.name}`;
  }
}

@Entity('studio_film')
@Filterable({
  fields: ['id', 'title', 'credits.line'],
  relations: ['director', 'cast', 'scenes', 'credits.producer'],
  populate: [
    'director',
    'credits.producer',
    { name: 'cast', limit: 3, maximum: 100 },
    { name: 'scenes', limit: 2, maximum: 100, sort: 'place:desc' },
  ],
})
export class Film {
  @PrimaryColumn()
  id!: number;

  @Column()
  title!: string;

  @Column(() => Credits)
  credits!: Credits;

  @ManyToOne(() => Person, ({ films }) => films, { lazy: true, createForeignKeyConstraints: false })
  director!: Promise<Relation<Person> | null>;

  @ManyToMany(() => Person)
  @JoinTable({ name: 'studio_cast' })
  cast!: Relation<Person>[];

  @OneToMany(() => Scene, ({ film }) => film, { eager: true })
  scenes!: Relation<Scene>[];
}

@Entity('studio_scene')
@Filterable({
  fields: ['id', 'place'],
  relations: ['film'],
  populate: [{ name: 'film', fields: ['title'] }],
})
export class Scene {
  @PrimaryColumn()
  id!: number;

  @Column()
  place!: number;

  @Column()
  secret!: string;

  @DeleteDateColumn()
  deletedAt!: Date | null;

  @ManyToOne(() => Film, ({ scenes }) => scenes, { createForeignKeyConstraints: false })
  film!: Relation<Film>;
}

export const studioEntities = [Person, Film, Scene];
