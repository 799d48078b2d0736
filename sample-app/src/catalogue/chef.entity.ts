import { Filterable } from 'nestjs-filterable';
import { Column, Entity, Index, ManyToOne, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Restaurant } from '../restaurants/restaurant.entity.js';

@Entity()
@Filterable({
  fields: ['id', 'name', 'bornOn', 'michelinStars'],
  relations: ['mentor', 'restaurants'],
})
export class Chef {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 120 })
  name!: string;

  @Column({ type: 'date', nullable: true })
  bornOn!: string | null;

  @Column({ type: 'smallint' })
  michelinStars!: number;

  @Index()
  @ManyToOne(() => Chef, { nullable: true })
  mentor!: Relation<Chef> | null;

  @OneToMany(() => Restaurant, (restaurant) => restaurant.chef)
  restaurants!: Relation<Restaurant>[];
}
