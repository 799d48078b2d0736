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
  type ObjectLiteral,
  OneToMany,
  PrimaryColumn,
  type Relation,
  TableInheritance,
  VirtualColumn,
} from 'typeorm';
import { Filterable, type FilterQueryOverrides } from 'nestjs-filterable';
import type { EngineName } from '../../support/databases.js';
import { type World, type WorldOptions, idsOf } from '../../support/engines.js';
import { guideRows } from './rows.js';

/** The context of a request. */
export interface Guest {
  /** The topics whose reviews the guest may see. Undefined for all. */
  readonly topics?: readonly string[];
  /** The words that `wordyCount` counts. */
  readonly words?: readonly string[];
  readonly isStaff?: boolean;
}

/** Returns the condition that a column is one of some texts, none of which are in no row. */
const among = (column: string, texts: readonly string[]) =>
  texts.length === 0 ? { id: { $null: true } } : { [column]: { $in: texts } };

/** Makes a guide: restaurants with declared aggregates of their reviews, tags and visits. */
function guideModel(engine: EngineName) {
  const double: ColumnOptions = { type: engine === 'mariadb' ? 'double' : 'float', nullable: true };
  const moment: ColumnOptions = { type: engine === 'postgres' ? 'timestamptz' : 'datetime', nullable: true };

  @Entity({ name: 'topic' })
  @Filterable({ fields: ['id', 'name'] })
  class Topic {
    @PrimaryColumn() id!: number;
    @Column() name!: string;
  }

  @Entity({ name: 'review' })
  @Filterable({
    fields: ['id', 'stars', 'words'],
    relations: ['restaurant'],
    populate: ['restaurant'],
    scope: (guest?: Guest) => (guest?.topics === undefined ? { secret: false } : among('topic', guest.topics)),
  })
  class Review {
    @PrimaryColumn() id!: number;
    @Column({ type: 'int', nullable: true }) stars!: number | null;
    @Column({ type: 'decimal', precision: 12, scale: 3, nullable: true }) amount!: string | null;
    @Column({ type: 'bigint', nullable: true }) views!: string | null;
    @Column(double) score!: number | null;
    @Column({ type: 'date', nullable: true }) at!: string | null;
    @Column(moment) seen!: Date | null;
    @Column({ type: 'varchar', nullable: true }) words!: string | null;
    @Column({ type: 'varchar', default: '' }) topic!: string;
    @Column({ default: false }) approved!: boolean;
    @Column({ default: false }) secret!: boolean;
    @Column({ name: 'restaurant_id', type: 'int' }) restaurantId!: number;
    @ManyToOne(() => Restaurant, (restaurant) => restaurant.reviews)
    @JoinColumn({ name: 'restaurant_id' })
    restaurant!: Relation<Restaurant>;
    @DeleteDateColumn({ name: 'deleted_at' }) deletedAt!: Date | null;
  }

  @Entity({ name: 'vehicle' })
  @TableInheritance({ column: { name: 'type', type: 'varchar' } })
  class Vehicle {
    @PrimaryColumn() id!: number;
    @Column({ type: 'int' }) seats!: number;
    @Column({ name: 'restaurant_id', type: 'int' }) restaurantId!: number;
  }

  @ChildEntity('van')
  class Van extends Vehicle {
    @ManyToOne(() => Restaurant, (restaurant) => restaurant.vans)
    @JoinColumn({ name: 'restaurant_id' })
    restaurant!: Relation<Restaurant>;
  }

  @ChildEntity('cart')
  class Cart extends Vehicle {}

  @Entity({ name: 'tag' })
  @Filterable({
    fields: ['id', 'name', { name: 'restaurantCount', of: 'restaurants', count: true }],
    relations: ['restaurants'],
  })
  class Tag {
    @PrimaryColumn() id!: number;
    @Column() name!: string;
    @Column({ type: 'int', nullable: true }) weight!: number | null;
    @ManyToMany(() => Restaurant, (restaurant) => restaurant.tags) restaurants!: Relation<Restaurant>[];
  }

  @Entity({ name: 'restaurant' })
  @Filterable({
    fields: [
      'id',
      'name',
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
      { name: 'secretCost', of: 'reviews', sum: 'views', when: (guest?: Guest) => guest?.isStaff === true },
    ],
    relations: [{ name: 'reviews', aggregates: true }, 'tags'],
    populate: ['tags'],
    facets: [
      { name: 'averageStars', type: 'range' },
      { name: 'reviewCount', type: 'values' },
    ],
  })
  class Restaurant {
    @PrimaryColumn() id!: number;
    @Column() name!: string;
    @OneToMany(() => Review, (review) => review.restaurant) reviews!: Review[];
    @OneToMany(() => Van, (van) => van.restaurant) vans!: Van[];
    @ManyToMany(() => Tag, (tag) => tag.restaurants) @JoinTable({ name: 'restaurant_tag' }) tags!: Tag[];
    @Filterable({ of: 'reviews', avg: 'stars', where: { approved: true } }) averageStars?: string | number | null;
    /** The same by hand, which knows neither scopes nor deleted rows. */
    @VirtualColumn({
      query: (alias) => `SELECT AVG(r.stars) FROM review r WHERE r.restaurant_id = ${alias}.id AND r.approved`,
    })
    byHand?: string | number | null;
  }

  return {
    Restaurant,
    Review,
    Tag,
    Topic,
    entities: [Restaurant, Review, Tag, Topic, Vehicle, Van, Cart],
  };
}

/** The entities of each engine, because the types of their columns differ. */
export const guideModels = {
  sqlite: guideModel('sqlite'),
  postgres: guideModel('postgres'),
  mariadb: guideModel('mariadb'),
} as const;

/** What the tests of the guide run under. */
export const guide: WorldOptions = {
  entities: (engine) => guideModels[engine].entities,
  seed: guideRows,
  options: { limits: { aggregatedRelations: 10, pageSize: 50 } },
};

/** A request: its list, its context, and what its handler overrides. */
export interface Asking {
  readonly about?: 'Restaurant' | 'Review' | 'Tag' | undefined;
  readonly context?: unknown;
  readonly overrides?: FilterQueryOverrides<ObjectLiteral> | undefined;
}

/** The ways to ask for the rows of the guide. */
export function asking(world: World) {
  const classOf = (about: Asking['about'] = 'Restaurant'): new () => ObjectLiteral => guideModels[world.engine][about];
  const rows = (about?: Asking['about']) => world.builder(classOf(about));
  const parse = (query: string, { about, context, overrides = { select: true } }: Asking = {}) =>
    world.filters.parse(classOf(about), query, { ...overrides, context });
  const page = (query: string, asked: Asking = {}) => world.filters.page(rows(asked.about), parse(query, asked));
  return {
    ...{ Restaurant: classOf(), classOf, rows, parse, page },
    ids: async (query: string, asked: Asking = {}) => idsOf((await page(query, asked)).data),
  };
}
