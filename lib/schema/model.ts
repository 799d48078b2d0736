import type { EntityMetadata } from 'typeorm';
import type { Dialect } from '../dialects/index.js';
import type { DeprecatedName } from '../issues/index.js';
import { type AggregateFunction, type AnyOperator, groupTokens } from '../operators/index.js';
import type { FilterValue } from '../values/index.js';
import type { ColumnSchema, ExpressionSchema } from './columns.js';
import type { ClassRules, RelationStrategy, Visibility } from './declarations.js';
import type { Link, Table } from './joins.js';
import { once } from './lazy.js';
import { lookUp } from './names.js';
import type { DeclaredBy, DeclaredScope, EntityRules } from './records.js';
import { type Report, isShown } from './visibility.js';

/*
 * Entities, as requests are read and SQL is compiled against them. A `FilterSchema` has the facts of one entity. Its
 * `View`s have the names that requests may use: maps of names to members, which do not depend on a context; members
 * with a `when` are in the map, and each request asks `isVisible`.
 *
 * Views are made when they are first read, because entities refer to each other: so are the view behind a relation and
 * the sort keys of a view. Boot reads those of filterable entities and handlers with `checkView`, so that a mistake in
 * a declaration fails there and not in a request.
 */

/** The names that clients and programs know a member by. */
export interface MemberNames {
  /** The name in requests, one segment for each bracket: `['address', 'city']` for `filters[address][city]`. */
  readonly clientPath: readonly string[];
  /** The names of before a rename, in the same form. */
  readonly formerPaths: readonly (readonly string[])[];
  /** The deprecated names that a use of it is a use of: its own, and its document's. Nearly always none. */
  readonly deprecated: readonly DeprecatedName[];
  /** The name in the program, as TypeORM has it: `address.city`. */
  readonly propertyPath: string;
  /** Decides for a context whether the member exists. Undefined where it always does. */
  readonly when: Visibility | undefined;
}

/** Expression that a view exposes as a field, with its allowed operators. */
export interface FieldSchema extends MemberNames {
  readonly type: 'field';
  /**
   * Keys of a document's path, below the column's name, where they differ from its name. The program may use either.
   */
  readonly keyPath: readonly string[] | undefined;
  readonly expression: ExpressionSchema;
  /** What its values are read by, where requests may send only some members of an enum. Undefined for all of them. */
  readonly narrowed?: ReadableValues | undefined;
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
}

/** The parts of an expression that decide which values a request may send. */
export type ReadableValues = Pick<ExpressionSchema, 'kind' | 'facts' | 'accepts' | 'list' | 'metadata'>;

/**
 * Property with embedded columns (`@Column(() => Address)`), or a group of a document's paths. It only groups
 * names, and needs no SQL.
 */
export interface EmbeddedSchema {
  readonly type: 'embedded';
  readonly members: ReadonlyMap<string, Member>;
}

/** A relation that a view exposes: filters and sort keys may lead through it. */
export interface RelationSchema extends MemberNames {
  readonly type: 'relation';
  readonly toMany: boolean;
  /**
   * True where a join adds no rows. This is not certain for a to-one relation: its referenced
   * columns need not be unique.
   */
  readonly single: boolean;
  /** The related entity; a getter, because entities refer to each other. */
  readonly target: FilterSchema;
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
  readonly sortable: boolean;
  /** Returns the related entity's view, narrowed by the relation's rule. */
  view(kind: ViewKind): View;
}

/** A filter that stands for conditions of the program's. No property has its name. */
export interface NamedFilterSchema extends MemberNames {
  readonly type: 'named';
  /** The field that it looks like: the kind of its values, and its operators. It has no SQL. */
  readonly field: FieldSchema;
  readonly members: undefined;
  readonly owner: () => FilterSchema;
  /** Calls the host's function. Its result is not checked yet. */
  readonly where: (value: unknown, context: unknown) => unknown;
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
  readonly name: string;
  readonly metadata: EntityMetadata;
  readonly dialect: Dialect;
  readonly table: Table;
  /** The primary key's columns: several where it is composite. */
  readonly primaryKey: readonly ColumnSchema[];
  /** The escaped columns of each declared index, the primary key and unique constraints included. */
  readonly indexes: readonly (readonly string[])[];
  /** Column with `@DeleteDateColumn()`. Rows with a value in it are hidden. Undefined where deleting is final. */
  readonly deleteDate: ColumnSchema | undefined;
  /** Escaped discriminator column of a child entity, and its rows' values in it. Undefined for other entities. */
  readonly discriminator: { readonly sql: string; readonly values: readonly unknown[] } | undefined;
  /** Conditions that rows must satisfy to be visible. Empty where all rows are. */
  readonly scopes: readonly RowScope[];
  readonly declaration: DeclaredBy;
  /** True where a decorator or rules declare it. Otherwise its `client` and `code` views are empty. */
  readonly filterable: boolean;
  /** True for a class decorator without fields and relations, which exposes every public column. */
  readonly isBare: boolean;
  /** Returns the columns that a bare decorator leaves out for their transformers, with the fault of each. */
  readonly leftOut: () => ReadonlyMap<string, string>;
  /** What the class lists for the parameters that are read where they are declared, not yet looked up. */
  readonly lists: Pick<ClassRules, 'search' | 'facets' | 'aggregates' | 'populate'>;
  /** Returns the entity's own view of a kind, without the overrides of a handler. */
  readonly view: (kind: ViewKind) => View;
}

