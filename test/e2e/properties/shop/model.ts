import { type Entity, type Field, type Kind, type PoolName, type ShopName, field, many, one } from '../model-types.js';

const nullable = (kind: Kind, pool: PoolName): Field => field(kind, pool, true);
/** Values at the path of a document. */
const at = (kind: Kind, pool: PoolName): Field => ({ ...nullable(kind, pool), exact: true });
const list = (kind: Kind, pool: PoolName): Field => ({
  ...at(kind, pool),
  list: true,
});
const virtual = (kind: Kind, pool: PoolName): Field => ({ ...nullable(kind, pool), virtual: true });

/** Paths of a document under the name of its column. */
function under(document: string, paths: Readonly<Record<string, Field>>): Record<string, Field> {
  return Object.fromEntries(Object.entries(paths).map(([path, value]) => [`${document}.${path}`, value]));
}

/** A path of every kind, and a list of every kind: those of a product's `specs`. */
export const specs = {
  color: at('text', 'plain'),
  title: at('text', 'wild'),
  word: at('text', 'alike'),
  tiny: at('tinyint', 'tiny'),
  'size.width': at('integer', 'small'),
  'size.depth.mm': at('smallint', 'narrow'),
  big: at('bigint', 'bigint'),
  weight: at('decimal', 'amount'),
  ratio: at('float', 'float'),
  on: at('boolean', 'boolean'),
  made: at('date', 'date'),
  code: at('uuid', 'uuid'),
  ab: at('text', 'alike'),
  zero: at('integer', 'small'),
  odd: at('integer', 'small'),
  labels: list('text', 'wild'),
  'size.widths': list('integer', 'small'),
  bigs: list('bigint', 'bigint'),
  weights: list('decimal', 'amount'),
  ratios: list('float', 'float'),
  flags: list('boolean', 'boolean'),
  days: list('date', 'date'),
  codes: list('uuid', 'uuid'),
} as const satisfies Readonly<Record<string, Field>>;

/**
 * Some of them again, in the columns of other types: a product's `notes`, a variant's `specs` and a maker's `origin`.
 */
export const notes = {
  color: specs.color,
  'size.width': specs['size.width'],
  big: specs.big,
  weight: specs.weight,
  ab: specs.ab,
  labels: specs.labels,
} as const satisfies Readonly<Record<string, Field>>;

/** The keys of the paths whose names do not say them. */
const keysByName: Readonly<Record<string, readonly string[]>> = {
  ab: ['a.b', "it's"],
  zero: ['0'],
  odd: ['x:y?', '"$*[\\ é', ''],
};

/** The keys of a path by its name. */
export function keysOf(path: string): readonly string[] {
  return keysByName[path] ?? path.split('.');
}

/** What a client may ask of a shop. The library is told the same in `entities.ts`. */
export const shop: Readonly<Record<ShopName, Entity>> = {
  Product: {
    key: 'id',
    fields: {
      id: field('integer', 'small'),
      name: field('text', 'plain'),
      tags: list('text', 'item'),
      marks: list('text', 'item'),
      codes: list('bigint', 'bigint'),
      sizes: list('text', 'alike'),
      counts: list('integer', 'small'),
      specs: nullable('json', 'json'),
      ...under('specs', specs),
      notes: nullable('json', 'json'),
      ...under('notes', notes),
      lineCount: virtual('integer', 'small'),
      topStock: virtual('integer', 'small'),
      stockSum: virtual('bigint', 'small'),
      topPrice: virtual('decimal', 'decimal'),
      isInStock: virtual('boolean', 'boolean'),
      makerName: virtual('text', 'plain'),
    },
    relations: { maker: one('Maker'), variants: many('Variant') },
  },
  Maker: {
    key: 'id',
    fields: {
      id: field('integer', 'small'),
      name: field('text', 'plain'),
      lands: list('text', 'item'),
      origin: nullable('json', 'json'),
      ...under('origin', notes),
      productCount: virtual('integer', 'small'),
    },
    relations: { products: many('Product') },
  },
  Variant: {
    key: 'id',
    fields: {
      id: field('integer', 'small'),
      stock: nullable('integer', 'small'),
      price: nullable('decimal', 'decimal'),
      labels: list('text', 'item'),
      specs: nullable('json', 'json'),
      ...under('specs', notes),
      siblings: virtual('integer', 'small'),
    },
    relations: { product: one('Product') },
  },
};
