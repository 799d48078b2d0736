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

/** Domains of texts: `plain` ones, which every collation puts in one order, and `wild` ones, which none may order. */
export type TextPool =
  | 'plain'
  | 'wild'
  | 'code'
  /** Texts that collations confuse: only their exact equality means the same everywhere. */
  | 'alike'
  /** Texts without commas, of which none is empty. */
  | 'item';

export type PoolName =
  | TextPool
  | 'tiny'
  | 'narrow'
  | 'small'
  | 'bigint'
  | 'decimal'
  | 'amount'
  | 'float'
  | 'boolean'
  | 'date'
  | 'moment'
  | 'exact'
  | 'uuid'
  | 'enum'
  | 'json';

export const field = (kind: Kind, pool: PoolName, nullable = false): Field => ({ kind, pool, nullable });
export const one = (target: EntityName): Relation => ({ target, toMany: false });
export const many = (target: EntityName): Relation => ({ target, toMany: true });
