import type { EntityMetadata } from 'typeorm';
import type { Dialect } from '../dialects/index.js';
import type { AnyOperator } from '../operators/index.js';
import type { FilterValue } from '../values/index.js';
import type { ColumnSchema, ExpressionSchema } from './expression.js';
import type { Link } from './link.js';
import type { DeclaredScope } from './records.js';
import type { ClassRules, RelationStrategy, Visibility } from './rules.js';
import type { Table } from './tables.js';

/*
 * The result of everything in this folder: entities, as requests are read and SQL is compiled against them. A `FilterSchema`
 * holds the facts of one entity; its `View`s hold the names by which a request may use it. See view.ts for how views are made.
 */

/** An expression that a view exposes as a field, with the operators that requests may use on it. */
export interface FieldSchema {
  readonly type: 'field';
  /** The name in requests, one segment for each bracket: `['address', 'city']` for `filters[address][city]`. */
  readonly clientPath: readonly string[];
  /** The name in the program, as TypeORM has it: `address.city`. */
  readonly propertyPath: string;
  /** The keys of a document's path, below the name of the column, where they are not its name; the program may use either. */
  readonly keyPath: readonly string[] | undefined;
  /** The SQL that is compared and sorted by, and the kind of its values. */
  readonly expression: ExpressionSchema;
  /** The declared paths of a JSON document, by the names of their view; undefined for any other field. */
  readonly members: ReadonlyMap<string, Member> | undefined;
  /** The allowed operators by token; empty for a field that can only be sorted by. */
  readonly operators: ReadonlyMap<string, AnyOperator>;
  /** True where it is a sort key, unless a declared list of sort keys says otherwise. */
  readonly sortable: boolean;
  /** Decides for a context whether the field exists; undefined where it always does. */
  readonly when: Visibility | undefined;
}

/**
 * A property that columns are embedded under (`@Column(() => Address)`), or that groups paths of a document. It groups names, and
 * costs SQL nothing.
 */
export interface EmbeddedSchema {
  readonly type: 'embedded';
  /** The members of the group, by the names of their view. */
  readonly members: ReadonlyMap<string, Member>;
}

/** A relation that a view exposes: filters and sort keys may lead through it. */
export interface RelationSchema {
  readonly type: 'relation';
  /** The name in requests, one segment for each bracket. */
  readonly clientPath: readonly string[];
  /** The name in the program, as TypeORM has it. */
  readonly propertyPath: string;
  /** True for one-to-many and many-to-many. */
  readonly toMany: boolean;
  /** True where a join adds no rows. Not so for every to-one relation: the columns that it refers to need not be unique. */
  readonly single: boolean;
  /** The related entity; a getter, because entities refer to each other. */
  readonly target: FilterSchema;
  /** The columns that SQL joins by. */
  readonly link: Link;
  /**
   * The related entity's column that the {@link link} refers to, by which related rows can be looked up; undefined where it
   * is several columns.
   */
  readonly relatedKey: ColumnSchema | undefined;
  /** True where every row has a related row and nothing hides it, so that an inner join loses no rows. */
  readonly alwaysExists: boolean;
  /**
   * True where one foreign key column of this entity answers for the related row: comparing it is as good as a subquery,
   * because wherever it is not NULL, the related row exists and nothing hides it.
   */
  readonly ownsForeignKey: boolean;
  /** True where the rows of the junction table are as many as the related rows, because each stands for one that nothing hides. */
  readonly countedByLinks: boolean;
  /** True where a foreign key constraint has made an index on its columns, whatever the entities declare. */
  readonly indexedByConstraint: boolean;
  /** The declared way to answer conditions on it; undefined: that of the handler or the module. */
  readonly strategy: RelationStrategy | undefined;
  /** True where sort keys may lead through it. */
  readonly sortable: boolean;
  /** Decides for a context whether the relation exists; undefined where it always does. */
  readonly when: Visibility | undefined;
  /** Returns the related entity's view, narrowed by what the relation's rule allows on this path. */
  view(kind: ViewKind): View;
}

