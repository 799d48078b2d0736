import { Filterable } from 'nestjs-filterable';
import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type Relation,
  VirtualColumn,
} from 'typeorm';
import { Chef } from '../catalogue/chef.entity.js';
import { City } from '../catalogue/city.entity.js';
import { decimal } from '../decimal.transformer.js';
import { Dish } from '../catalogue/dish.entity.js';
import { Review } from '../catalogue/review.entity.js';
import { Tag } from '../catalogue/tag.entity.js';
import { Address } from './address.js';
import type { Facilities } from './facilities.js';
import { phone } from './phone.transformer.js';
import { PriceLevel } from './price-level.js';

@Entity()
@Filterable({
  fields: [
    'id',
    'name',
    'slug',
    'cuisine',
    'stars',
    'priceLevel',
    'rating',
    'opened',
    'isOpen',
    'address.street',
    'address.zip',
    { name: 'phone', operators: ['$eq', '$ne', '$in', '$notIn', '$null', '$notNull'], sortable: false },
    'languages',
    {
      name: 'facilities',
      paths: {
        'seats.inside': 'integer',
        'seats.terrace': 'integer',
        parking: 'text',
        payment: { kind: 'text', list: true },
      },
    },
    { name: 'averagePrice', kind: 'decimal' },
    'createdAt',
  ],
  relations: ['chef', 'city', 'dishes', { name: 'reviews', aggregates: ['avg'] }, 'tags'],
  named: {
    popular: { kind: 'boolean', where: () => ({ reviews: { $count: { $gte: 5 } } }) },
    // By the clock of the request, which `now` stands for.
    openNow: {
      kind: 'boolean',
      where: () => ({ isOpen: true, $or: [{ reopens: { $null: true } }, { reopens: { $lte: 'now' } }] }),
    },
  },
  search: ['name', 'cuisine', 'chef.name', 'tags.name'],
  facets: [
    'cuisine',
    'priceLevel',
    'isOpen',
    'languages',
    'tags.name',
    'city.name',
    { name: 'rating', type: 'range' },
    { name: 'averagePrice', type: 'range' },
  ],
  aggregates: { rating: ['avg'], averagePrice: ['avg'] },
  populate: [
    'chef',
    'tags',
    {
      name: 'reviews',
      limit: 3,
      maximum: 20,
      sort: 'createdAt:desc',
      fields: ['id', 'stars', 'text', 'createdAt'],
      where: { approved: true },
    },
  ],
})
export class Restaurant {
  @PrimaryGeneratedColumn()
  id!: number;

  @Index()
  @Column({ type: 'varchar', length: 120 })
  name!: string;

  @Column({ type: 'varchar', length: 140, unique: true })
  slug!: string;

  @Index()
  @Column({ type: 'varchar', length: 40 })
  cuisine!: string;

  @Column({ type: 'int', nullable: true })
  stars!: number | null;

  @Column({ type: 'simple-enum', enum: PriceLevel })
  priceLevel!: PriceLevel;

  @Index()
  @Column({ type: 'decimal', precision: 3, scale: 2, nullable: true, transformer: decimal })
  rating!: number | null;

  @Column({ type: 'date' })
  opened!: string;

  @Column()
  isOpen!: boolean;

  @Column(() => Address)
  address!: Address;

  @Column({ type: 'varchar', length: 20, nullable: true, transformer: phone })
  phone!: string | null;

  /**
   * The languages that are spoken there: `filters[languages][$has]=no`. On PostgreSQL alone, a `text[]` does better.
   */
  @Column('simple-array', { nullable: true })
  languages!: string[] | null;

  /** Requests know the paths that `fields` declares. On PostgreSQL alone, a `jsonb` does better. */
  @Column({ type: 'json', nullable: true })
  facilities!: Facilities | null;

  /** Average price of the dishes, computed whenever it is selected, filtered or sorted by. */
  @VirtualColumn({
    query: (alias) => `SELECT ROUND(AVG(price), 2) FROM guide_dish WHERE restaurant_id = ${alias}.id`,
    transformer: decimal,
  })
  averagePrice!: number | null;

  /** The day until which it is closed. No request knows it, but for the filter `openNow`. */
  @Column({ type: 'date', nullable: true, select: false })
  reopens!: string | null;

  /** Notes of the guide's inspectors. Not among the `fields` above, so no request can filter or sort by them. */
  @Column({ type: 'text', nullable: true, select: false })
  secretNotes!: string | null;

  @Index()
  @CreateDateColumn()
  createdAt!: Date;

  @Index()
  @ManyToOne(() => Chef, (chef) => chef.restaurants, { nullable: true })
  chef!: Relation<Chef> | null;

  @Index()
  @ManyToOne(() => City, (city) => city.restaurants, { nullable: false })
  city!: Relation<City>;

  @OneToMany(() => Dish, (dish) => dish.restaurant)
  dishes!: Relation<Dish>[];

  @OneToMany(() => Review, (review) => review.restaurant)
  reviews!: Relation<Review>[];

  @ManyToMany(() => Tag, (tag) => tag.restaurants)
  @JoinTable()
  tags!: Relation<Tag>[];
}
