import {
  Column,
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
import type { EngineName } from './databases.js';

/** Members in an order that is not the alphabet's: an ENUM is ordered by position. */
export enum Stage {
  Zero = 'zero',
  Alpha = 'alpha',
  Mid = 'mid',
}

/** The column types of each engine for the same kinds of values. */
const typesOf = {
  sqlite: { enumeration: 'simple-enum', moment: 'datetime', double: 'double', single: 'real', uuid: 'varchar' },
  postgres: {
    enumeration: 'enum',
    moment: 'timestamp with time zone',
    double: 'double precision',
    single: 'real',
    uuid: 'uuid',
  },
  mariadb: { enumeration: 'enum', moment: 'datetime', double: 'double', single: 'float', uuid: 'uuid' },
} as const satisfies Record<EngineName, object>;

export class Place {
  @Column({ type: 'varchar', nullable: true }) city!: string | null;
}

export interface Part {
  id: number;
}

export interface Item {
  id: number;
  parts: Part[];
  labels: { id: number }[];
  owner: { id: number } | null;
}

/** A list with a column of every kind, and relations of every sort. */
export type PagesModel = ReturnType<typeof pagesModel>;

export function pagesModel(engine: EngineName) {
  const types = typesOf[engine];
  const precise = engine === 'sqlite' ? {} : { precision: 6 };
  const token = { name: 'token', kind: 'uuid' } as const;

  @Entity()
  @Filterable()
  class Owner {
    @PrimaryColumn() id!: number;
    @Column({ type: 'varchar', nullable: true }) name!: string | null;
    @Column({ type: types.enumeration, enum: Stage, nullable: true }) stage!: Stage | null;
    @Column({ type: types.moment, ...precise, nullable: true }) joined!: Date | null;
    @DeleteDateColumn() deletedAt!: Date | null;
  }

  @Entity()
  @Filterable()
  class Maker {
    @PrimaryColumn() id!: number;
    @Column() name!: string;
    @Column() rank!: number;
  }

  @Entity()
  @Filterable()
  class Label {
    @PrimaryColumn() id!: number;
    @Column() name!: string;
  }

  @Entity()
  @Filterable({ fields: ['id', 'size', 'stage', 'simple', 'madeAt', token, 'weight', 'big', 'ratio', 'name'] })
  class Piece implements Part {
    @PrimaryColumn() id!: number;
    @Column({ type: 'int', nullable: true }) size!: number | null;
    @Column({ type: types.enumeration, enum: Stage, nullable: true }) stage!: Stage | null;
    @Column({ type: 'simple-enum', enum: Stage, nullable: true }) simple!: Stage | null;
    @Column({ type: types.moment, ...precise, nullable: true }) madeAt!: Date | null;
    @Column({ type: types.uuid, nullable: true }) token!: string | null;
    @Column({ type: 'decimal', precision: 30, scale: 10, nullable: true }) weight!: string | null;
    @Column({ type: 'bigint', nullable: true }) big!: string | null;
    @Column({ type: types.double, nullable: true }) ratio!: number | null;
    @Column({ type: 'varchar', nullable: true }) name!: string | null;
    @DeleteDateColumn() deletedAt!: Date | null;
    @ManyToOne(() => Thing, (thing) => thing.parts, { nullable: true }) thing!: Relation<Thing> | null;
  }

  @Entity()
  @Filterable({ fields: [...thingFields, token], relations: ['owner', 'maker', 'parts', 'labels'] })
  class Thing implements Item {
    @PrimaryColumn() id!: number;
    @Column() title!: string;
    @Column({ type: 'varchar', nullable: true }) note!: string | null;
    @Column({ type: 'int', nullable: true }) whole!: number | null;
    @Column({ type: 'bigint', nullable: true }) big!: string | null;
    @Column({ type: 'decimal', precision: 30, scale: 10, nullable: true }) amount!: string | null;
    @Column({ type: types.double, nullable: true }) ratio!: number | null;
    @Column({ type: types.single, nullable: true }) single!: number | null;
    @Column({ type: 'boolean', nullable: true }) flag!: boolean | null;
    @Column({ type: 'date', nullable: true }) day!: string | null;
    @Column({ type: 'time', nullable: true }) at!: string | null;
    @Column({ type: types.moment, ...precise, nullable: true }) moment!: Date | null;
    @Column({ type: types.moment, ...precise }) madeAt!: Date;
    @Column({ type: types.uuid, nullable: true }) token!: string | null;
    @Column({ type: types.enumeration, enum: Stage, nullable: true }) stage!: Stage | null;
    @Column({ type: 'simple-enum', enum: Stage, nullable: true }) simple!: Stage | null;
    @Column(() => Place) place!: Place;
    @DeleteDateColumn() deletedAt!: Date | null;
    @ManyToOne(() => Owner, { nullable: true }) owner!: Relation<Owner> | null;
    @ManyToOne(() => Maker, { nullable: false }) maker!: Relation<Maker>;
    @OneToMany(() => Piece, (piece) => piece.thing) parts!: Relation<Piece>[];
    @ManyToMany(() => Label) @JoinTable() labels!: Relation<Label>[];
  }

  return { Owner, Maker, Label, Piece, Thing, entities: [Owner, Maker, Label, Piece, Thing] };
}

const thingFields = [
  'id',
  'title',
  'note',
  'whole',
  'big',
  'amount',
  'ratio',
  'single',
  'flag',
  'day',
  'at',
  'moment',
  'madeAt',
  'stage',
  'simple',
  'place.city',
] as const;

/** The sort keys of a list of things. */
export const sortKeys: readonly string[] = [
  ...thingFields,
  'token',
  ...['name', 'stage', 'joined'].map((key) => `owner.${key}`),
  ...['name', 'rank'].map((key) => `maker.${key}`),
  ...['size', 'stage', 'simple', 'madeAt', 'token', 'weight', 'big', 'ratio', 'name', '$count'].map(
    (key) => `parts.${key}`,
  ),
  ...['name', '$count'].map((key) => `labels.${key}`),
];

/** The list on each engine. */
export const pagesModels = {
  sqlite: pagesModel('sqlite'),
  postgres: pagesModel('postgres'),
  mariadb: pagesModel('mariadb'),
} as const;