/** Anything that a name of a view can stand for. */
export type Member = FieldSchema | EmbeddedSchema | RelationSchema;

/**
 * The names and permissions of a view. `client`: the names of requests, exposed members only. `code`: property names, exposed
 * members only. `all`: property names, every member, for conditions that the program itself adds, such as scopes.
 */
export type ViewKind = 'client' | 'code' | 'all';

/** The facts of one entity in one data source, made once at boot and shared by all requests. */
export interface FilterSchema {
  /** The entity's name, for messages. */
  readonly name: string;
  /** TypeORM's description of the entity. */
  readonly metadata: EntityMetadata;
  /** The dialect of the data source. */
  readonly dialect: Dialect;
  /** The table of its rows. */
  readonly table: Table;
  /** The primary key's columns: several where it is composite. */
  readonly primaryKey: readonly ColumnSchema[];
  /** The escaped columns of each declared index, the primary key and unique constraints included. */
  readonly indexes: readonly (readonly string[])[];
  /** The `@DeleteDateColumn()`, whose rows are hidden where it is set; undefined where deleting is final. */
  readonly deleteDate: ColumnSchema | undefined;
  /** The discriminator column of a child entity, escaped, and the values that its rows have in it; undefined for others. */
  readonly discriminator: { readonly sql: string; readonly values: readonly unknown[] } | undefined;
  /** The conditions that rows must satisfy to be visible; empty where all rows are. */
  readonly scopes: readonly RowScope[];
  /** True where `@Filterable()` decorates it. Otherwise its views of the kinds `client` and `code` are empty. */
  readonly filterable: boolean;
  /** True for a class decorator that lists neither fields nor relations, and so exposes every public column. */
  readonly isBare: boolean;
  /** The names that the class lists for `search` and `facets`, not yet looked up. */
  readonly lists: Pick<ClassRules, 'search' | 'facets'>;
  /** Returns the entity's own view of a kind, without the overrides of a handler. */
  view(kind: ViewKind): View;
}

/** Scopes that apply to all rows of an entity, or to those of one class that shares the entity's table. */
export interface RowScope {
  /** The entity whose property names the scopes use: the entity itself, or the child entity that the rows belong to. */
  readonly schema: FilterSchema;
  /** The scopes, all of which the rows must satisfy. */
  readonly declared: readonly DeclaredScope[];
  /** The discriminator values of the rows that the scopes apply to; undefined: all rows. */
  readonly only: { readonly discriminator: FieldSchema; readonly values: readonly FilterValue[] } | undefined;
}

/** A resolved sort key: the relations that lead to a column, and the column, or the number of rows of the last relation. */
export interface SortTarget {
  /** The relations from the sorted entity onwards; empty for its own columns. */
  readonly hops: readonly RelationSchema[];
  /** The field to sort by; `count` for a key such as `comments.$count`. */
  readonly field: FieldSchema | 'count';
}

/** A facet that clients may ask for: the distinct values of a field, or their range. */
export interface FacetSchema {
  readonly type: 'values' | 'range';
  /** The relations that lead to the field; empty for a field of the entity itself. */
  readonly hops: readonly RelationSchema[];
  readonly field: FieldSchema;
  /** The most values that the declaration allows; undefined leaves it to the limits. */
  readonly limit: number | undefined;
}

/** An entity as one kind of request may use it: its names, and the members that they stand for. See view.ts. */
export interface View {
  /** The names and permissions that the view has. */
  readonly kind: ViewKind;
  /** The entity that it is a view of. */
  readonly schema: FilterSchema;
  /** The members by name, members with a `when` included: the context decides about them at each request. */
  readonly members: ReadonlyMap<string, Member>;
  /** The complete list of sort keys, where the entity or the handler declares one; undefined: every sortable member. */
  readonly declaredSort: ReadonlyMap<string, SortTarget> | undefined;
  /** The fields of a primary key of one column: none, one, or several where views give the column several names. */
  readonly keyFields: readonly FieldSchema[];
}
