import { Filterable } from 'nestjs-filterable';
import {
  Column,
  DeleteDateColumn,
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { serviceFor } from '../parse/asking.js';

/** The user of a request, by whom visibility and scopes are decided. */
export interface User {
  readonly isAdmin?: boolean;
  readonly city?: string;
}

const isAdmin = (user?: User) => user?.isAdmin === true;

export class Address {
  @Column() street!: string;
  @ManyToOne(() => City) city!: Relation<City>;
}

@Entity()
@Filterable({ fields: ['id', { name: 'title', as: 'name' }], scope: () => ({ isOpen: true }) })
export class City {
  @PrimaryGeneratedColumn() id!: number;
  @Column() title!: string;
  @Column() isOpen!: boolean;
}

@Entity()
@Filterable({
  fields: ['id', 'name', { name: 'salary', when: isAdmin }],
  relations: ['home', 'places'],
  populate: ['home', { name: 'places', limit: 2 }, { name: 'boss', when: isAdmin }],
})
export class Chef {
  @PrimaryGeneratedColumn() id!: number;
  @Column() name!: string;
  @Column() salary!: number;
  @Column({ select: false }) secret!: string;
  @ManyToOne(() => City) home!: Relation<City>;
  @ManyToOne(() => Chef) boss!: Relation<Chef> | null;
  @OneToMany(() => Place, (place) => place.chef) places!: Relation<Place>[];
}

@Entity()
@Filterable({
  fields: ['id', 'stars', 'text', 'createdAt', { name: 'rank', sortable: false }, { name: 'note', when: isAdmin }],
  relations: ['author'],
  populate: ['author'],
})
export class Review {
  @PrimaryGeneratedColumn() id!: number;
  @Column() stars!: number;
  @Column() text!: string;
  @Column() createdAt!: Date;
  @Column() rank!: number;
  @Column() note!: string;
  @Column() approved!: boolean;
  @DeleteDateColumn() deletedAt!: Date | null;
  @ManyToOne(() => Chef) author!: Relation<Chef>;
  @ManyToOne(() => Place, (place) => place.reviews) place!: Relation<Place>;
}

@Entity()
@Filterable({ fields: ['id', 'name'] })
export class Tag {
  @PrimaryGeneratedColumn() id!: number;
  @Column() name!: string;
}

@Entity()
@Filterable({
  fields: ['id', 'name'],
  relations: [{ name: 'chef', as: 'cook' }, 'tags', { name: 'staff', when: isAdmin }],
  populate: [
    'chef',
    {
      name: 'reviews',
      limit: 3,
      maximum: 20,
      sort: 'createdAt:desc',
      fields: ['stars', 'text', 'createdAt', 'note'],
      where: { approved: true },
    },
    'tags',
    { name: 'guests', where: (user?: User) => ({ home: { title: user?.city ?? 'Oslo' } }), when: isAdmin },
    'staff',
    'address.city',
  ],
})
export class Place {
  @PrimaryGeneratedColumn() id!: number;
  @Column() name!: string;
  @Column(() => Address) address!: Address;
  @ManyToOne(() => Chef, (chef) => chef.places) chef!: Relation<Chef> | null;
  @OneToMany(() => Review, (review) => review.place) reviews!: Relation<Review>[];
  @ManyToMany(() => Tag) @JoinTable() tags!: Relation<Tag>[];
  @ManyToMany(() => Chef) @JoinTable() guests!: Relation<Chef>[];
  @ManyToMany(() => Chef) @JoinTable() staff!: Relation<Chef>[];
}

export const entities = [Place, Chef, City, Review, Tag];

export const places = await serviceFor(entities);
