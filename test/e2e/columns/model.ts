import {
  Column,
  Entity,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  VirtualColumn,
} from 'typeorm';
import type { Relation } from 'typeorm';
import { Filterable } from 'nestjs-filterable';
import type { EngineName } from '../../support/databases.js';
import { storages } from './storage.js';

/** The context that decides which paths exist. */
export interface Reader {
  readonly isAdmin: boolean;
}

/** The document of a product, as a program sees it. */
export interface Attributes {
  readonly color?: string | null;
  readonly size?: { readonly width?: number | null; readonly height?: number | null } | null;
  readonly weight?: number | string | null;
  readonly ratio?: number | null;
  readonly big?: bigint | number | null;
  readonly on?: boolean | null;
  readonly made?: string | null;
  readonly code?: string | null;
  readonly labels?: readonly string[] | null;
  readonly counts?: readonly number[] | null;
  readonly ab?: string | null;
  readonly secret?: string | null;
}

const isAdmin = (reader?: Reader) => reader?.isAdmin === true;

/** Makes the product list: products, the lines of their orders, their makers and groups. */
function columnsModel(engine: EngineName) {
  const { list, document, otherDocument, moment } = storages[engine];

  @Entity({ name: 'maker' })
  @Filterable({
    fields: [
      'id',
      'name',
      'langs',
      { name: 'profile', paths: { country: 'text', since: 'date', staff: 'integer' } },
      { name: 'productCount', kind: 'integer' },
    ],
    relations: ['products'],
  })
  class Maker {
    @PrimaryColumn() id!: number;
    @Column() name!: string;
    @Column(list) langs!: string[] | null;
    @Column(document) profile!: { country?: string; since?: string; staff?: number } | null;
    @VirtualColumn({ query: (maker) => `SELECT COUNT(*) FROM product v WHERE v.maker_id = ${maker}.id` })
    productCount!: number;
    @OneToMany(() => Product, (product) => product.maker) products!: Relation<Product>[];
  }

  @Entity({ name: 'line' })
  @Filterable({
    fields: [
      'id',
      'quantity',
      'price',
      'notes',
      { name: 'detail', paths: { color: 'text', gift: 'boolean', labels: { kind: 'text', list: true } } },
      { name: 'twice', kind: 'integer' },
    ],
    relations: ['product'],
  })
  class Line {
    @PrimaryColumn() id!: number;
    @Column({ type: 'int' }) quantity!: number;
    @Column({ type: 'decimal', precision: 10, scale: 2 }) price!: string;
    @Column({ name: 'sold_at', type: moment, nullable: true }) soldAt!: Date | null;
    @Column({ type: 'simple-array', nullable: true }) notes!: string[] | null;
    @Column(document) detail!: { color?: string; gift?: boolean; labels?: string[] } | null;
    @VirtualColumn({ query: (line) => `SELECT ${line}.quantity * 2` }) twice!: number;
    @Column({ name: 'product_id', type: 'int', nullable: true }) productId!: number | null;
    @ManyToOne(() => Product, (product) => product.lines, { nullable: true })
    @JoinColumn({ name: 'product_id' })
    product!: Relation<Product> | null;
  }

  @Entity({ name: 'category' })
  @Filterable({
    fields: ['id', 'name', 'words', { name: 'info', paths: { rank: 'integer' } }, { name: 'size', kind: 'integer' }],
    relations: ['products'],
  })
  class Category {
    @PrimaryColumn() id!: number;
    @Column() name!: string;
    @Column({ type: 'simple-array', nullable: true }) words!: string[] | null;
    @Column(document) info!: { rank?: number | null } | null;
    @VirtualColumn({
      query: (category) => `SELECT COUNT(*) FROM product_category v WHERE v.category_id = ${category}.id`,
    })
    size!: number;
    @ManyToMany(() => Product, (product) => product.categories) products!: Relation<Product>[];
  }

  @Entity({ name: 'product' })
  @Filterable({
    fields: [
      'id',
      'name',
      'tags',
      { name: 'sizes', kind: 'bigint', list: true },
      {
        name: 'attributes',
        paths: {
          color: 'text',
          'size.width': 'integer',
          'size.height': 'tinyint',
          weight: 'decimal',
          ratio: 'float',
          big: 'bigint',
          on: 'boolean',
          made: 'date',
          code: 'uuid',
          labels: { kind: 'text', list: true },
          counts: { kind: 'integer', list: true },
          codes: { kind: 'uuid', list: true },
          odd: { at: ['a.b', "it's"], as: 'ab', kind: 'text' },
          secret: { kind: 'text', when: isAdmin },
        },
      },
      { name: 'extra', paths: { color: 'text', 'size.width': 'integer', labels: { kind: 'text', list: true } } },
      { name: 'lineCount', kind: 'integer' },
      { name: 'total', kind: 'decimal' },
      { name: 'lastSold', kind: 'datetime' },
    ],
    relations: ['maker', 'lines', 'categories'],
  })
  class Product {
    @PrimaryColumn() id!: number;
    @Column() name!: string;
    @Column(list) tags!: string[] | null;
    @Column(document) sizes!: number[] | null;
    @Column(document) attributes!: Attributes | null;
    @Column(otherDocument) extra!: object | string | null;
    @VirtualColumn({ query: (product) => `SELECT COUNT(*) FROM line v WHERE v.product_id = ${product}.id` })
    lineCount!: number;
    @VirtualColumn({
      type: 'decimal',
      query: (product) => `SELECT SUM(v.price) FROM line v WHERE v.product_id = ${product}.id`,
    })
    total!: string | null;
    @VirtualColumn({
      type: moment,
      query: (product) => `SELECT MAX(v.sold_at) FROM line v WHERE v.product_id = ${product}.id`,
    })
    lastSold!: Date | null;
    @Column({ name: 'maker_id', type: 'int', nullable: true }) makerId!: number | null;
    @ManyToOne(() => Maker, (maker) => maker.products, { nullable: true })
    @JoinColumn({ name: 'maker_id' })
    maker!: Relation<Maker> | null;
    @OneToMany(() => Line, (line) => line.product) lines!: Relation<Line>[];
    @ManyToMany(() => Category, (category) => category.products)
    @JoinTable({
      name: 'product_category',
      joinColumn: { name: 'product_id' },
      inverseJoinColumn: { name: 'category_id' },
    })
    categories!: Relation<Category>[];
  }

  return { Product, Line, Maker, Category, entities: [Product, Line, Maker, Category] };
}

/** The entities of each engine, because the types of their columns differ. */
export const columnsModels = {
  sqlite: columnsModel('sqlite'),
  postgres: columnsModel('postgres'),
  mariadb: columnsModel('mariadb'),
} as const;
