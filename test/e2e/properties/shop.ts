import {
  Column,
  type ColumnOptions,
  type DataSource,
  Entity,
  type EntityTarget,
  JoinColumn,
  ManyToOne,
  type ObjectLiteral,
  OneToMany,
  PrimaryColumn,
  type Relation,
  VirtualColumn,
} from 'typeorm';
import { type FilterQuery, Filterable } from 'nestjs-filterable';
import type { EngineName } from '../../support/databases.js';
import { type Field, type ShopName, entities, keysOf } from './model.js';
import type { Row } from './blog.js';
import { type Json, elementsOf, scalarOf, valueAt } from './documents.js';
import { ofKeys, scopeOf } from './checks.js';
import type { World } from './laboratory.js';

/**
 * Columns whose types are different ones on different engines, so that each way to store a list or a document is met.
 */
type StoredColumn = 'tags' | 'marks' | 'codes' | 'sizes' | 'counts' | 'specs' | 'notes' | 'origin' | 'kit';

type Types = Readonly<Record<StoredColumn, ColumnOptions>>;

const nullable = (type: ColumnOptions['type'], array = false): ColumnOptions => ({ type, array, nullable: true });

const columnTypes: Readonly<Record<EngineName, Types>> = {
  postgres: {
    tags: nullable('text', true),
    marks: nullable('simple-array'),
    codes: nullable('bigint', true),
    sizes: nullable('jsonb'),
    counts: nullable('json'),
    specs: nullable('jsonb'),
    notes: nullable('json'),
    origin: nullable('jsonb'),
    kit: nullable('json'),
  },
  mariadb: {
    tags: nullable('simple-array'),
    marks: nullable('simple-array'),
    codes: nullable('json'),
    sizes: nullable('simple-json'),
    counts: nullable('json'),
    specs: nullable('json'),
    notes: nullable('longtext'),
    origin: nullable('simple-json'),
    kit: nullable('text'),
  },
  sqlite: {
    tags: nullable('simple-array'),
    marks: nullable('simple-array'),
    codes: nullable('simple-json'),
    sizes: nullable('text'),
    // Of type json SQLite makes a number of a text that looks like one, be it JSON or not: `01` is stored as 1. No list
    // does.
    counts: nullable('json'),
    specs: nullable('simple-json'),
    notes: nullable('text'),
    origin: nullable('simple-json'),
    kit: nullable('jsonb'),
  },
};

/** The virtual columns of a row, by the rows that it is related to. */
const virtualValues: Readonly<Record<ShopName, (row: ShopRow) => Readonly<Record<string, string | null>>>> = {
  Maker: ({ related }) => ({ productCount: countOf(related['products']) }),
  Product: ({ related }) => {
    const variants = related['variants'] ?? [];
    const stocks = variants.map(({ values }) => values['stock'] ?? null).filter((stock) => stock !== null);
    const prices = variants.map(({ values }) => values['price'] ?? null).filter((price) => price !== null);
    return {
      lineCount: countOf(variants),
      topStock: greatest(stocks),
      stockSum: stocks.length === 0 ? null : String(stocks.reduce((sum, stock) => sum + BigInt(stock), 0n)),
      topPrice: greatest(prices),
      isInStock: String(stocks.length > 0),
      makerName: related['maker']?.[0]?.values['name'] ?? null,
    };
  },
  Variant: ({ related }) => ({ siblings: countOf(related['product']?.[0]?.related['variants']) }),
};

function countOf(rows: readonly ShopRow[] | undefined): string {
  return String(rows?.length ?? 0);
}

function greatest(texts: readonly string[]): string | null {
  return [...texts].sort((one, other) => Number(one) - Number(other)).at(-1) ?? null;
}

/** What a JSON column holds: its text, and the value of that; undefined where the text is no JSON. */
export interface Document {
  readonly text: string;
  readonly json: Json | undefined;
}

