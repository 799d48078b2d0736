import { Filterable } from 'nestjs-filterable';
import { Column, Entity, Index, ManyToOne, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Restaurant } from '../restaurants/restaurant.entity.js';
import { Country } from './country.entity.js';

@Entity()
@Filterable({ fields: ['id', 'name'], relations: ['country', 'restaurants'] })
export class City {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 60 })
  name!: string;

  @Index()
  @ManyToOne(() => Country, (country) => country.cities, { nullable: false })
  country!: Relation<Country>;

  @OneToMany(() => Restaurant, (restaurant) => restaurant.city)
  restaurants!: Relation<Restaurant>[];
}
