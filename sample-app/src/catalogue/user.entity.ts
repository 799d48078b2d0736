import { Filterable } from 'nestjs-filterable';
import { Column, Entity, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Review } from './review.entity.js';

/** Exposes single properties: those without the decorator, such as `email`, cannot be filtered or sorted by. */
@Entity()
export class User {
  @Filterable()
  @PrimaryGeneratedColumn()
  id!: number;

  @Filterable({ operators: ['$eq', '$ne', '$in', '$notIn', '$contains', '$startsWith'] })
  @Column({ type: 'varchar', length: 120 })
  name!: string;

  @Column({ type: 'varchar', length: 160, unique: true, select: false })
  email!: string;

  @Column({ type: 'varchar', length: 120, select: false })
  passwordHash!: string;

  @Filterable()
  @OneToMany(() => Review, (review) => review.author)
  reviews!: Relation<Review>[];
}