/** Generated columns of a row, by their storage, and the number of the row that it belongs to. */
export interface ShopRowSeed {
  readonly values: Readonly<Record<string, string | null>>;
  /** Lists that are an array where the engine has arrays. */
  readonly items: Readonly<Record<string, readonly (string | null)[] | null>>;
  readonly documents: Readonly<Record<string, Document | null>>;
  /** Taken modulo the number of rows there are; null for none. */
  readonly link: number | null;
}

/** A generated shop, which is the same on every engine. */
export type ShopSeed = Readonly<Record<'makers' | 'products' | 'variants', readonly ShopRowSeed[]>>;

/** A row, and what it was made of. */
interface ShopRow extends Row {
  readonly entity: ShopName;
  readonly seed: ShopRowSeed;
  readonly related: Readonly<Record<string, ShopRow[]>>;
  readonly values: Record<string, string | null>;
}

type ShopDataset = Readonly<Record<ShopName, readonly ShopRow[]>>;

/** Makes the rows of a shop as an engine reads them, and relates them. */
export function shopOf({ makers, products, variants }: ShopSeed, engine: EngineName): ShopDataset {
  const rows = (entity: ShopName, seeds: readonly ShopRowSeed[]) =>
    seeds.map((seed, index) => rowOf(entity, seed, index, engine));
  const [Maker, Product] = [rows('Maker', makers), rows('Product', products)];
  // A variant belongs to one product, so without products there are none.
  const Variant = Product.length === 0 ? [] : rows('Variant', variants);
  for (const product of Product) relate(product, 'maker', Maker, 'products');
  for (const variant of Variant) relate(variant, 'product', Product, 'variants');
  for (const row of [...Maker, ...Product, ...Variant]) Object.assign(row.values, virtualValues[row.entity](row));
  return { Maker, Product, Variant };
}

function relate(row: ShopRow, name: string, targets: readonly ShopRow[], inverse: string): void {
  const { link } = row.seed;
  const target = link === null ? undefined : targets[link % targets.length];
  if (target === undefined) return;
  row.related[name]?.push(target);
  target.related[inverse]?.push(row);
}

function rowOf(entity: ShopName, seed: ShopRowSeed, index: number, engine: EngineName): ShopRow {
  const key = String(index + 1);
  const { fields, relations } = entities[entity];
  const own: OwnColumns = { values: { ...seed.values, id: key }, lists: {} };
  for (const [name, field] of Object.entries(fields))
    readField(own, { name, field, seed, asDoubles: engine === 'sqlite' });
  const related = Object.fromEntries(Object.keys(relations).map((name) => [name, []]));
  return { entity, key, ...own, deleted: false, tenant: 1, related, seed };
}

/** What a row has in its columns, but for the virtual ones. */
interface OwnColumns {
  readonly values: Record<string, string | null>;
  readonly lists: Record<string, readonly (string | null)[] | null>;
}

interface FieldOfSeed {
  readonly name: string;
  readonly field: Field;
  readonly seed: ShopRowSeed;
  /** True where the engine keeps decimals of documents as doubles. */
  readonly asDoubles: boolean;
}

/**
 * Reads a field of a document, a document as there or not, or a list of its own; other columns are as they were
 * generated.
 */
