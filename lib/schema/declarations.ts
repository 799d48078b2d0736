import { FilterConfigurationError, type Option, checkChoice } from '../configuration/index.js';
import type { DocumentKind } from '../dialects/index.js';
import type { AggregateName } from '../operators/index.js';
import type { ValueKindName } from '../values/index.js';

/** The options of a field that is an aggregate of related rows. */
export interface AggregateRule {
  /**
   * The relation to many rows that is aggregated, by its property. One of `count`, `sum`, `avg`, `min` and `max` stands
   * beside it. The property of the field is no column; it may be missing in the class. Default: the field is a column.
   *
   * @example
   * \@Filterable({ of: 'reviews', avg: 'stars', where: { approved: true } }) averageStars?: string | null;
   */
  readonly of?: string | undefined;
  /** `true` for the number of related rows: 0 where there are none. */
  readonly count?: true | undefined;
  /** The column of the related rows whose sum it is, by its property: NULL where there are none. */
  readonly sum?: string | undefined;
  /** The column of the related rows whose average it is: the sum, divided by the number of rows with a value. */
  readonly avg?: string | undefined;
  /** The column of the related rows whose least value it is. */
  readonly min?: string | undefined;
  /** The column of the related rows whose greatest value it is. */
  readonly max?: string | undefined;
  /**
   * A condition that the related rows must satisfy to be part of it, in property names, of any column; or a function of
   * the context that gives one. Default: all visible related rows.
   */
  readonly where?: object | ((context: never) => object) | undefined;
  /** `true` puts it into every row that `page()` and `each()` answer. Default: where a request's `fields` names it. */
  readonly load?: boolean | undefined;
}

/** The names of the functions. A declared aggregate has one of them. */
export const declaredFunctions = ['count', 'sum', 'avg', 'min', 'max'] as const satisfies (keyof AggregateRule)[];

/** The options that stand beside the function and its relation. */
export const besideAggregate = ['where', 'load'] as const satisfies (keyof AggregateRule)[];

/**
 * Decides whether a field or relation exists for a context. It must return a boolean at once. Anything but `true` hides
 * the member, as if it was never declared. An error hides it, too, and is logged once for each member. An `async`
 * function is an error at boot, and a promise one of the request. The type is a method's, so that a host may declare
 * the parameter as its own context type.
 *
 * @example
 * \@Filterable({ when: (user?: User) => user?.isAdmin === true })
 */
export type Visibility = { decide(context: unknown): boolean }['decide'];

/**
 * Returns the conditions that rows must satisfy to be visible in a context. `{}` shows every row. The type is a
 * method's, so that a host may declare the parameter as its own context type.
 */
export type Scope = { conditions(context: unknown): unknown }['conditions'];

/**
 * The SQL for conditions on a relation.
 *
 * - `adaptive` (the default): `page()` chooses the way for each request, by asking the database how many rows match,
 *   and remembers the answers for a while. In `apply()`, `filter()` and totals it acts like `in`.
 * - `in`: a subquery `key IN (SELECT …)`, which finds all related rows first.
 * - `exists`: a subquery `EXISTS (SELECT …)`, which lets the database stop as soon as a page is full.
 *
 * No answer depends on it, only the time that it takes; see docs/strategies.md.
 */
export type RelationStrategy = (typeof relationStrategies)[number];

const relationStrategies = ['adaptive', 'in', 'exists'] as const;

/** Refuses a strategy that does not exist. */
export function checkStrategy(option: Option): void {
  const { subject, name, value } = option;
  if (value !== 'keys') return checkChoice(option, relationStrategies);
  throw new FilterConfigurationError(
    `${subject}: \`${name}\` must not be keys, which does not exist; use 'adaptive', or 'in' on shards`,
  );
}

