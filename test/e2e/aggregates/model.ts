import {
  ChildEntity,
  Column,
  type ColumnOptions,
  DeleteDateColumn,
  Entity,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
  TableInheritance,
  VirtualColumn,
} from 'typeorm';
import { Filterable } from 'nestjs-filterable';
import type { EngineName } from '../../support/databases.js';
import { storages } from '../columns/storage.js';

/** The context of a request: the city whose stalls it may see, and whether it may see what they cost. */
export interface Guest {
  readonly city?: string;
  readonly isStaff?: boolean;
}

const isStaff = (guest?: Guest) => guest?.isStaff === true;

/** The fees are kept in cents. */
const euros = {
  to: (value: unknown) => (typeof value === 'number' ? Math.round(value * 100) : value),
  from: (value: unknown) => (value === null || value === undefined ? value : Number(value) / 100),
};

/** Makes a market: stalls with a number of every kind, their reviews, tags, and vehicles of two classes. */
function marketModel(engine: EngineName) {
  const { document, moment } = storages[engine];
  const double: ColumnOptions = { type: engine === 'mariadb' ? 'double' : 'float', nullable: true };

  @Entity({ name: 'tag' })
  @Filterable({ fields: ['id', 'name', 'weight'] })
  class Tag {
    @PrimaryColumn() id!: number;
    @Column() name!: string;
    @Column({ type: 'int', nullable: true }) weight!: number | null;
  }

  @Entity({ name: 'review' })
  @Filterable({
    fields: ['id', 'stars', 'amount', 'views', 'score', 'at', 'words', { name: 'cost', when: isStaff }],
    relations: ['stall'],
    scope: () => ({ secret: false }),
  })
  class Review {
    @PrimaryColumn() id!: number;
    @Column({ type: 'int', nullable: true }) stars!: number | null;
    @Column({ type: 'decimal', precision: 12, scale: 3, nullable: true }) amount!: string | null;
    @Column({ type: 'bigint', nullable: true }) views!: string | null;
    @Column(double) score!: number | null;
    @Column({ type: 'date', nullable: true }) at!: string | null;
    @Column({ type: 'varchar', nullable: true }) words!: string | null;
    @Column({ type: 'int', nullable: true }) cost!: number | null;
    @Column({ type: 'int', default: 0 }) approved!: number;
    @Column({ default: false }) secret!: boolean;
    @Column({ name: 'stall_id', type: 'int' }) stallId!: number;
    @ManyToOne(() => Stall, (stall) => stall.reviews) @JoinColumn({ name: 'stall_id' }) stall!: Relation<Stall>;
    @DeleteDateColumn({ name: 'deleted_at' }) deletedAt!: Date | null;
  }

  @Entity({ name: 'vehicle' })
  @TableInheritance({ column: { name: 'type', type: 'varchar' } })
  @Filterable({ fields: ['id', 'seats'], aggregates: { seats: ['sum'] } })
  class Vehicle {
    @PrimaryColumn() id!: number;
    @Column({ type: 'int' }) seats!: number;
    @Column({ name: 'stall_id', type: 'int' }) stallId!: number;
  }

  @ChildEntity('van')
  @Filterable({ fields: ['id', 'seats'], aggregates: { seats: ['sum', 'count'] } })
  class Van extends Vehicle {
    @ManyToOne(() => Stall, (stall) => stall.vans) @JoinColumn({ name: 'stall_id' }) stall!: Relation<Stall>;
  }

  @ChildEntity('cart')
  class Cart extends Vehicle {}

  class Address {
    @Column({ type: 'int', nullable: true }) floor!: number | null;
  }

  @Entity({ name: 'stall' })
  @Filterable({
    fields: [
      'id',
      'name',
      'price',
      { name: 'stock', as: 'pieces' },
      'visits',
      'rating',
      'founded',
      'seen',
      'opens',
      { name: 'fee', kind: 'float' },
      'isOpen',
      'address.floor',
      { name: 'doc', paths: { width: 'integer', weight: 'decimal' } },
      { name: 'reviewCount', kind: 'integer' },
      { name: 'cost', when: isStaff },
    ],
    relations: [
      { name: 'reviews', aggregates: true },
      { name: 'tags', aggregates: ['sum'] },
      { name: 'vans', aggregates: true },
    ],
    aggregates: {
      name: ['min', 'max', 'distinct'],
      price: ['sum', 'avg', 'min', 'max', 'count', 'distinct'],
      stock: ['sum', 'avg', 'min', 'max', 'count', 'distinct'],
      visits: ['sum', 'avg', 'min', 'max'],
      rating: ['sum', 'avg', 'min', 'max'],
      founded: ['min', 'max', 'count'],
      seen: ['min', 'max'],
      opens: ['min', 'max'],
      fee: ['sum', 'min', 'avg'],
      isOpen: ['count', 'distinct'],
      'address.floor': ['sum'],
      'doc.width': ['sum', 'avg', 'max'],
      'doc.weight': ['sum'],
      reviewCount: ['sum', 'max', 'avg'],
      cost: ['sum'],
    },
    scope: (guest?: Guest) => (guest?.city === undefined ? {} : { city: guest.city }),
  })
  class Stall {
    @PrimaryColumn() id!: number;
    @Column() name!: string;
    @Column({ type: 'decimal', precision: 8, scale: 2, nullable: true }) price!: string | null;
    @Column({ type: 'int', nullable: true }) stock!: number | null;
    @Column({ type: 'bigint', nullable: true }) visits!: string | null;
    @Column(double) rating!: number | null;
    @Column({ type: 'date', nullable: true }) founded!: string | null;
    @Column({ type: moment, nullable: true }) seen!: Date | null;
    @Column({ type: 'time', nullable: true }) opens!: string | null;
    @Column({ type: 'int', nullable: true, transformer: euros }) fee!: number | null;
    @Column({ name: 'is_open', nullable: true }) isOpen!: boolean;
    @Column(() => Address) address!: Address;
    @Column(document) doc!: object | null;
    @Column({ type: 'int', nullable: true }) cost!: number | null;
    @Column({ default: 'Oslo' }) city!: string;
    @VirtualColumn({ query: (stall) => `SELECT COUNT(*) FROM review v WHERE v.stall_id = ${stall}.id` })
    reviewCount!: number;
    @OneToMany(() => Review, (review) => review.stall) reviews!: Relation<Review>[];
    @OneToMany(() => Van, (van) => van.stall) vans!: Relation<Van>[];
    @ManyToMany(() => Tag)
    @JoinTable({ name: 'stall_tag', joinColumn: { name: 'stall_id' }, inverseJoinColumn: { name: 'tag_id' } })
    tags!: Relation<Tag>[];
    @DeleteDateColumn({ name: 'deleted_at' }) deletedAt!: Date | null;
  }

  const entities = [Tag, Review, Vehicle, Van, Cart, Stall];
  return { Tag, Review, Vehicle, Van, Cart, Stall, entities };
}

/** The entities of each engine, because the types of their columns differ. */
export const marketModels = {
  sqlite: marketModel('sqlite'),
  postgres: marketModel('postgres'),
  mariadb: marketModel('mariadb'),
} as const;
