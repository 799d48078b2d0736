import type { EngineName } from '../../../support/databases.js';
import type { Row } from '../dataset.js';
import { type Field, type ShopName, entities } from '../expected-model.js';
import { type Json, valueAt } from './json.js';
import { keysOf } from './model.js';
import { virtualValues } from './virtual-values.js';
import { elementsOf, scalarOf } from './read-json.js';

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
export interface ShopRow extends Row {
  readonly entity: ShopName;
  readonly seed: ShopRowSeed;
  readonly related: Readonly<Record<string, ShopRow[]>>;
  readonly values: Record<string, string | null>;
}

export type ShopDataset = Readonly<Record<ShopName, readonly ShopRow[]>>;

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