/** Scopes of all rows of an entity, or of one class that shares the entity's table. */
export interface RowScope {
  /** Entity whose property names the scopes use: the entity itself, or the rows' child entity. */
  readonly schema: FilterSchema;
  readonly declared: readonly DeclaredScope[];
  /** Discriminator values of the rows that the scopes apply to. Undefined for all rows. */
  readonly only: { readonly discriminator: FieldSchema; readonly values: readonly FilterValue[] } | undefined;
}

/** Resolved sort key: the relations on its path, and a column, or the number of rows of the last relation. */
export interface SortTarget {
  /** The relations from the sorted entity onwards; empty for its own columns. */
  readonly hops: readonly RelationSchema[];
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

/** An entity as one kind of request may use it: names, and the members behind them. */
export interface View {
  readonly kind: ViewKind;
  readonly schema: FilterSchema;
  /** Members by name, also with a `when`: the context decides about these at each request. */
  readonly members: ReadonlyMap<string, Member>;
  /** Complete list of sort keys that the entity or the handler declares. Undefined for every sortable member. */
  readonly declaredSort: ReadonlyMap<string, SortTarget> | undefined;
  /** Fields of a single-column primary key: none, one, or several where views give the column several names. */
  readonly keyFields: readonly FieldSchema[];
}

/** Resolved options of `FilterModule.forRoot()` that schemas depend on. */
export interface SchemaOptions {
  /** IANA time zone of dates and zoneless date-times. */
  readonly zone: string;
  /** All operators, built-in and the host's own, by token (`$eq`). */
  readonly operators: ReadonlyMap<string, AnyOperator>;
  /** The rules that the application gives instead of decorators. */
  readonly rules: readonly EntityRules[];
  /** Receives the faults of `when` functions. */
  readonly report: Report;
}

/**
 * Makes a view from members.
 *
 * @param declaredSort returns the declared sort keys at their first use; by default there are none
 */
export function viewOf(
  { kind, schema, members }: Pick<View, 'kind' | 'schema' | 'members'>,
  declaredSort: () => View['declaredSort'] = () => undefined,
): View {
  const keyFields = once(() => {
    const [key, ...more] = schema.primaryKey;
    return more.length > 0 ? [] : [...fieldsOf(members)].filter(({ expression }) => expression === key);
  });
  return Object.freeze({
    kind,
    schema,
    members,
    get declaredSort() {
      return declaredSort();
    },
    get keyFields() {
      return keyFields();
    },
  });
}

/**
 * Reads the lazy parts of a view.
 *
 * @throws FilterConfigurationError where a declared sort key or a relation's rule names something that does not exist
 */
export function checkView(view: View): void {
  void view.declaredSort;
  for (const relation of relationsOf(view.members)) relation.view(view.kind);
}

/**
 * Finds the member of a name, present or former. The result is undefined for a hidden and for a missing member alike,
 * so that nothing can betray a hidden name.
 */
export function findMember(members: ReadonlyMap<string, Member>, name: string, context: unknown): Member | undefined {
  const member = lookUp(members, name);
  return member !== undefined && isVisible(member, context) ? member : undefined;
}

/** Returns true where the member exists in the context. An embedded group exists where one of its members does. */
export function isVisible(member: Member, context: unknown): boolean {
  if (member.type !== 'embedded') return isShown(member, context);
  for (const inner of member.members.values()) if (isVisible(inner, context)) return true;
  return false;
}

/**
 * Lists the names that a condition may use in a context, for error messages: fields, then relations, then `$and`, `$or`
 * and `$not`, each in the order of declaration.
 *
 * @param groups false leaves out `$and`, `$or` and `$not`
 */
export function namesOf(members: ReadonlyMap<string, Member>, context: unknown, groups = true): string[] {
  const visible = [...members].filter(([, member]) => isVisible(member, context));
  return [
    ...visible.filter(([, member]) => member.type !== 'relation').map(([name]) => name),
    ...visible.filter(([, member]) => member.type === 'relation').map(([name]) => name),
    ...(groups ? groupTokens : []),
  ];
}

/**
 * Finds the field of the whole primary key, which `filters[author]=1` compares.
 *
 * @returns undefined where the key is composite, or the context may not see it
 */
export function keyField(view: View, context: unknown): FieldSchema | undefined {
  return view.keyFields.find((field) => isVisible(field, context));
}

/** A member that means something by itself. */
export type Leaf = Exclude<Member, EmbeddedSchema>;

/** Iterates over members, embedded ones and the paths of documents included. */
export function* leavesOf(members: ReadonlyMap<string, Member>): Generator<Leaf> {
  for (const member of members.values()) {
    if (member.type !== 'embedded') yield member;
    if (member.type !== 'relation' && member.members !== undefined) yield* leavesOf(member.members);
  }
}

/** Iterates over the fields among the leaves of members. */
export function* fieldsOf(members: ReadonlyMap<string, Member>): Generator<FieldSchema> {
  for (const member of leavesOf(members)) if (member.type === 'field') yield member;
}

/** Iterates over the relations among the leaves of members. */
export function* relationsOf(members: ReadonlyMap<string, Member>): Generator<RelationSchema> {
  for (const member of leavesOf(members)) if (member.type === 'relation') yield member;
}

/** Returns the paths of a member for clients: the present one, then the former ones. */
export function namePaths({ clientPath, formerPaths }: MemberNames): readonly (readonly string[])[] {
  return [clientPath, ...formerPaths];
}
