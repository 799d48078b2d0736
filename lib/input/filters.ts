/**
 * Types of queries in code: the shapes of a query string, with native values, typed from the entity.
 *
 * They depend on the declared properties alone, so that a plain interface in a browser serves as well as a decorated class. A
 * difference that property types do not show (a relation, an embedded object and JSON; a text column and a bigint column that the
 * driver returns as a string) is checked when the query is read.
 */

import type { DocumentFilter, UntypedCondition } from './documents.js';
import type {
  EqualityOperators,
  ListOperators,
  NullOperators,
  OrderedOperators,
  RangeOperators,
  TextOperators,
} from './operators.js';
import type { PaginationInput } from './pages.js';
import type { Element, Merged, ShapeOf, Stored, ValueFor, ValueIn } from './shapes.js';
import type { FacetsInput } from './facets.js';
import type { FieldName, SortInput } from './sort.js';

/**
 * A request in code. All parts are optional.
 *
 * @example
 * const query: QueryInput<Post> = {
 *   filters: { title: { $contains: 'nest' }, author: { country: 'NO' } },
 *   sort: ['rating:desc', 'author.name'],
 *   pagination: { page: 2, pageSize: 20 },
 * };
 */
export interface QueryInput<E> {
  filters?: FilterInput<E>;
  sort?: SortInput<E, 'asc' | 'desc'>;
  pagination?: PaginationInput;
  /** Words that must all be found, each in one of the fields that the entity declares for its search. */
  search?: string;
  /** The facets to answer beside the rows, of those that the entity declares. */
  facets?: FacetsInput<E>;
  /** The fields of the rows that are answered, beside the primary key. */
  fields?: readonly FieldName<E>[];
}

/**
 * Conditions on an entity, all of which must hold: by field, by relation, and in groups.
 *
 * @example
 * const loved: FilterInput<Post> = {
 *   rating: { $gte: 4 },
 *   comments: { $count: { $gte: 5, $where: { approved: true } } },
 *   $or: [{ status: 'published' }, { author: { name: 'Kai' } }],
 * };
 */
export type FilterInput<E> = FieldFilters<E> & FilterGroups<E>;

/** A condition for each property that is not a method. A type that names no properties (`any`) is not checked. */
type FieldFilters<E> = {
  [K in keyof E as ShapeOf<E[K]> extends 'method' ? never : K & string]?: string extends K ? unknown : Condition<E[K]>;
};

/**
 * Values that properties must equal. Generic code can write them for a type parameter, whose {@link FilterInput} the compiler
 * cannot resolve.
 */
export type PlainValues<E, K extends keyof E> = {
  readonly [P in K]: E[P] & (string | number | bigint | boolean | Date);
};

type FilterList<E> = readonly (FilterInput<E> | readonly FilterInput<E>[])[];

/** Groups of conditions. A list inside a list means all of its members. */
export interface FilterGroups<E> {
  /** All of them hold. */
  $and?: FilterList<E>;
  /** At least one of them holds; written as an object, each key is one alternative. */
  $or?: FilterList<E> | FilterInput<E>;
  /** It does not hold. */
  $not?: FilterInput<E>;
}

/**
 * A condition on one property, by its type: a value (equals), a list of values (is one of them), `null` (has no value), or
 * operators. On a list of values, a value means that the list has it.
 *
 * @example
 * const rating: Condition<number> = { $between: [3, 5] };
 */
export type Condition<P> = ConditionTable<Stored<P>>[ShapeOf<P>];

interface ConditionTable<T> {
  text: Shorthand<ValueFor<T>> | TextOperators<ValueFor<T>>;
  ordered: Shorthand<ValueFor<T>> | OrderedOperators<ValueFor<T>>;
  closed: Shorthand<T> | EqualityOperators<T>;
  list: Shorthand<ValueIn<T>> | ListOperators<ValueIn<T>>;
  document: DocumentFilter;
  untyped: UntypedCondition;
  opaque: NullOperators;
  one: Shorthand<RelationKey> | ToOneFilter<Merged<T>>;
  many: Shorthand<RelationKey> | ToManyFilter<Element<T>>;
  method: never;
}

type Shorthand<V> = V | readonly V[] | null;

/** A related row's key, where it is a single column. */
export type RelationKey = string | number | bigint;

/** Conditions on a to-one related row, and on its existence; or on an embedded object, or the paths of a JSON document. */
export type ToOneFilter<T> = FilterInput<T> & RelationOperators;

/** Conditions on to-many related rows. Plain conditions hold when a single row satisfies all of them. */
export type ToManyFilter<T> = FilterInput<T> & ToManyOperators<T>;

/** Operators of relations, which compare the related row's key. */
export interface RelationOperators {
  $eq?: RelationKey | null;
  $ne?: RelationKey | null;
  $in?: readonly RelationKey[];
  $notIn?: readonly RelationKey[];
  $null?: boolean;
  $notNull?: boolean;
  $exists?: boolean;
}

/** Operators of to-many relations: conditions on some, every or none of the related rows, and on their number. */
export interface ToManyOperators<T> extends RelationOperators {
  $some?: FilterInput<T>;
  $every?: FilterInput<T>;
  $none?: FilterInput<T>;
  $count?: number | CountOperators<T>;
}

/** Conditions on the number of related rows, or of those that satisfy `$where`. */
export interface CountOperators<T> extends RangeOperators<number> {
  $eq?: number;
  $ne?: number;
  $in?: readonly number[];
  $notIn?: readonly number[];
  $where?: FilterInput<T>;
}
