import type { EntityMetadata } from 'typeorm';
import type { Dialect } from '../dialects/index.js';
import type { Operator } from '../operators/index.js';
import type { BindFacts, FilterValue, StoredKind, ValueFacts, ValueKind } from '../values/index.js';
import type { ColumnMetadata } from './column-metadata.js';
import type { Link } from './link.js';
import type { DeclaredScope, RelationStrategy, Visibility } from './rules.js';

/** A column as SQL is made of it. */
export interface ColumnSchema {
  readonly metadata: ColumnMetadata;
  /** The escaped name, without an alias. */
  readonly sql: string;
  readonly kind: ValueKind;
  /** The kind that the column's type alone tells, where a decorator says another. */
  readonly storedKind: ValueKind;
  /** Values as the database keeps them: those of {@link storedKind}, or bytes, of which there is no kind. */
  readonly stored: StoredKind;
  readonly facts: ValueFacts;
  /** Whether the column's transformer can make something of a value; undefined where it has none. */
  readonly accepts: ((value: FilterValue) => boolean) | undefined;
  readonly bindFacts: BindFacts;
  readonly nullable: boolean;
  /** Whether an index that the entity declares starts with it. */
  readonly indexed: boolean;
}

/** A field that may be asked about: a column, the names it goes by, and what may be asked of it. */
export interface FieldSchema {
  readonly type: 'field';
  /** How clients write it, a segment a bracket: `['address', 'city']`. */
  readonly clientPath: readonly string[];
  /** How TypeORM names it: `address.city`. */
  readonly propertyPath: string;
  readonly column: ColumnSchema;
  readonly operators: ReadonlyMap<string, Operator>;
  readonly sortable: boolean;
  readonly when: Visibility | undefined;
}

/** The property that columns are embedded under: no relation, and no hop. */
export interface EmbeddedSchema {
  readonly type: 'embedded';
  readonly members: ReadonlyMap<string, Member>;
}

/** A relation that may be followed. */
export interface RelationSchema {
  readonly type: 'relation';
  readonly clientPath: readonly string[];
  readonly propertyPath: string;
  readonly toMany: boolean;
  /** Whether a join gives one row at most. Not so for every to-one relation: the columns that it refers to need not be unique. */
  readonly single: boolean;
  /** The related entity; a getter, because entities refer to each other. */
  readonly target: FilterSchema;
  /** How rows are related, in columns. */
  readonly link: Link;
  /** The related entity's column that is equal to one of this side, or of the junction; undefined where there are several. */
  readonly far: ColumnSchema | undefined;
  /** Whether no row can be lost or hidden on the way: every row is related to one, and it is there. */
  readonly certain: boolean;
  /** Whether the related key can be compared on this side alone: a foreign key to a row that cannot be hidden. */
  readonly keyIsHere: boolean;
  readonly strategy: RelationStrategy | undefined;
  readonly sortable: boolean;
  readonly when: Visibility | undefined;
  /** The related entity as it is seen on this path. */
  view(kind: ViewKind): View;
}

export type Member = FieldSchema | EmbeddedSchema | RelationSchema;

/**
 * Who asks: a client (its names, what is allowed), the program on behalf of one (property names, what is allowed), or the
 * program for itself (property names, everything).
 */
export type ViewKind = 'client' | 'code' | 'all';

/** Everything that depends on one entity alone, made once at boot. */
export interface FilterSchema {
  readonly name: string;
  readonly metadata: EntityMetadata;
  readonly dialect: Dialect;
  /** The escaped table, with its schema. */
  readonly table: string;
  readonly primaryKey: readonly ColumnSchema[];
  /** The columns of each index that the entity declares, escaped. */
  readonly indexes: readonly (readonly string[])[];
  readonly deleteDate: ColumnSchema | undefined;
  /** What tells the rows of an entity that shares its table with others. */
  readonly discriminator: { readonly sql: string; readonly values: readonly unknown[] } | undefined;
  /** What its rows must satisfy to be seen; empty where every row may be. */
  readonly scopes: readonly RowScope[];
  /** Whether a decorator makes it filterable; the views of clients and of code are empty otherwise. */
  readonly filterable: boolean;
  /** Whether that decorator names nothing, and so exposes what is public. */
  readonly isBare: boolean;
  view(kind: ViewKind): View;
}

/** What all rows of an entity must satisfy to be seen, or those of one class that shares the entity's table. */
export interface RowScope {
  /** The entity in whose names the scopes are written: the same, or the one that its rows are of. */
  readonly schema: FilterSchema;
  readonly declared: readonly DeclaredScope[];
  /** Which rows these are; undefined: all. */
  readonly only: { readonly discriminator: FieldSchema; readonly values: readonly FilterValue[] } | undefined;
}

/** A key that a list may be sorted by, resolved: the relations on its way, and the column, or how many rows. */
export interface SortTarget {
  readonly hops: readonly RelationSchema[];
  readonly field: FieldSchema | 'count';
}

/** An entity as somebody may ask about it: which names there are, and what they mean. */
export interface View {
  readonly kind: ViewKind;
  readonly schema: FilterSchema;
  readonly members: ReadonlyMap<string, Member>;
  /** The complete list of sort keys by the names of this view, where the entity or the handler declares one. */
  readonly declaredSort: ReadonlyMap<string, SortTarget> | undefined;
  /** The fields that are the entity's whole primary key: none, one, or the same column by several names. */
  readonly keyFields: readonly FieldSchema[];
}
