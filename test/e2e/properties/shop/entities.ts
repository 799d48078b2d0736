import {
  Column,
  type EntityTarget,
  Entity,
  JoinColumn,
  ManyToOne,
  type ObjectLiteral,
  OneToMany,
  PrimaryColumn,
  type Relation,
  VirtualColumn,
} from 'typeorm';
import { Filterable } from 'nestjs-filterable';
import type { EngineName } from '../../../support/databases.js';
import type { ShopName } from '../model-types.js';
import { scopeOf } from '../users.js';
import { columnTypes } from './column-types.js';

/** Paths of the smaller documents. */
const paths = {
  color: 'text',
  'size.width': 'integer',
  big: 'bigint',
  weight: 'decimal',
  ab: { at: ['a.b', "it's"], kind: 'text' },
  labels: { kind: 'text', list: true },
} as const;

/** A path of every kind, a list of every kind, and keys that mean something to SQL, JSON paths, TypeORM or drivers. */
const allPaths = {
  ...paths,
  title: 'text',
  word: 'text',
  tiny: 'tinyint',
  'size.depth.mm': 'smallint',
  ratio: 'float',
  on: 'boolean',
  made: 'date',
  code: 'uuid',
  'the key 0': { at: ['0'], as: 'zero', kind: 'integer' },
  odd: { at: ['x:y?', '"$*[\\ é', ''], kind: 'integer' },
  'size.widths': { kind: 'integer', list: true },
  bigs: { kind: 'bigint', list: true },
  weights: { kind: 'decimal', list: true },
  ratios: { kind: 'float', list: true },
  flags: { kind: 'boolean', list: true },
  days: { kind: 'date', list: true },
  codes: { kind: 'uuid', list: true },
} as const;

/** Writes the query of a virtual column about the variants of a product. */
const ofVariants = (selected: string) => (alias: string) =>
  `SELECT ${selected} FROM variant v WHERE v.product_id = ${alias}.id`;

/**
 * Makes the entities of the shop for one engine. The names of columns need no quotes, for the queries of virtual ones.
 */
export function shopClasses(
  engine: EngineName,
  scoped: boolean,
): Readonly<Record<ShopName, EntityTarget<ObjectLiteral>>> {
  const types = columnTypes[engine];
  const scopedBy = (name: ShopName) => (scoped ? { scope: scopeOf(name) } : {});

  @Entity()
  @Filterable({
    fields: ['id', 'name', 'lands', { name: 'origin', paths }, { name: 'productCount', kind: 'integer' }],
    relations: ['products'],
    ...scopedBy('Maker'),
  })
  class Maker {
    @PrimaryColumn() id!: number;
    @Column() name!: string;
    @Column(types.tags) lands!: string[] | null;
    @Column(types.origin) origin!: unknown;
    @OneToMany(() => Product, (product) => product.maker) products!: Relation<Product>[];
    @VirtualColumn({ query: (alias) => `SELECT COUNT(*) FROM product p WHERE p.maker_id = ${alias}.id` })
    productCount!: number;
  }

  @Entity()
  @Filterable({
    fields: [
      ...(['id', 'name', 'tags', 'marks'] as const),
      { name: 'codes', kind: 'bigint', list: true },
      { name: 'sizes', kind: 'text', list: true },
      { name: 'counts', kind: 'integer', list: true },
      { name: 'specs', paths: allPaths },
      { name: 'notes', paths },
      { name: 'lineCount', kind: 'integer' },
      { name: 'topStock', kind: 'integer' },
      { name: 'stockSum', kind: 'bigint' },
      { name: 'topPrice', kind: 'decimal' },
      { name: 'isInStock', kind: 'boolean' },
      { name: 'makerName', kind: 'text' },
    ],
    relations: ['maker', 'variants'],
    ...scopedBy('Product'),
  })
  class Product {
    @PrimaryColumn() id!: number;
    @Column() name!: string;
    @Column(types.tags) tags!: string[] | null;
    @Column(types.marks) marks!: string[] | null;
    @Column(types.codes) codes!: unknown;
    @Column(types.sizes) sizes!: unknown;
    @Column(types.counts) counts!: unknown;
    @Column(types.specs) specs!: unknown;
    @Column(types.notes) notes!: unknown;
    @ManyToOne(() => Maker, (maker) => maker.products, { nullable: true })
    @JoinColumn({ name: 'maker_id' })
    maker!: Relation<Maker> | null;
    @OneToMany(() => Variant, (variant) => variant.product) variants!: Relation<Variant>[];
    @VirtualColumn({ query: ofVariants('COUNT(*)') }) lineCount!: number;
    @VirtualColumn({ query: ofVariants('MAX(v.stock)') }) topStock!: number | null;
    @VirtualColumn({ query: ofVariants('SUM(v.stock)') }) stockSum!: string | null;
    @VirtualColumn({ query: ofVariants('MAX(v.price)') }) topPrice!: string | null;
    @VirtualColumn({ query: ofVariants('COUNT(v.stock) > 0') }) isInStock!: boolean;
    @VirtualColumn({ query: (alias) => `SELECT m.name FROM maker m WHERE m.id = ${alias}.maker_id` })
    makerName!: string | null;
  }

  @Entity()
  @Filterable({
    fields: [
      ...(['id', 'stock', 'price', 'labels'] as const),
      { name: 'specs', paths },
      { name: 'siblings', kind: 'integer' },
    ],
    relations: ['product'],
    ...scopedBy('Variant'),
  })
  class Variant {
    @PrimaryColumn() id!: number;
    @Column({ type: 'int', nullable: true }) stock!: number | null;
    @Column({ type: 'decimal', precision: 8, scale: 2, nullable: true }) price!: string | null;
    @Column(types.tags) labels!: string[] | null;
    @Column(types.kit) specs!: unknown;
    @ManyToOne(() => Product, (product) => product.variants, { nullable: false })
    @JoinColumn({ name: 'product_id' })
    product!: Relation<Product>;
    @VirtualColumn({ query: (alias) => `SELECT COUNT(*) FROM variant v WHERE v.product_id = ${alias}.product_id` })
    siblings!: number;
  }

  return { Maker, Product, Variant };
}
