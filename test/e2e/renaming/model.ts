import { Filterable } from 'nestjs-filterable';
import { Column, Entity, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import type { DataSource } from 'typeorm';
import type { EngineName } from '../../support/databases.js';

/** One state of an application: its entity of cooks, and all entities. */
export interface Release {
  readonly cook: new () => object;
  readonly entities: readonly (new () => object)[];
  /** The names without brackets of its list. */
  readonly flat: object;
}

/** The type of documents. */
const documents = { sqlite: 'simple-json', postgres: 'jsonb', mariadb: 'json' } as const;

/** The application before anything was renamed. */
export function before(engine: EngineName): Release {
  class Address {
    @Column() town!: string;
  }

  @Entity()
  @Filterable({
    fields: ['id', 'score', 'location.town', { name: 'details', paths: { colour: 'text' } }],
    relations: [{ name: 'comments', aggregates: true }, 'chief'],
    facets: ['score', 'comments.grade'],
    aggregates: { score: ['avg', 'max'] },
    populate: ['comments', 'chief'],
    named: { loved: { kind: 'boolean', where: () => ({ comments: { $count: { $gte: 2 } } }) } },
  })
  class Cook {
    @PrimaryColumn() id!: number;
    @Column('integer') score!: number;
    @Column(() => Address) location!: Address;
    @Column(documents[engine]) details!: object;
    @ManyToOne(() => Cook) chief!: Cook | null;
    @OneToMany(() => Review, (review) => review.author) comments!: Relation<Review>[];
  }

  @Entity()
  @Filterable({ fields: ['id', 'grade'], relations: ['author'] })
  class Review {
    @PrimaryColumn() id!: number;
    @Column('integer') grade!: number;
    @ManyToOne(() => Cook) author!: Relation<Cook>;
  }

  const flat = { filters: { min: { field: 'score', operator: '$gte' }, praised: 'loved' } };
  return { cook: Cook, entities: [Cook, Review], flat };
}

/** The same application after every kind of member was renamed, in the program, too. */
export function after(engine: EngineName): Release {
  class Address {
    @Column() city!: string;
  }

  @Entity()
  @Filterable({
    fields: [
      'id',
      { name: 'rating', formerly: ['score'] },
      { name: 'address.city', formerly: ['location.town'] },
      { name: 'specs', formerly: ['details'], paths: { colour: { kind: 'text', as: 'color', formerly: ['colour'] } } },
    ],
    relations: [
      { name: 'reviews', formerly: ['comments'], aggregates: true },
      { name: 'boss', formerly: ['chief'] },
    ],
    facets: ['rating', 'reviews.stars'],
    aggregates: { rating: ['avg', 'max'] },
    populate: ['reviews', 'boss'],
    named: { popular: { kind: 'boolean', formerly: ['loved'], where: () => ({ reviews: { $count: { $gte: 2 } } }) } },
  })
  class Cook {
    @PrimaryColumn() id!: number;
    @Column('integer') rating!: number;
    @Column(() => Address) address!: Address;
    @Column(documents[engine]) specs!: object;
    @ManyToOne(() => Cook) boss!: Cook | null;
    @OneToMany(() => Review, (review) => review.cook) reviews!: Relation<Review>[];
  }

  @Entity()
  @Filterable({
    fields: ['id', { name: 'stars', formerly: ['grade'] }],
    relations: [{ name: 'cook', formerly: ['author'] }],
  })
  class Review {
    @PrimaryColumn() id!: number;
    @Column('integer') stars!: number;
    @ManyToOne(() => Cook) cook!: Relation<Cook>;
  }

  const flat = {
    filters: {
      least: { field: 'rating', operator: '$gte', formerly: ['min'] },
      loved: { field: 'popular', formerly: ['praised'] },
    },
  };
  return { cook: Cook, entities: [Cook, Review], flat };
}

/** The properties of a release: as they were, or as they are. */
const names = {
  before: namesOf('score location town details chief grade author'),
  after: namesOf('rating address city specs boss stars cook'),
} as const;

function namesOf(text: string) {
  const [rating = '', address = '', city = '', specs = '', boss = '', stars = '', cook = ''] = text.split(' ');
  return { rating, address, city, specs, boss, stars, cook };
}

/** Saves the same cooks and reviews in a release's own words. */
export async function fill(source: DataSource, { entities: [Cook, Review] }: Release, time: keyof typeof names) {
  if (Cook === undefined || Review === undefined) throw new TypeError('a release has two entities');
  const own = names[time];
  const towns = ['Bergen', 'Oslo', 'Oslo', 'Moss', 'Oslo', 'Moss'];
  const cooks = towns.map((town, index) => ({
    id: index + 1,
    [own.rating]: [3, 5, 5, 1, 4, 3][index],
    [own.address]: { [own.city]: town },
    [own.specs]: { colour: index % 2 === 0 ? 'red' : 'blue' },
    [own.boss]: index < 2 ? null : { id: (index % 2) + 1 },
  }));
  await source.getRepository(Cook).save(cooks);
  const reviews = [5, 4, 4, 2, 1, 3, 5].map((stars, index) => ({
    id: index + 1,
    [own.stars]: stars,
    [own.cook]: { id: (index % 4) + 1 },
  }));
  await source.getRepository(Review).save(reviews);
}
