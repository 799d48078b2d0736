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

/** The context of a request: the tenant whose places it may see, and whether it may see prices that were paid. */
export interface Guest {
  readonly tenant: number;
  readonly isStaff?: boolean;
  /** Keys of places and tags that are hidden besides, in lists of any length. */
  readonly hidden?: { readonly places: readonly number[]; readonly tags: readonly number[] };
}

/** A condition without the rows of a list, which may be empty. */
const without = (keys: readonly number[] = []) => (keys.length === 0 ? {} : { id: { $notIn: keys } });

const isStaff = (guest?: Guest) => guest?.isStaff === true;

/** The phone numbers are kept without their spaces, behind a mark, so that no value is stored as it is shown. */
const phone = {
  to: (value: unknown) => (typeof value === 'string' ? `tel:${value.replaceAll(' ', '')}` : value),
  from: (value: unknown) => (typeof value === 'string' ? value.slice('tel:'.length) : value),
};

/** The column types of uuids and of arrays of numbers, where an engine has them. */
const numbers: Readonly<Record<EngineName, ColumnOptions>> = {
  sqlite: { type: 'simple-json', nullable: true },
  postgres: { type: 'int', array: true, nullable: true },
  mariadb: { type: 'json', nullable: true },
};

/** Makes a guide to restaurants: places with a column of every kind, what they are related to, and two odd mappings. */
function facetsModel(engine: EngineName) {
  const { list, document, moment } = storages[engine];
  const floats: ColumnOptions = { type: engine === 'mariadb' ? 'double' : 'float', nullable: true };
  const isArray = engine === 'postgres';

  @Entity({ name: 'country' })
  @Filterable({ fields: ['id', 'name'] })
  class Country {
    @PrimaryColumn() id!: number;
    @Column() name!: string;
  }

  @Entity({ name: 'chef' })
  @Filterable({ fields: ['id', 'name', 'stars', 'langs'], relations: ['country'] })
  class Chef {
    @PrimaryColumn() id!: number;
    @Column({ type: 'varchar', nullable: true }) name!: string | null;
    @Column() stars!: number;
    @Column(list) langs!: string[] | null;
    @Column({ name: 'country_id', type: 'int', nullable: true }) countryId!: number | null;
    @ManyToOne(() => Country) @JoinColumn({ name: 'country_id' }) country!: Relation<Country> | null;
    @DeleteDateColumn({ name: 'deleted_at' }) deletedAt!: Date | null;
  }

  @Entity({ name: 'tag' })
  @Filterable({
    fields: ['id', 'name'],
    scope: (guest?: Guest) => ({ secret: false, ...without(guest?.hidden?.tags) }),
  })
  class Tag {
    @PrimaryColumn() id!: number;
    @Column() name!: string;
    @Column() secret!: boolean;
  }

  @Entity({ name: 'review' })
  @Filterable({ fields: ['id', 'stars', 'author', 'at'], relations: ['place'] })
  class Review {
    @PrimaryColumn() id!: number;
    @Column() stars!: number;
    @Column() author!: string;
    @Column({ type: 'date' }) at!: string;
    @Column({ name: 'place_id' }) placeId!: number;
    @ManyToOne(() => Place, (place) => place.reviews) @JoinColumn({ name: 'place_id' }) place!: Relation<Place>;
  }

  class Address {
    @Column({ type: 'varchar', nullable: true }) city!: string | null;
  }

  @Entity({ name: 'place' })
  @Filterable({
    fields: [
      'id',
      'name',
      { name: 'cuisine', as: 'kitchen' },
      'rating',
      'price',
      'visits',
      'open',
      'level',
      'founded',
      'seen',
      'code',
      'phone',
      'address.city',
      'labels',
      'notes',
      isArray ? 'sizes' : { name: 'sizes', kind: 'integer', list: true },
      {
        name: 'doc',
        paths: {
          color: 'text',
          'size.width': 'integer',
          big: 'bigint',
          weight: 'decimal',
          on: 'boolean',
          made: 'date',
          words: { kind: 'text', list: true },
          counts: { kind: 'integer', list: true },
        },
      },
      { name: 'reviewCount', kind: 'integer' },
      { name: 'paid', when: isStaff },
    ],
    relations: ['chef', 'reviews', 'tags'],
    facets: [
      'cuisine',
      { name: 'rating', type: 'range' },
      { name: 'price', type: 'range' },
      'visits',
      'open',
      'level',
      'founded',
      'seen',
      'code',
      'phone',
      'address.city',
      'labels',
      'notes',
      'sizes',
      'doc.color',
      'doc.size.width',
      'doc.big',
      { name: 'doc.weight', type: 'range' },
      'doc.on',
      'doc.made',
      'doc.words',
      'doc.counts',
      'reviewCount',
      'paid',
      'chef.name',
      'chef.langs',
      { name: 'chef.stars', type: 'range' },
      'chef.country.name',
      { name: 'reviews.author', limit: 3 },
      { name: 'reviews.stars', type: 'values' },
      { name: 'reviews.at', type: 'range' },
      'tags.name',
    ],
    scope: (guest?: Guest) => (guest === undefined ? {} : { tenant: guest.tenant, ...without(guest.hidden?.places) }),
  })
  class Place {
    @PrimaryColumn() id!: number;
    @Column() name!: string;
    @Column({ type: 'varchar', nullable: true }) cuisine!: string | null;
    @Column(floats) rating!: number | null;
    @Column({ type: 'decimal', precision: 8, scale: 2 }) price!: string;
    @Column({ type: 'bigint' }) visits!: string;
    @Column() open!: boolean;
    @Column({ type: 'simple-enum', enum: ['low', 'mid', 'high'] }) level!: 'low' | 'mid' | 'high';
    @Column({ type: 'date', nullable: true }) founded!: string | null;
    @Column({ type: moment, nullable: true }) seen!: Date | null;
    @Column({ type: 'uuid' }) code!: string;
    @Column({ type: 'varchar', nullable: true, transformer: phone }) phone!: string | null;
    @Column(() => Address) address!: Address;
    @Column(list) labels!: string[] | null;
    @Column({ type: 'simple-array', nullable: true }) notes!: string[] | null;
    @Column(numbers[engine]) sizes!: number[] | null;
    @Column(document) doc!: object | null;
    @Column({ type: 'int' }) paid!: number;
    @Column({ type: 'int' }) tenant!: number;
    @VirtualColumn({ query: (place) => `SELECT COUNT(*) FROM review v WHERE v.place_id = ${place}.id` })
    reviewCount!: number;
    @Column({ name: 'chef_id', type: 'int', nullable: true }) chefId!: number | null;
    @ManyToOne(() => Chef) @JoinColumn({ name: 'chef_id' }) chef!: Relation<Chef> | null;
    @OneToMany(() => Review, (review) => review.place) reviews!: Relation<Review>[];
    @ManyToMany(() => Tag)
    @JoinTable({
      name: 'place_tag',
      joinColumn: { name: 'place_id' },
      inverseJoinColumn: { name: 'tag_id' },
    })
    tags!: Relation<Tag>[];
    @DeleteDateColumn({ name: 'deleted_at' }) deletedAt!: Date | null;
  }

  @Entity({ name: 'slot' })
  @Filterable({ fields: ['day', 'hour', 'kind'], relations: ['marks'], facets: ['kind', 'marks.word'] })
  class Slot {
    @PrimaryColumn() day!: number;
    @PrimaryColumn() hour!: number;
    @Column() kind!: string;
    @OneToMany(() => Mark, (mark) => mark.slot) marks!: Relation<Mark>[];
  }

  @Entity({ name: 'mark' })
  @Filterable({ fields: ['id', 'word'], relations: ['slot'], facets: ['slot.kind'] })
  class Mark {
    @PrimaryColumn() id!: number;
    @Column() word!: string;
    @Column({ name: 'slot_day' }) slotDay!: number;
    @Column({ name: 'slot_hour' }) slotHour!: number;
    @ManyToOne(() => Slot, (slot) => slot.marks)
    @JoinColumn([
      { name: 'slot_day', referencedColumnName: 'day' },
      { name: 'slot_hour', referencedColumnName: 'hour' },
    ])
    slot!: Relation<Slot>;
  }

  @Entity({ name: 'vehicle' })
  @TableInheritance({ column: { name: 'type', type: 'varchar' } })
  @Filterable({ fields: ['id', 'maker'], facets: ['maker'] })
  class Vehicle {
    @PrimaryColumn() id!: number;
    @Column() maker!: string;
  }

  @ChildEntity('car')
  @Filterable({ fields: ['id', 'maker', 'doors'], facets: ['maker', 'doors'] })
  class Car extends Vehicle {
    @Column({ type: 'int', nullable: true }) doors!: number;
  }

  @ChildEntity('boat')
  class Boat extends Vehicle {}

  const entities = [Country, Chef, Tag, Review, Place, Slot, Mark, Vehicle, Car, Boat];
  return { Country, Chef, Tag, Review, Place, Slot, Mark, Vehicle, Car, Boat, entities };
}

/** The entities of each engine, because the types of their columns differ. */
export const facetsModels = {
  sqlite: facetsModel('sqlite'),
  postgres: facetsModel('postgres'),
  mariadb: facetsModel('mariadb'),
} as const;

export const tenant1: Guest = { tenant: 1 };
