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

/** The context of a request. */
export interface Guest {
  /** The city whose stalls the guest may see. Undefined for all. */
  readonly city?: string;
  /** The topics whose reviews the guest may see. Undefined for all. */
  readonly topics?: readonly string[];
  /** The words that `wordyCount` counts. */
  readonly words?: readonly string[];
  /** Whether the guest may see what things cost, and the vans. */
  readonly isStaff?: boolean;
}

const isStaff = (guest?: Guest) => guest?.isStaff === true;

/** Returns the condition that a column is one of some texts, none of which are in no row. */
const among = (column: string, texts: readonly string[]) =>
  texts.length === 0 ? { id: { $null: true } } : { [column]: { $in: texts } };

/** The fees are kept in cents. */
const euros = {
  to: (value: unknown) => (typeof value === 'number' ? Math.round(value * 100) : value),
  from: (value: unknown) => (value === null || value === undefined ? value : Number(value) / 100),
};

/**
 * Makes a market: stalls with a number of every kind and declared aggregates, their reviews, tags, and vehicles of two
 * classes.
 */
function marketModel(engine: EngineName) {
  const { document, moment } = storages[engine];
  const double: ColumnOptions = { type: engine === 'mariadb' ? 'double' : 'float', nullable: true };

  @Entity({ name: 'tag' })
  @Filterable({
    fields: ['id', 'name', 'weight', { name: 'stallCount', of: 'stalls', count: true }],
    relations: ['stalls'],
  })
  class Tag {
    @PrimaryColumn() id!: number;
    @Column() name!: string;
    @Column({ type: 'int', nullable: true }) weight!: number | null;
    @ManyToMany(() => Stall, (stall) => stall.tags) stalls!: Relation<Stall>[];
  }

  @Entity({ name: 'review' })
  @Filterable({
    fields: ['id', 'stars', 'amount', 'views', 'score', 'at', 'words', { name: 'cost', when: isStaff }],
    relations: ['stall'],
    populate: ['stall'],
    scope: (guest?: Guest) => (guest?.topics === undefined ? { secret: false } : among('topic', guest.topics)),
  })
  class Review {
    @PrimaryColumn() id!: number;
    @Column({ type: 'int', nullable: true }) stars!: number | null;
    @Column({ type: 'decimal', precision: 12, scale: 3, nullable: true }) amount!: string | null;
    @Column({ type: 'bigint', nullable: true }) views!: string | null;
    @Column(double) score!: number | null;
    @Column({ type: 'date', nullable: true }) at!: string | null;
    @Column({ type: moment, nullable: true }) seen!: Date | null;
    @Column({ type: 'varchar', nullable: true }) words!: string | null;
    @Column({ type: 'varchar', default: '' }) topic!: string;
    @Column({ type: 'int', nullable: true }) cost!: number | null;
    @Column({ default: false }) approved!: boolean;
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
      { name: 'countByHand', kind: 'integer' },
      { name: 'cost', when: isStaff },
      { name: 'reviewCount', of: 'reviews', count: true },
      { name: 'approvedCount', of: 'reviews', count: true, where: { approved: true } },
      { name: 'sumStars', of: 'reviews', sum: 'stars' },
      { name: 'sumAmount', of: 'reviews', sum: 'amount' },
      { name: 'sumViews', of: 'reviews', sum: 'views' },
      { name: 'sumScore', of: 'reviews', sum: 'score' },
      { name: 'avgAmount', of: 'reviews', avg: 'amount' },
      { name: 'avgViews', of: 'reviews', avg: 'views' },
      { name: 'avgScore', of: 'reviews', avg: 'score' },
      { name: 'firstAt', of: 'reviews', min: 'at' },
      { name: 'lastSeen', of: 'reviews', max: 'seen' },
      { name: 'lastWord', of: 'reviews', max: 'words', formerly: ['lastText'], as: 'word' },
      { name: 'tagCount', of: 'tags', count: true },
      { name: 'heavyTags', of: 'tags', count: true, where: { weight: { $gte: 5 } } },
      { name: 'tagWeight', of: 'tags', sum: 'weight' },
      { name: 'seats', of: 'vans', sum: 'seats' },
      {
        name: 'wordyCount',
        of: 'reviews',
        count: true,
        where: (guest?: Guest) => (guest?.words === undefined ? {} : among('words', guest.words)),
      },
      { name: 'secretCost', of: 'reviews', sum: 'views', when: isStaff },
    ],
    relations: [
      { name: 'reviews', aggregates: true },
      { name: 'tags', aggregates: ['sum'] },
      { name: 'vans', aggregates: true, when: isStaff },
    ],
    populate: ['tags'],
    facets: [
      { name: 'averageStars', type: 'range' },
      { name: 'reviewCount', type: 'values' },
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
      countByHand: ['sum', 'max', 'avg'],
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
    @Filterable({ of: 'reviews', avg: 'stars', where: { approved: true } }) averageStars?: string | number | null;
    // By hand, which knows neither scopes nor deleted rows.
    @VirtualColumn({ query: (stall) => `SELECT COUNT(*) FROM review v WHERE v.stall_id = ${stall}.id` })
    countByHand!: number;
    @VirtualColumn({
      query: (stall) => `SELECT AVG(v.stars) FROM review v WHERE v.stall_id = ${stall}.id AND v.approved`,
    })
    starsByHand!: string | number | null;
    @OneToMany(() => Review, (review) => review.stall) reviews!: Relation<Review>[];
    @OneToMany(() => Van, (van) => van.stall) vans!: Relation<Van>[];
    @ManyToMany(() => Tag, (tag) => tag.stalls)
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
