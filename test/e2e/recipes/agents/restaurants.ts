import { Filterable, filterOverrides } from 'nestjs-filterable';
import { Column, Entity, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';

export interface User {
  readonly name: string;
  readonly isInspector: boolean;
}

@Entity()
@Filterable({ fields: ['name'] })
export class City {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @OneToMany(() => Restaurant, (restaurant) => restaurant.city) restaurants!: Relation<Restaurant>[];
}

@Entity()
@Filterable({
  fields: ['id', 'name', 'cuisine', 'stars', { name: 'notes', when: (user: User) => user.isInspector }],
  relations: ['city'],
  scope: (user: User) => (user.isInspector ? {} : { isOpen: true }),
})
export class Restaurant {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column() cuisine!: string;
  @Column() stars!: number;
  @Column() isOpen!: boolean;
  @Column({ select: false }) notes!: string;
  @ManyToOne(() => City, (city) => city.restaurants, { nullable: false }) city!: Relation<City>;
}

/** An agent reads every row of a page, so pages are small. */
export const forAgents = filterOverrides<Restaurant>({
  limits: { pageSize: 5, maxPageSize: 10, conditions: 8 },
  pagination: { styles: ['page'] },
});
