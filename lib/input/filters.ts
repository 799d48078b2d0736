/**
 * What a programmer writes in code: the shapes of a query string, with native values, typed from the entity.
 *
 * There are only types here, and they are made of the declared properties alone, so that a plain interface in a browser
 * serves as well as a decorated class. What a type cannot tell (a relation from an embedded object or from JSON, a text
 * column from a bigint column that the driver hands over as a string) is told when the query is read.
 */

import type { EqualityOperators, NullOperators, OrderedOperators, RangeOperators, TextOperators } from './operators.js';
import type { PaginationInput } from './pages.js';
import type { Element, ShapeOf, Stored, ValueFor } from './shapes.js';
import type { SortInput } from './sort.js';

/**
 * A request in code; each of its parts may be left out.
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
 * Values that properties equal. Of a type parameter nothing is known but its constraint, so that no {@link FilterInput} of it
 * can be written; the values of the properties that the constraint declares can.
 */
export type PlainValues<E, K extends keyof E> = {
  readonly [P in K]: E[P] & (string | number | bigint | boolean | Date);
};

type FilterList<E> = readonly (FilterInput<E> | readonly FilterInput<E>[])[];

/** What combines conditions. An entry of a list that is itself a list means all of its members. */
export interface FilterGroups<E> {
  /** All of them hold. */
  $and?: FilterList<E>;
  /** At least one of them holds; written as an object, each key is one alternative. */
  $or?: FilterList<E> | FilterInput<E>;
  /** It does not hold. */
  $not?: FilterInput<E>;
}

/**
 * What may be said of one property, by its type: a value (it equals), a list of values (it is one of them), or operators.
 * `null` means that there is none.
 *
 * @example
 * const rating: Condition<number> = { $between: [3, 5] };
 */
export type Condition<P> = ConditionTable<Stored<P>>[ShapeOf<P>];

interface ConditionTable<T> {
  text: Shorthand<ValueFor<T>> | TextOperators<ValueFor<T>>;
  ordered: Shorthand<ValueFor<T>> | OrderedOperators<ValueFor<T>>;
  closed: Shorthand<T> | EqualityOperators<T>;
  opaque: NullOperators;
  one: Shorthand<RelationKey> | ToOneFilter<T>;
  many: Shorthand<RelationKey> | ToManyFilter<Element<T>>;
  method: never;
}

type Shorthand<V> = V | readonly V[] | null;

/** A related row's key, where it is a single column. */
export type RelationKey = string | number | bigint;

/** Conditions on the one related row (or the embedded object), and on there being one. */
export type ToOneFilter<T> = FilterInput<T> & RelationOperators;

/** Conditions on related rows: plain ones are about a single row that satisfies all of them. */
export type ToManyFilter<T> = FilterInput<T> & ToManyOperators<T>;

/** Operators of relations. Compared is the related key. */
export interface RelationOperators {
  $eq?: RelationKey | null;
  $ne?: RelationKey | null;
  $in?: readonly RelationKey[];
  $notIn?: readonly RelationKey[];
  $null?: boolean;
  $notNull?: boolean;
  $exists?: boolean;
}

/** Operators of to-many relations: what some, every or none of the related rows satisfies, and how many there are. */
export interface ToManyOperators<T> extends RelationOperators {
  $some?: FilterInput<T>;
  $every?: FilterInput<T>;
  $none?: FilterInput<T>;
  $count?: number | CountOperators<T>;
}

/** How many related rows there are, or how many satisfy `$where`. */
export interface CountOperators<T> extends RangeOperators<number> {
  $eq?: number;
  $ne?: number;
  $in?: readonly number[];
  $notIn?: readonly number[];
  $where?: FilterInput<T>;
}
