import { Filterable } from 'nestjs-filterable';
import { Column, Entity, ManyToOne, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { serviceFor } from '../parse/asking.js';

/** The user of a request, who decides what is visible. */
export interface User {
  readonly isAdmin?: boolean;
}

const isAdmin = (user?: User) => user?.isAdmin === true;

export class Address {
  @Column() city!: string;
  @Column() zip!: string;
}

/** A list whose members of every kind had other names before. */
@Entity()
@Filterable({
  fields: [
    'id',
    'name',
    { name: 'rating', formerly: ['score', 'points'] },
    { name: 'nickname', as: 'alias', formerly: ['nick'] },
    { name: 'address', formerly: ['location'] },
    { name: 'home.zip', formerly: ['postcode', 'home.plz'] },
    { name: 'home.city', as: 'town', formerly: ['home.ort'] },
    { name: 'salary', formerly: ['wage'], when: isAdmin },
    {
      name: 'specs',
      formerly: ['details'],
      paths: { color: { kind: 'text', formerly: ['colour'] }, 'size.width': { kind: 'integer', formerly: ['w'] } },
    },
  ],
  relations: [
    { name: 'reviews', formerly: ['comments'], aggregates: true },
    { name: 'boss', formerly: ['chief'] },
    { name: 'debts', formerly: ['loans'], when: isAdmin },
  ],
  facets: ['rating', 'reviews.stars', 'salary'],
  aggregates: { rating: ['avg', 'max'], salary: ['max'] },
  populate: ['reviews', 'boss', { name: 'debts', when: isAdmin }],
  search: ['name'],
})
export class Cook {
  @PrimaryGeneratedColumn() id!: number;
  @Column() name!: string;
  @Column('integer') rating!: number;
  @Column() nickname!: string;
  @Column(() => Address) address!: Address;
  @Column(() => Address) home!: Address;
  @Column('integer') salary!: number;
  @Column('simple-json') specs!: object;
  @ManyToOne(() => Cook) boss!: Relation<Cook> | null;
  @OneToMany(() => Review, (review) => review.cook) reviews!: Relation<Review>[];
  @OneToMany(() => Review, (review) => review.debtor) debts!: Relation<Review>[];
}

@Entity()
@Filterable({
  fields: ['id', { name: 'stars', formerly: ['grade'] }, 'text'],
  relations: [{ name: 'cook', formerly: ['author'] }],
  populate: ['cook'],
  sort: ['stars', 'text', 'cook.rating'],
})
export class Review {
  @PrimaryGeneratedColumn() id!: number;
  @Column('integer') stars!: number;
  @Column() text!: string;
  @ManyToOne(() => Cook) cook!: Relation<Cook>;
  @ManyToOne(() => Cook) debtor!: Relation<Cook>;
}

const entities = [Cook, Review];

export const cooks = await serviceFor(entities);
