import { Filterable } from 'nestjs-filterable';
import { Column, Entity, ManyToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Restaurant } from '../restaurants/restaurant.entity.js';

/** `@Filterable()` without options exposes every column, and every relation to another filterable entity. */
@Entity()
@Filterable()
export class Tag {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 40, unique: true })
  name!: string;

  @ManyToMany(() => Restaurant, (restaurant) => restaurant.tags)
  restaurants!: Relation<Restaurant>[];
}
