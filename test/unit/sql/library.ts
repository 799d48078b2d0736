import { FilterService, Filterable, type FilterQuery } from 'nestjs-filterable';
import {
  ChildEntity,
  Column,
  type DataSource,
  DeleteDateColumn,
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
  type SelectQueryBuilder,
  TableInheritance,
} from 'typeorm';
import type { EngineName } from '../../support/databases.js';
import { describeEntities } from '../../support/metadata.js';

/**
 * A library in which each relation has its own SQL: by its keys, and by the reasons for which a row may be invisible.
 */

@Entity()
@Filterable({ fields: ['id', 'name'] })
export class Publisher {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
}

/** Rows of this entity may be soft-deleted. */
@Entity()
@Filterable({ fields: ['id', 'name'], relations: ['home'] })
export class Writer {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @DeleteDateColumn() deletedAt!: Date | null;
  @ManyToOne(() => Publisher, { nullable: false }) home!: Relation<Publisher>;
}

/** Rows of this table may be of another class. */
@Entity()
@TableInheritance({ column: { type: 'varchar', name: 'kind' } })
@Filterable({ fields: ['id', 'name'] })
export class Place {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
}

@ChildEntity('shelf')
@Filterable({ fields: ['id', 'name'] })
export class Shelf extends Place {}

/** A subclass: its rows are shelves, too. */
@ChildEntity('cabinet')
class Cabinet extends Shelf {}

/** An entity with a composite key. */
@Entity()
@Filterable({ fields: ['code', 'language', 'label'] })
export class Subject {
  @PrimaryColumn() code!: string;
  @PrimaryColumn() language!: string;
  @Column() label!: string;
}

/** Rows may be out of scope, and the scope refers to a relation whose rows have a scope, too. */
@Entity()
@Filterable({
  fields: ['id', 'text'],
  scope: () => ({ text: { $ne: 'torn' }, parent: { text: 'kept' } }),
  relations: ['parent'],
})
export class Note {
  @PrimaryColumn() id!: number;
  @Column() text!: string;
  @ManyToOne(() => Volume, (volume) => volume.notes, { nullable: false }) volume!: Relation<Volume>;
  @ManyToOne(() => Note, { nullable: true }) parent!: Relation<Note> | null;
}

@Entity()
@Filterable({ fields: ['id', 'stars', 'verdict'], relations: ['writer'] })
export class Review {
  @PrimaryColumn() id!: number;
  @Column({ type: 'int', nullable: true }) stars!: number | null;
  @Column({ type: 'simple-enum', enum: ['bad', 'good'] }) verdict!: string;
  @ManyToOne(() => Volume, (volume) => volume.reviews, { nullable: false }) volume!: Relation<Volume>;
  @ManyToOne(() => Writer, { nullable: true }) writer!: Relation<Writer> | null;
}

@Entity()
@Filterable({
  fields: ['id', 'title', 'pages', 'size', 'secret'],
  relations: [
    'publisher',
    'printer',
    'writer',
    'shelf',
    'subject',
    'reviews',
    'subjects',
    'owners',
    'notes',
    { name: 'byExists', strategy: 'exists' },
    { name: 'byIn', strategy: 'in' },
  ],
})
export class Volume {
  @PrimaryColumn() id!: number;
  @Column() title!: string;
  @Column({ type: 'int', nullable: true }) pages!: number | null;
  @Column({ type: 'simple-enum', enum: ['small', 'large'], nullable: true }) size!: string | null;
  @Column({ select: false }) secret!: string;
  @ManyToOne(() => Publisher, { nullable: false }) publisher!: Relation<Publisher>;
  @ManyToOne(() => Publisher, { nullable: true }) printer!: Relation<Publisher> | null;
  @ManyToOne(() => Writer, { nullable: true }) writer!: Relation<Writer> | null;
  @ManyToOne(() => Shelf, { nullable: false }) shelf!: Relation<Shelf>;
  @ManyToOne(() => Subject, { nullable: false }) subject!: Relation<Subject>;
  @ManyToOne(() => Publisher, { nullable: false }) byExists!: Relation<Publisher>;
  @ManyToOne(() => Publisher, { nullable: false }) byIn!: Relation<Publisher>;
  @OneToMany(() => Review, (review) => review.volume) reviews!: Relation<Review>[];
  @OneToMany(() => Note, (note) => note.volume) notes!: Relation<Note>[];
  @ManyToMany(() => Subject) @JoinTable() subjects!: Relation<Subject>[];
  @ManyToMany(() => Publisher) @JoinTable() owners!: Relation<Publisher>[];
}

/** A volume is always there, so its key is the foreign key; what hangs on the volume is not here. */
@Entity()
@Filterable({ fields: ['id'], relations: ['volume'] })
export class Loan {
  @PrimaryColumn() id!: number;
  @ManyToOne(() => Volume, { nullable: false }) volume!: Relation<Volume>;
}

const library = [Publisher, Writer, Place, Shelf, Cabinet, Subject, Note, Review, Volume, Loan];
export type Volumes = SelectQueryBuilder<Volume>;
type Options = Parameters<typeof FilterService.forDataSource>[1];

/** A service without a database server, and builders for it. */
export class Desk {
  private constructor(
    readonly source: DataSource,
    readonly filters: FilterService,
  ) {}

  static async on(engine: EngineName, options?: Options): Promise<Desk> {
    const source = await describeEntities(engine, library);
    return new Desk(source, FilterService.forDataSource(source, options));
  }

  volumes(): Volumes {
    return this.source.createQueryBuilder(Volume, 'v');
  }

  parse(request: string | object): FilterQuery<Volume> {
    return this.filters.parse(Volume, request);
  }

  /** A builder with a short SELECT, to which a request has been applied. */
  apply(request: string | object, builder = this.volumes().select('v.id')): Volumes {
    return this.filters.apply(builder, this.parse(request));
  }
}
