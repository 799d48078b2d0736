import type { PoolName } from './value-pools.js';

export type { PoolName };

/** What a field's values are, as a client writes them. */
export type Kind =
  | 'text'
  | 'tinyint'
  | 'smallint'
  | 'integer'
  | 'bigint'
  | 'decimal'
  | 'float'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'uuid'
  | 'enum'
  | 'json';

/** The blog of the other suites. */
export type BlogName = 'Post' | 'Author' | 'Country' | 'Comment' | 'Tag';

/** A shop, whose rows have lists, documents and virtual columns. */
export type ShopName = 'Product' | 'Maker' | 'Variant';

export type EntityName = BlogName | ShopName;

export interface Field {
  readonly kind: Kind;
  /** The small domain of its values, or of the elements of its list; see `value-pools.ts`. */
  readonly pool: PoolName;
  readonly nullable: boolean;
  /** Texts that are equal only if they are the same, whatever the collation, as they are in documents. */
  readonly exact?: true;
  /** A list of values. */
  readonly list?: true;
  /** A virtual column, each use of which is limited like a condition on a relation. */
  readonly virtual?: true;
}

export interface Relation {
  readonly target: EntityName;
  readonly toMany: boolean;
}

export interface Entity {
  /** The primary key, which a bare value given to a relation is compared with. */
  readonly key: string;
  /** Fields by name. That of a path in a document begins with the document's: `specs.size.width`. */
  readonly fields: Readonly<Record<string, Field>>;
  readonly relations: Readonly<Record<string, Relation>>;
}

const field = (kind: Kind, pool: PoolName, nullable = false): Field => ({ kind, pool, nullable });
const one = (target: EntityName): Relation => ({ target, toMany: false });
const many = (target: EntityName): Relation => ({ target, toMany: true });

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
const shop: Readonly<Record<ShopName, Entity>> = {
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

/** Authors and tags have `posts` only where they are asked about themselves: see the overrides in `requests.ts`. */
const blog: Readonly<Record<BlogName, Entity>> = {
  Post: {
    key: 'id',
    fields: {
      id: field('integer', 'small'),
      title: field('text', 'wild'),
      slug: field('text', 'plain', true),
      status: field('enum', 'enum', true),
      views: field('integer', 'small', true),
      visits: field('bigint', 'bigint', true),
      rating: field('decimal', 'decimal', true),
      score: field('float', 'float', true),
      isFeatured: field('boolean', 'boolean', true),
      publishedAt: field('datetime', 'moment', true),
      publishedOn: field('date', 'date', true),
      createdAt: field('datetime', 'exact'),
      externalId: field('uuid', 'uuid', true),
      meta: field('json', 'json', true),
    },
    relations: { author: one('Author'), comments: many('Comment'), tags: many('Tag') },
  },
  Author: {
    key: 'id',
    fields: { id: field('integer', 'small'), name: field('text', 'plain'), bornOn: field('date', 'date', true) },
    relations: { country: one('Country') },
  },
  Country: {
    key: 'code',
    fields: { code: field('text', 'code'), name: field('text', 'wild') },
    relations: {},
  },
  Comment: {
    key: 'id',
    fields: {
      id: field('integer', 'small'),
      body: field('text', 'wild'),
      stars: field('integer', 'small', true),
      approved: field('boolean', 'boolean', true),
    },
    relations: { author: one('Author') },
  },
  Tag: {
    key: 'id',
    fields: { id: field('integer', 'small'), name: field('text', 'plain') },
    relations: {},
  },
};

/** The test models once more, as a client sees them, so that the evaluator need not ask the library. */
export const entities: Readonly<Record<EntityName, Entity>> = { ...blog, ...shop };

/** The entity with the relations that a handler adds to it where it is the root. */
export function rootEntity(name: EntityName): Entity {
  const entity = entities[name];
  if (name !== 'Author' && name !== 'Tag') return entity;
  return { ...entity, relations: { ...entity.relations, posts: many('Post') } };
}