/** The end of a name that clients should not send any more. */
export interface Deprecation {
  /** The name that takes its place: `rating`. */
  readonly use: string;
  /** Day from which it is deprecated, for the header `Deprecation`: `2026-11-01`. */
  readonly since?: string | undefined;
  /** Day from which it may be gone, for the header `Sunset`: `2027-05-01`. */
  readonly until?: string | undefined;
}

/** The options of everything that clients name, as names change over time. */
export interface NameRule {
  /**
   * Names of earlier times, which are taken wherever the present name is. Nothing prints or lists them. Default: none.
   *
   * @example
   * \@Filterable({ formerly: ['score'] }) rating: number; // filters[score][$gte]=4 still works
   */
  readonly formerly?: readonly string[] | undefined;
  /**
   * The way out for clients that use the member, by any of its names. Documents and descriptions tell it;
   * answers over HTTP have the headers `Deprecation` and `Sunset` where days are given. Default: it is not deprecated.
   *
   * @example
   * \@Filterable({ deprecated: { use: 'rating', since: '2026-11-01', until: '2027-05-01' } }) score: number;
   */
  readonly deprecated?: string | Deprecation | undefined;
}

/** A rule that stands in a list, for the member of this name. */
export interface Named<Name extends string> {
  /** The name of the member: a property, or a path such as `'address.city'`. */
  readonly name: Name;
}

/**
 * The options of one field: in the lists of `@Filterable()` and `@FilterQuery()` beside its `name`, or on the property.
 */
export interface FieldRule extends NameRule, AggregateRule {
  /**
   * Name in requests. It replaces the property's own, which is then unknown. Default: the property's name.
   *
   * @example
   * \@Filterable({ as: 'author' }) authorName: string; // filters[author]=Ann
   */
  readonly as?: string | undefined;
  /**
   * Kind of value in requests, where the column's type does not tell. The column must be able to hold it. A
   * `@VirtualColumn()` and a list in a JSON column need one. Default: the kind of the column's type.
   *
   * @example
   * \@Filterable({ kind: 'uuid' }) @Column('varchar') externalId: string;
   */
  readonly kind?: ValueKindName | undefined;
  /**
   * `true` for a JSON column that holds a list of values; `kind` is then the kind of one value. PostgreSQL's arrays and
   * `simple-array` columns are lists without it.
   *
   * @example
   * \@Filterable({ kind: 'text', list: true }) @Column('jsonb') sizes: string[]; // filters[sizes][$has]=XL
   */
  readonly list?: true | undefined;
  /**
   * The paths of a JSON column that requests may use, each with the kind of its values, or with a rule. Dots separate
   * the keys of nested objects. A path that is not declared does not exist.
   *
   * @example
   * \@Filterable({ paths: { color: 'text', 'size.width': 'integer', tags: { kind: 'text', list: true } } })
   * \@Column('jsonb') specs: Specs; // filters[specs][size][width][$gte]=3
   */
  readonly paths?: Readonly<Record<string, DocumentKind | PathRule>> | undefined;
  /**
   * The only operators that requests may use. Default: every operator that suits the kind of value.
   *
   * @example
   * \@Filterable({ operators: ['$eq', '$in'] }) code: string;
   */
  readonly operators?: readonly string[] | undefined;
  /**
   * The only members of an enum that requests may send. Rows are answered whatever theirs is. Default: all members.
   *
   * @example
   * \@FilterQuery(Machine, { fields: [{ name: 'state', values: ['started', 'stopped'] }] })
   */
  readonly values?: readonly (string | number)[] | undefined;
  /** Allows lists to be sorted by the field. Default: `true` where its values have an order. */
  readonly sortable?: boolean | undefined;
  /** Decides for each context whether the field exists. Default: it exists for all. */
  readonly when?: Visibility | undefined;
}

