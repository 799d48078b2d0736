import type { EntityMetadata } from 'typeorm';
import type { Dialect } from '../../dialects/index.js';
import type { DeprecatedName } from '../../issues/index.js';
import type { AggregateFunction, AnyOperator } from '../../operators/index.js';
import type { FilterValue } from '../../values/index.js';
import type { ColumnSchema, ExpressionSchema } from '../columns/expression.js';
import type { Link } from '../columns/link.js';
import type { DeclaredBy, DeclaredScope } from '../rules/records.js';
import type { ClassRules } from '../rules/rules.js';
import type { RelationStrategy, Visibility } from '../rules/member-rules.js';
import type { Table } from '../columns/tables.js';

/*
 * Result of everything in this folder: entities, as requests are read and SQL is compiled against them. A
 * `FilterSchema` holds the facts of one entity. Its `View`s hold the names that requests may use. view.ts
 * says how views are made.
 */

/** Expression that a view exposes as a field, with its allowed operators. */
export interface FieldSchema {
  readonly type: 'field';
  /** The name in requests, one segment for each bracket: `['address', 'city']` for `filters[address][city]`. */
  readonly clientPath: readonly string[];
  /** The names of before a rename, in the same form. */
  readonly formerPaths: readonly (readonly string[])[];
  /** The deprecated names that a use of it is a use of: its own, and its document's. Nearly always none. */
  readonly deprecated: readonly DeprecatedName[];
  /** The name in the program, as TypeORM has it: `address.city`. */
  readonly propertyPath: string;
  /**
   * Keys of a document's path, below the column's name, where they differ from its name. The program may use either.
   */
  readonly keyPath: readonly string[] | undefined;
  /** SQL to compare and sort by, and the kind of its values. */
  readonly expression: ExpressionSchema;
  /** Declared paths of a JSON document, by their names in the view. Undefined for any other field. */
  readonly members: ReadonlyMap<string, Member> | undefined;
  /** Allowed operators by token. Empty for a field that can only be sorted by. */
  readonly operators: ReadonlyMap<string, AnyOperator>;
  /** The operators that its rule names, aggregates of related rows included. Undefined where it names none. */
  readonly named?: readonly string[] | undefined;
  /** True for an aggregate of related rows that is part of every row. */
  readonly load?: boolean | undefined;
  /** True where it is a sort key, unless a declared list of sort keys says otherwise. */
  readonly sortable: boolean;
  /** Decides for a context whether the field exists. Undefined where it always does. */
  readonly when: Visibility | undefined;
}

/**
 * Property with embedded columns (`@Column(() => Address)`), or a group of a document's paths. It only groups
 * names, and needs no SQL.
 */
export interface EmbeddedSchema {
  readonly type: 'embedded';
  /** Members of the group, by their names in the view. */
  readonly members: ReadonlyMap<string, Member>;
}

/** A relation that a view exposes: filters and sort keys may lead through it. */
export interface RelationSchema {
  readonly type: 'relation';
  /** The name in requests, one segment for each bracket. */
  readonly clientPath: readonly string[];
  /** The names of before a rename, in the same form. */
  readonly formerPaths: readonly (readonly string[])[];
  /** Its own name, where that is deprecated. */
  readonly deprecated: readonly DeprecatedName[];
  /** The name in the program, as TypeORM has it. */
  readonly propertyPath: string;
  /** True for one-to-many and many-to-many. */
  readonly toMany: boolean;
  /**
   * True where a join adds no rows. This is not certain for a to-one relation: its referenced
   * columns need not be unique.
   */
  readonly single: boolean;
  /** The related entity; a getter, because entities refer to each other. */
  readonly target: FilterSchema;
  /** Columns that join the rows. */
  readonly link: Link;
  /**
   * Related entity's column in the {@link link}. Related rows can be looked up by it. Undefined for several columns.
   */
  readonly relatedKey: ColumnSchema | undefined;
  /** This entity's column in the {@link link}, where it is a foreign key of one column. */
  readonly foreignKey: ColumnSchema | undefined;
  /** True where every row has a related row and nothing hides it, so that an inner join loses no rows. */
  readonly alwaysExists: boolean;
  /**
   * True where one foreign key column of this entity stands for the related row: wherever it is not NULL, that row
   * exists and nothing hides it. Comparing the column then equals a subquery.
   */
  readonly ownsForeignKey: boolean;
  /** True where the junction table has as many rows as there are related rows, because nothing hides one of them. */
  readonly countedByLinks: boolean;
  /** True where a foreign key constraint has made an index on its columns, whatever the entities declare. */
  readonly indexedByConstraint: boolean;
  /** Declared strategy for conditions on it. Undefined for the handler's or the module's. */
  readonly strategy: RelationStrategy | undefined;
  /** Functions over fields of the related rows that requests may ask for. */
  readonly aggregates: readonly AggregateFunction[];
  /** True where sort keys may lead through it. */
  readonly sortable: boolean;
  /** Decides for a context whether the relation exists. Undefined where it always does. */
  readonly when: Visibility | undefined;
  /** Returns the related entity's view, narrowed by the relation's rule. */
  view(kind: ViewKind): View;
}

