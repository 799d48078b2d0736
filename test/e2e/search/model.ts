import {
  Column,
  DeleteDateColumn,
  Entity,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  VirtualColumn,
} from 'typeorm';
import type { ObjectLiteral, Relation } from 'typeorm';
import { Filterable, type FilterQuery } from 'nestjs-filterable';
import type { EngineName } from '../../support/databases.js';
import { type World, idsOf } from '../../support/engines.js';
import { storages } from '../columns/storage.js';

/** The context of a search: nobody sees every row, and whoever is no member of staff sees less. */
export interface Reader {
  readonly tenant: number;
  readonly isStaff?: boolean;
}

const isStaff = (reader?: Reader) => reader === undefined || reader.isStaff === true;

/**
 * Makes the shops that are searched, their chefs and cities, what is written about them, and the groups that they are
 * in.
 */
function searchModel(engine: EngineName) {
  const { list, document } = storages[engine];

  @Entity({ name: 'city' })
  @Filterable({ fields: ['id', 'name'] })
  class City {
    @PrimaryColumn() id!: number;
    @Column() name!: string;
  }

  @Entity({ name: 'chef' })
  @Filterable({
    fields: ['id', 'name', { name: 'nick', when: isStaff }],
    relations: ['city'],
    scope: (reader?: Reader) => (isStaff(reader) ? {} : { isHidden: false }),
  })
  class Chef {
    @PrimaryColumn() id!: number;
    @Column() name!: string;
    @Column({ type: String, nullable: true }) nick!: string | null;
    @Column({ name: 'is_hidden' }) isHidden!: boolean;
    @ManyToOne(() => City, { nullable: true }) @JoinColumn({ name: 'city_id' }) city!: Relation<City> | null;
  }

  @Entity({ name: 'crowd' })
  @Filterable({ fields: ['id', 'name'] })
  class Crowd {
    @PrimaryColumn() id!: number;
    @Column() name!: string;
  }

  @Entity({ name: 'review' })
  @Filterable({ fields: ['id', 'text', 'stars'], relations: ['shop'] })
  class Review {
    @PrimaryColumn() id!: number;
    @Column({ type: String, nullable: true }) text!: string | null;
    @Column() stars!: number;
    @DeleteDateColumn({ name: 'deleted_at' }) deletedAt!: Date | null;
    @ManyToOne(() => Shop, (shop) => shop.reviews) @JoinColumn({ name: 'shop_id' }) shop!: Relation<Shop>;
  }

  @Entity({ name: 'shop' })
  @Filterable({
    fields: [
      'id',
      'name',
      'slogan',
      'stars',
      'price',
      'mass',
      'ratio',
      'code',
      'opened',
      'style',
      'tags',
      'notes',
      { name: 'specs', paths: { color: 'text', width: 'integer', labels: { kind: 'text', list: true } } },
      { name: 'reviewCount', kind: 'integer' },
      { name: 'motto', kind: 'text' },
    ],
    relations: ['chef', 'reviews', 'crowds'],
    search: ['name', 'slogan', 'chef.name', 'crowds.name'],
    scope: (reader?: Reader) => (reader === undefined ? {} : { tenant: reader.tenant }),
  })
  class Shop {
    @PrimaryColumn() id!: number;
    @Column() tenant!: number;
    @Column() name!: string;
    @Column({ type: String, nullable: true }) slogan!: string | null;
    @Column({ type: 'int' }) stars!: number;
    @Column({ type: 'decimal', precision: 12, scale: 2, nullable: true }) price!: string | null;
    @Column({ type: 'bigint', nullable: true }) mass!: string | null;
    @Column({ type: engine === 'mariadb' ? 'double' : 'float', nullable: true }) ratio!: number | null;
    @Column({ type: 'uuid', nullable: true }) code!: string | null;
    @Column({ type: 'date', nullable: true }) opened!: string | null;
    @Column({ type: 'simple-enum', enum: ['bistro', 'street', 'fine'] }) style!: string;
    @Column(list) tags!: string[] | null;
    @Column({ type: 'simple-array', nullable: true }) notes!: string[] | null;
    @Column(document) specs!: object | null;
    @VirtualColumn({ query: (shop) => `SELECT COUNT(*) FROM review v WHERE v.shop_id = ${shop}.id` })
    reviewCount!: number;
    @VirtualColumn({ type: String, query: (shop) => `SELECT MAX(v.text) FROM review v WHERE v.shop_id = ${shop}.id` })
    motto!: string | null;
    @ManyToOne(() => Chef, { nullable: true }) @JoinColumn({ name: 'chef_id' }) chef!: Relation<Chef> | null;
    @OneToMany(() => Review, (review) => review.shop) reviews!: Relation<Review>[];
    @ManyToMany(() => Crowd)
    @JoinTable({
      name: 'shop_crowd',
      joinColumn: { name: 'shop_id' },
      inverseJoinColumn: { name: 'crowd_id' },
    })
    crowds!: Relation<Crowd>[];
  }

  return { City, Chef, Crowd, Review, Shop, entities: [City, Chef, Crowd, Review, Shop] };
}

/** The entities of each engine, because the types of their columns differ. */
export const searchModels = {
  sqlite: searchModel('sqlite'),
  postgres: searchModel('postgres'),
  mariadb: searchModel('mariadb'),
} as const;

/** What a search is asked under. */
interface Asking {
  readonly fields?: readonly string[] | undefined;
  readonly context?: Reader | undefined;
}

/** The ways to ask for shops. */
export function asking(world: World) {
  const Shop: new () => ObjectLiteral = searchModels[world.engine].Shop;
  const shops = () => world.builder(Shop);
  return {
    Shop,
    shops,
    parse: (query: string | object, { fields, context }: Asking = {}): FilterQuery<ObjectLiteral> =>
      world.filters.parse(Shop, query, { ...(fields && { search: fields }), context }),
    /** The ids of the first page, in its order, and the total. */
    page: async (query: FilterQuery<ObjectLiteral>): Promise<readonly [ids: readonly number[], total: unknown]> => {
      const { data, meta } = await world.filters.page(shops(), query);
      return [idsOf(data), 'total' in meta.pagination ? meta.pagination.total : undefined];
    },
  };
}