/** The options of one path of a JSON column, in place of its kind alone. */
export interface PathRule extends NameRule {
  /** The kind of the values at the path; with `list`, of one value of the list. */
  readonly kind: DocumentKind;
  /** `true` for a path that holds a list of values. */
  readonly list?: true | undefined;
  /**
   * Keys that lead to the value, one for each nested object, where a key has a dot or a bracket. Default: the path's
   * own name, split at its dots.
   *
   * @example
   * \@Filterable({ paths: { width: { kind: 'integer', at: ['box.outer', 'width'], as: 'width' } } })
   */
  readonly at?: readonly string[] | undefined;
  /** Name in requests, below the column's. Default: the path's own name. */
  readonly as?: string | undefined;
  /**
   * `true` where an index on the expression serves the path; see docs/indexes.md. Its conditions then spend no
   * `limits.documentConditions`, and the library does not look for the index. Default: `false`.
   *
   * @example
   * \@Filterable({ paths: { color: { kind: 'text', indexed: true } } })
   */
  readonly indexed?: boolean | undefined;
  /** The only operators that requests may use. Default: every operator that suits the kind. */
  readonly operators?: readonly string[] | undefined;
  /** Allows lists to be sorted by the path. Default: `true`, except for a list, which has no order. */
  readonly sortable?: boolean | undefined;
  /** Decides for each context whether the path exists. Default: it exists for all. */
  readonly when?: Visibility | undefined;
}

/** A function over a field of related rows. */
export type RelatedAggregateName = Exclude<AggregateName, 'count' | 'distinct'>;

/**
 * The options of one relation: in the lists of `@Filterable()` and `@FilterQuery()` beside its
 * `name`, or on the property.
 */
export interface RelationRule extends NameRule {
  /** Name in requests. It replaces the property's own, which is then unknown. Default: the property's name. */
  readonly as?: string | undefined;
  /** Allows sort keys to lead through the relation (`author.name`, `comments.$count`). Default: `true`. */
  readonly sortable?: boolean | undefined;
  /** SQL for conditions on the relation. Default: the handler's strategy, or else the module's. */
  readonly strategy?: RelationStrategy | undefined;
  /**
   * `false` where the related row may be missing although the entities say that it exists: the schema is not TypeORM's,
   * or the foreign key was left out or never validated. A list sorted through the relation then keeps rows without a
   * related one. Default: trust the entities. It is not needed for views, for entities with `synchronize: false`, or
   * for relations with `createForeignKeyConstraints: false`, which are never trusted.
   *
   * @example
   * \@Filterable({ relations: [{ name: 'author', required: false }] })
   */
  readonly required?: false | undefined;
  /** Decides for each context whether the relation exists. Default: it exists for all. */
  readonly when?: Visibility | undefined;
  /**
   * The only fields of the related entity that requests may use through this relation. Default: all that it exposes.
   *
   * @example
   * \@Filterable({ relations: [{ name: 'tags', fields: ['name'] }] })
   */
  readonly fields?: readonly string[] | undefined;
  /** The only relations of the related entity that requests may follow from here. Default: all that it exposes. */
  readonly relations?: readonly string[] | undefined;
  /**
   * Functions over fields of the related rows that requests may use beside `$count`: `true` for `sum`, `avg`, `min` and
   * `max`, or some of them. Default: none.
   *
   * @example
   * \@Filterable({ relations: [{ name: 'reviews', aggregates: ['avg', 'max'] }] })
   */
  readonly aggregates?: true | readonly RelatedAggregateName[] | undefined;
}

/** An entry of a list of fields: a property's name, or its rule with the name in it. */
export type NamedFieldRule = string | (FieldRule & { readonly name: string });

/** An entry of `fields` that is an aggregate of related rows. The class needs no property of the name. */
export type DeclaredAggregate<Name extends string = string, Of extends string = string> = FieldRule & {
  /** Name of the field in requests and answers. */
  readonly name: Name;
  /** The relation whose rows it is computed from. */
  readonly of: Of;
};

/** An entry of a list of relations: a property's name, or its rule with the name in it. */
export type NamedRelationRule = string | (RelationRule & { readonly name: string });