function readField({ values, lists }: OwnColumns, { name, field, seed, asDoubles }: FieldOfSeed): void {
  const [column = '', ...path] = name.split('.');
  const items = seed.items[column];
  if (items !== undefined) lists[name] = items;
  const document = seed.documents[column];
  if (document === undefined) return;
  const json = valueAt(document?.json, path.length === 0 ? [] : keysOf(path.join('.')));
  if (field.list !== undefined) lists[name] = elementsOf(field.kind, json, asDoubles);
  else if (field.kind === 'json') values[name] = (json ?? null) === null ? null : 'is there';
  else values[name] = scalarOf(field.kind, json, asDoubles);
}

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
function shopClasses(engine: EngineName, scoped: boolean): Readonly<Record<ShopName, EntityTarget<ObjectLiteral>>> {
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

/** A column of a table: its name, its value, and the SQL that makes it of a parameter. */
interface Cell {
  readonly column: string;
  readonly value: unknown;
  readonly make?: (parameter: string) => string;
}

/** Columns by their names in `column-types.ts`, where these are others. */
const storedAs: Readonly<Record<string, StoredColumn>> = { lands: 'tags', labels: 'tags' };

/** Puts a shop into a database, in place of what is there. Statements by hand write documents as they are spelled. */
async function insertShop(source: DataSource, shop: ShopDataset, engine: EngineName): Promise<void> {
  const inOrder = ['Maker', 'Product', 'Variant'] as const;
  for (const entity of [...inOrder].reverse()) await source.query(`DELETE FROM ${tableOf(source, entity)}`);
  for (const entity of inOrder)
    await insertRows(
      source,
      entity,
      shop[entity].map((row) => cellsOf(row, engine)),
    );
}

function tableOf(source: DataSource, entity: ShopName): string {
  const { tablePath } = source.getMetadata(entity);
  return tablePath
    .split('.')
    .map((name) => source.driver.escape(name))
    .join('.');
}

async function insertRows(source: DataSource, entity: ShopName, rows: readonly (readonly Cell[])[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const parameters: unknown[] = [];
  const parameter = ({ value, make = (text) => text }: Cell) => {
    parameters.push(value);
    return make(source.options.type === 'postgres' ? `$${parameters.length}` : '?');
  };
  const tuples = rows.map((cells) => `(${cells.map(parameter).join()})`);
  const names = first.map(({ column }) => source.driver.escape(column));
  await source.query(`INSERT INTO ${tableOf(source, entity)} (${names.join()}) VALUES ${tuples.join()}`, parameters);
}

function cellsOf(row: ShopRow, engine: EngineName): Cell[] {
  const { seed, key, related } = row;
  const scalars = Object.entries(seed.values).map(([column, value]): Cell => ({ column, value }));
  const items = Object.entries(seed.items).map(([column, value]): Cell => ({
    column,
    value: itemsIn(engine, column, value),
  }));
  return [
    { column: 'id', value: Number(key) },
    ...scalars,
    ...items,
    ...documentsIn(row, engine),
    ...linkOf(row.entity, related),
  ];
}

/** An array where there are arrays, and else the text that commas delimit, or that of a JSON list of numbers. */
function itemsIn(engine: EngineName, column: string, value: readonly (string | null)[] | null): unknown {
  const { type, array } = columnTypes[engine][storedAs[column] ?? (column as StoredColumn)];
  if (value === null || array) return value;
  return type === 'simple-array' ? value.join() : `[${value.map(String).join()}]`;
}

/**
 * Documents as texts, but for the bytes of SQLite's `jsonb`. PostgreSQL takes no text that is no JSON: it is NULL
 * there.
 */
function documentsIn({ entity, seed }: ShopRow, engine: EngineName): Cell[] {
  return Object.entries(seed.documents).map(([column, document]) => {
    const isStorable = document?.json !== undefined || engine !== 'postgres';
    const value = document !== null && isStorable ? document.text : null;
    const isBytes = engine === 'sqlite' && entity === 'Variant';
    return isBytes ? { column, value, make: (parameter) => `JSONB(${parameter})` } : { column, value };
  });
}

function linkOf(entity: ShopName, related: ShopRow['related']): Cell[] {
  const name = { Maker: undefined, Product: 'maker', Variant: 'product' }[entity];
  if (name === undefined) return [];
  const [target] = related[name] ?? [];
  return [{ column: `${name}_id`, value: target === undefined ? null : Number(target.key) }];
}

/** The shop on an engine, whose columns have the types of that engine; with scopes, or without any. */
export function shopOn(engine: EngineName, { scoped = false } = {}): World<ShopDataset> {
  const classes = shopClasses(engine, scoped);
  return {
    entities: Object.values(classes) as never,
    classes,
    parse: (service, root, input, context): FilterQuery<ObjectLiteral> => {
      if (root !== 'Product' && root !== 'Maker' && root !== 'Variant') throw new TypeError(`a shop has no ${root}`);
      return service.parse(classes[root], input, context === undefined ? {} : { context, aggregates: ofKeys });
    },
    insert: (source, shop) => insertShop(source, shop, engine),
  };
}