/** A filter that stands for conditions of the program's, which a function gives for each value. */
export interface NamedFilterSchema {
  readonly type: 'named';
  /** The name in requests, as a path of one segment. */
  readonly clientPath: readonly string[];
  /** The names of before a rename, in the same form. */
  readonly formerPaths: readonly (readonly string[])[];
  /** Its own name, where that is deprecated. */
  readonly deprecated: readonly DeprecatedName[];
  /** Its name, which no property has. */
  readonly propertyPath: string;
  /** The field that it looks like: the kind of its values, and its operators. It has no SQL. */
  readonly field: FieldSchema;
  /** Undefined, as for a field without paths. */
  readonly members: undefined;
  /** Returns the entity of its rows. */
  readonly owner: () => FilterSchema;
  /** Calls the host's function. Its result is not checked yet. */
  readonly where: (value: unknown, context: unknown) => unknown;
  /** Decides for a context whether the filter exists. Undefined where it always does. */
  readonly when: Visibility | undefined;
}

/** Meaning of a name in a view. */
export type Member = FieldSchema | EmbeddedSchema | RelationSchema | NamedFilterSchema;

/**
 * Names and permissions of a view. `client`: the names of requests, exposed members only. `code`: property names,
 * exposed members only. `all`: property names and every member, for the program's own conditions, such as scopes.
 */
export type ViewKind = 'client' | 'code' | 'all';

/** Facts of one entity in one data source, made once at boot and shared by all requests. */
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
  /** Date-times of the primary key whose values an entity may not have whole. Nearly always none. */
  readonly roundedKey: readonly ColumnSchema[];
  /** The escaped columns of each declared index, the primary key and unique constraints included. */
  readonly indexes: readonly (readonly string[])[];
  /** Column with `@DeleteDateColumn()`. Rows with a value in it are hidden. Undefined where deleting is final. */
  readonly deleteDate: ColumnSchema | undefined;
  /** Escaped discriminator column of a child entity, and its rows' values in it. Undefined for other entities. */
  readonly discriminator: { readonly sql: string; readonly values: readonly unknown[] } | undefined;
  /** Conditions that rows must satisfy to be visible. Empty where all rows are. */
  readonly scopes: readonly RowScope[];
  /** What declares it, for messages. */
  readonly declaration: DeclaredBy;
  /** True where a decorator or rules declare it. Otherwise its `client` and `code` views are empty. */
  readonly filterable: boolean;
  /** True for a class decorator without fields and relations, which exposes every public column. */
  readonly isBare: boolean;
  /** What the class lists for the parameters that are read where they are declared, not yet looked up. */
  readonly lists: Pick<ClassRules, 'search' | 'facets' | 'aggregates' | 'populate'>;
  /** Returns the entity's own view of a kind, without the overrides of a handler. */
  view(kind: ViewKind): View;
}

/** Scopes of all rows of an entity, or of one class that shares the entity's table. */
export interface RowScope {
  /** Entity whose property names the scopes use: the entity itself, or the rows' child entity. */
  readonly schema: FilterSchema;
  /** Scopes that the rows must all satisfy. */
  readonly declared: readonly DeclaredScope[];
  /** Discriminator values of the rows that the scopes apply to. Undefined for all rows. */
  readonly only: { readonly discriminator: FieldSchema; readonly values: readonly FilterValue[] } | undefined;
}

/** Resolved sort key: the relations on its path, and a column, or the number of rows of the last relation. */
export interface SortTarget {
  /** The relations from the sorted entity onwards; empty for its own columns. */
  readonly hops: readonly RelationSchema[];
  /** The field to sort by; `count` for a key such as `comments.$count`. */
  readonly field: FieldSchema | 'count';
}

/** Facet that clients may ask for: the distinct values of a field, or their range. */
export interface FacetSchema {
  readonly type: 'values' | 'range';
  /** Relations that lead to the field. Empty for a field of the entity itself. */
  readonly hops: readonly RelationSchema[];
  readonly field: FieldSchema;
  /** Greatest number of values that the declaration allows. Undefined for the limits' own. */
  readonly limit: number | undefined;
  /** The deprecated names that a request for it uses: its own, and those on its path. */
  readonly deprecated: readonly DeprecatedName[];
}

/** An entity as one kind of request may use it: names, and the members behind them. See view.ts. */
export interface View {
  /** The names and permissions that the view has. */
  readonly kind: ViewKind;
  /** Entity of the view. */
  readonly schema: FilterSchema;
  /** Members by name, also with a `when`: the context decides about these at each request. */
  readonly members: ReadonlyMap<string, Member>;
  /** Complete list of sort keys that the entity or the handler declares. Undefined for every sortable member. */
  readonly declaredSort: ReadonlyMap<string, SortTarget> | undefined;
  /** Fields of a single-column primary key: none, one, or several where views give the column several names. */
  readonly keyFields: readonly FieldSchema[];
}