/** A sort key with a name of its own in requests, in place of its path. */
export interface SortKeyRule<Key extends string = string> {
  /** The path of the key, in property names: `author.name`. */
  readonly name: Key;
  /**
   * Name of the key in requests; the path is accepted, too. It must not be the name of another key, nor of a relation
   * that does not begin the path.
   *
   * @example
   * \@FilterQuery(Post, { sort: ['title', { name: 'author.name', as: 'author' }] }) // sort=author:desc
   */
  readonly as: string;
}

/** The options of one facet, in place of its name alone. */
export interface FacetRule {
  /** Name of the field, such as `tags.name` for a related entity. */
  readonly name: string;
  /**
   * `values`: the distinct values, each with its number of rows (the default). `range`: the least and the greatest
   * value of a number, a date or a date-time.
   */
  readonly type?: 'values' | 'range' | undefined;
  /** Greatest number of values in the answer, within `limits.facetValues`. Default: that limit. */
  readonly limit?: number | undefined;
  /** The way out for clients that ask for it. Default: it is not deprecated. */
  readonly deprecated?: string | Deprecation | undefined;
}

/** An entry of a list of facets: the name of a field, or a rule with the name in it. */
export type NamedFacetRule = string | FacetRule;

/** The aggregates of a list: the functions over each field. */
export type AggregateRules = Readonly<Record<string, readonly AggregateName[] | undefined>>;

/** The options of one populated relation, in place of its name alone. */
export interface PopulateRule {
  /** The relation, by its property: `reviews`. */
  readonly name: string;
  /** The most related rows for each parent, up to 100. Default: `limits.populatedPerRow`. Not for a relation to one. */
  readonly limit?: number | undefined;
  /** The largest `limit` that a client may request, up to 100. Default: `limit`. Not for a relation to one. */
  readonly maximum?: number | undefined;
  /** The order of related rows where the client names none, in property names. Not for a relation to one. */
  readonly sort?: string | object | undefined;
  /** The only exposed fields of related rows that are answered. Default: every exposed field that TypeORM selects. */
  readonly fields?: readonly string[] | undefined;
  /**
   * A condition that related rows must satisfy beside the client's, in property names, of any column; or a function of
   * the context that gives one. Default: none.
   */
  readonly where?: object | ((context: never) => object) | undefined;
  /** Decides for each context whether the relation can be populated. Default: it can for all. */
  readonly when?: Visibility | undefined;
}

/** An entry of a list of populated relations: the name of a relation, or a rule with the name in it. */
export type NamedPopulateRule = string | PopulateRule;

/** The kinds of values that a named filter may take. */
export type NamedFilterKind = Exclude<ValueKindName, 'enum' | 'json' | 'opaque'>;

/**
 * The type of a named filter's value, by its kind. A bigint and a decimal are texts, which are exact; a date-time is a
 * `Date`, or the text of a whole day or a rounded relative date, as conditions in code take it.
 */
export interface NamedFilterValues {
  text: string;
  tinyint: number;
  smallint: number;
  mediumint: number;
  integer: number;
  bigint: string;
  decimal: string;
  real: number;
  float: number;
  boolean: true;
  date: string;
  datetime: Date | string;
  time: string;
  uuid: string;
}

/** A filter that clients know by a name alone, with values of one kind. */
interface NamedFilterOf<Kind extends NamedFilterKind> extends NameRule {
  /** Kind of the values: `boolean` for a filter that is on or off. */
  readonly kind: Kind;
  /**
   * Returns the conditions that a value stands for, in property names and of any column; `{}` is every row. It must be
   * pure and synchronous. For `kind: 'boolean'` it is called for `true` alone, and `false` is the negation.
   *
   * @example
   * \@Filterable({ named: { mine: { kind: 'boolean', where: (_, user: User) => ({ ownerId: user.id }) } } })
   */
  readonly where: (value: NamedFilterValues[Kind], context: never) => object;
  /** Decides for each context whether the filter exists. Default: it exists for all. */
  readonly when?: Visibility | undefined;
}

