import { Filterable } from 'nestjs-filterable';
import { Column, Entity, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import { City } from './city.entity.js';

@Entity()
@Filterable({ fields: ['code', 'name'], relations: ['cities'] })
export class Country {
  /** ISO 3166-1 alpha-2. */
  @PrimaryColumn({ type: 'varchar', length: 2 })
  code!: string;

  @Column({ type: 'varchar', length: 60 })
  name!: string;

  @OneToMany(() => City, (city) => city.country)
  cities!: Relation<City>[];
}
