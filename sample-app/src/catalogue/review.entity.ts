import { Filterable } from 'nestjs-filterable';
import {
  Column,
  CreateDateColumn,
  DeleteDateColumn,
  Entity,
  Index,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { Restaurant } from '../restaurants/restaurant.entity.js';
import { User } from './user.entity.js';

@Entity()
@Filterable({
  fields: ['id', 'stars', 'text', 'approved', 'createdAt'],
  relations: ['author', 'restaurant'],
  populate: ['author'],
})
export class Review {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'int' })
  stars!: number;

  @Column({ type: 'text', nullable: true })
  text!: string | null;

  @Column()
  approved!: boolean;

  @Index()
  @CreateDateColumn()
  createdAt!: Date;

  /** Marks a withdrawn review, which no list, filter or count sees. */
  @DeleteDateColumn({ select: false })
  deletedAt!: Date | null;

  @Index()
  @ManyToOne(() => User, (user) => user.reviews, { nullable: false })
  author!: Relation<User>;

  @Index()
  @ManyToOne(() => Restaurant, (restaurant) => restaurant.reviews, { nullable: false })
  restaurant!: Relation<Restaurant>;
}