/** The options of one named filter. */
export type NamedFilterRule = { [Kind in NamedFilterKind]: NamedFilterOf<Kind> }[NamedFilterKind];

/**
 * The options of `@Filterable()` on a class, with names as plain strings. `FilterableOptions` is the same for hosts,
 * with the names of their classes.
 */
export interface ClassRules {
  /** The only fields that are exposed. Default: with `relations`, none; without, every public column. */
  readonly fields?: readonly NamedFieldRule[] | undefined;
  /** The only relations that are exposed. Default: with `fields`, none; without, those to filterable entities. */
  readonly relations?: readonly NamedRelationRule[] | undefined;
  /** The complete list of sort keys, `author.name` and `comments.$count` included. Default: every sortable member. */
  readonly sort?: readonly (string | SortKeyRule)[] | undefined;
  /** The exposed fields that `search` looks in, `chef.name` included. Default: there is no search. */
  readonly search?: readonly string[] | undefined;
  /** The exposed fields that `facets` may name, `tags.name` included, or rules with the name in them. Default: none. */
  readonly facets?: readonly NamedFacetRule[] | undefined;
  /** The functions over exposed fields of the entity that `aggregates` may name. Default: none. */
  readonly aggregates?: AggregateRules | undefined;
  /** The relations that `populate` may name, or rules with the name in them. Default: none. */
  readonly populate?: readonly NamedPopulateRule[] | undefined;
  /** Filters that stand for conditions of the program's, by their names in requests. Default: none. */
  readonly named?: Readonly<Record<string, NamedFilterRule>> | undefined;
  /** Public members that are not exposed, where neither `fields` nor `relations` is given. Default: none. */
  readonly except?: readonly string[] | undefined;
  /**
   * The conditions that rows must satisfy to be visible, wherever the entity is reached. Default: every row is visible.
   */
  readonly scope?: Scope | undefined;
}

/** The options of `@Filterable()` on a property, before metadata tells whether it is a field or a relation. */
export type PropertyRule = FieldRule & RelationRule;

/** Overrides of one handler, as schemas see them. Each list replaces the list of the entity's decorators. */
export interface ViewOverrides {
  /** The only fields that the handler exposes. Default: the entity's. */
  readonly fields?: readonly NamedFieldRule[] | undefined;
  /** The only relations that the handler exposes. Default: the entity's. */
  readonly relations?: readonly NamedRelationRule[] | undefined;
  /** The handler's complete list of sort keys. Default: the entity's. */
  readonly sort?: readonly (string | SortKeyRule)[] | undefined;
  /** The only operators that the handler's fields allow, behind relations too. Default: the entities'. */
  readonly operators?: readonly string[] | undefined;
}

/** The place of a field inside a JSON document. */
export interface DocumentPlace {
  /** The property path of the document's column: `specs`. */
  readonly document: string;
  /** The rule of the column: its names, and its `when`, which holds for the path, too. */
  readonly rule: FieldRule;
  /** The path's own name, below the column's: `size.width`. */
  readonly name: string;
  /** The keys of objects that lead to the value. */
  readonly keys: readonly string[];
}

/** Rule of a field in a view, with a place for a path of a document. */
export interface ExposedField extends FieldRule {
  /** True for a column without a rule: it is exposed because every column is. */
  readonly isImplied?: true | undefined;
  readonly place?: DocumentPlace | undefined;
  /** True for a path of a document that an index serves. */
  readonly indexed?: boolean | undefined;
}

/** Members of a view, each with its rule. Maps keep the order of declaration, and errors list them in this order. */
export interface Exposure {
  /**
   * The rules of fields by property path: `title`, `address.city` under an embedded property,
   * `specs.color` in a document.
   */
  readonly fields: ReadonlyMap<string, ExposedField>;
  /** The rules of relations by property path. */
  readonly relations: ReadonlyMap<string, RelationRule>;
}
