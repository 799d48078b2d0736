import { Filterable } from 'nestjs-filterable';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { decimal } from '../decimal.transformer.js';
import { Restaurant } from '../restaurants/restaurant.entity.js';

@Entity()
@Filterable({ fields: ['id', 'name', 'price', 'isVegetarian'], relations: ['restaurant'] })
export class Dish {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 120 })
  name!: string;

  @Column({ type: 'decimal', precision: 8, scale: 2, transformer: decimal })
  price!: number;

  @Column()
  isVegetarian!: boolean;

  @Index()
  @ManyToOne(() => Restaurant, (restaurant) => restaurant.dishes, { nullable: false })
  @JoinColumn({ name: 'restaurant_id' })
  restaurant!: Relation<Restaurant>;
}
