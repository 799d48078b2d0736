import { Filterable } from 'nestjs-filterable';
import {
  Column,
  DeleteDateColumn,
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
} from 'typeorm';

/**
 * The shop whose answers the corpus holds. A change of this file changes the questions, not the answers: add to it, and
 * leave what it has.
 */

@Entity()
@Filterable({ fields: ['code', 'name'] })
export class Country {
  @PrimaryColumn({ length: 2 }) code!: string;
  @Column() name!: string;
}

@Entity()
@Filterable({ fields: ['id', 'name', 'foundedOn'], relations: ['country'], populate: ['country'] })
export class Maker {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column({ type: 'date', nullable: true }) foundedOn!: string | null;
  @Column() bankAccount!: string;
  @ManyToOne(() => Country, { nullable: true }) country!: Relation<Country> | null;
}

@Entity()
@Filterable({ fields: ['id', 'name'] })
export class Label {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
}

@Entity()
@Filterable({ fields: ['id', 'text', 'stars', 'approved', 'createdAt'] })
export class Review {
  @PrimaryColumn() id!: number;
  @Column() text!: string;
  @Column({ type: 'int', nullable: true }) stars!: number | null;
  @Column({ type: 'boolean', nullable: true }) approved!: boolean | null;
  @Column() createdAt!: Date;
  @ManyToOne(() => Product, (product) => product.reviews) product!: Relation<Product>;
}

export class Size {
  @Column({ type: 'int' }) width!: number;
  @Column({ type: 'int', nullable: true }) height!: number | null;
}

@Entity()
@Filterable({
  fields: [
    'id',
    'name',
    'note',
    { name: 'status', formerly: ['state'] },
    'stock',
    'sold',
    'price',
    'weight',
    'isOnSale',
    'releasedAt',
    'addedOn',
    'opensAt',
    { name: 'serial', kind: 'uuid' },
    'size.width',
    'size.height',
    'colors',
    { name: 'specs', paths: { material: 'text', 'power.watts': 'integer', ports: { kind: 'text', list: true } } },
    { name: 'limited', operators: ['$eq', '$gte'], sortable: false },
  ],
  relations: ['maker', { name: 'reviews', aggregates: true }, 'labels'],
  search: ['name', 'note', 'maker.name'],
  facets: ['status', 'colors', 'labels.name', { name: 'stock', type: 'range' }],
  aggregates: {
    stock: ['sum', 'avg', 'min', 'max', 'count', 'distinct'],
    weight: ['min', 'max'],
    addedOn: ['min', 'max'],
  },
  populate: ['maker', 'labels', { name: 'reviews', limit: 2, maximum: 5, sort: 'id', fields: ['stars', 'text'] }],
})
export class Product {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column({ type: 'varchar', nullable: true }) note!: string | null;
  @Column({ type: 'simple-enum', enum: ['new', 'used', 'gone'], nullable: true }) status!: string | null;
  @Column({ type: 'int', nullable: true }) stock!: number | null;
  @Column({ type: 'bigint', nullable: true }) sold!: string | null;
  @Column({ type: 'decimal', precision: 8, scale: 2, nullable: true }) price!: string | null;
  @Column({ type: 'float', nullable: true }) weight!: number | null;
  @Column({ type: 'boolean' }) isOnSale!: boolean;
  @Column({ type: Date, nullable: true }) releasedAt!: Date | null;
  @Column({ type: 'date', nullable: true }) addedOn!: string | null;
  @Column({ type: 'time', nullable: true }) opensAt!: string | null;
  @Column({ type: 'varchar', length: 36, nullable: true }) serial!: string | null;
  @Column(() => Size) size!: Size;
  @Column({ type: 'simple-array', nullable: true }) colors!: string[] | null;
  @Column({ type: 'simple-json', nullable: true }) specs!: object | null;
  @Column({ type: 'int' }) limited!: number;
  @Column() purchasePrice!: number;
  @DeleteDateColumn() deletedAt!: Date | null;
  @ManyToOne(() => Maker, { nullable: true }) maker!: Relation<Maker> | null;
  @OneToMany(() => Review, (review) => review.product) reviews!: Relation<Review>[];
  @ManyToMany(() => Label) @JoinTable() labels!: Relation<Label>[];
}

export const entities = [Country, Maker, Label, Review, Product];
