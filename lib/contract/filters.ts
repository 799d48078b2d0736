/**
 * Types of queries in code: the forms of a query string, with native values, typed from the entity.
 *
 * They depend only on the declared properties, so that a plain interface in a browser serves as well as a decorated
 * class. Property types do not distinguish a relation, an embedded object and JSON, or a text column and a bigint
 * column that the driver returns as a string. These are checked when the query is read.
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
import type { MembersOf } from './members.js';
import type { FieldName, SortInput } from './sort.js';

/** A request in code for a query builder, without what stands beside or in the rows. All parts are optional. */
export interface ListInput<E> {
  /** Conditions on the rows, which all must hold. */
  filters?: FilterInput<E>;
  /** The order of the rows; the primary key comes last by itself. */
  sort?: SortInput<E, 'asc' | 'desc'>;
  /** The page: by number, by offset or by cursor. */
  pagination?: PaginationInput;
  /** Words that must all be found, each in one of the entity's search fields. */
  search?: string;
  /** Declared facets to answer beside the rows. */
  facets?: FacetsInput<E>;
  /** Fields of the rows to answer, beside the primary key. */
  fields?: readonly FieldName<E>[];
  /** The soft-deleted rows: `with` the others, or `only` these; without it, they are left out. */
  deleted?: 'with' | 'only';
}

/**
 * Conditions on an entity, by field, by relation, and in groups. All must hold.
 *
 * @example
 * const loved: FilterInput<Post> = {
 *   rating: { $gte: 4 },
 *   comments: { $count: { $gte: 5, $where: { approved: true } } },
 *   $or: [{ status: 'published' }, { author: { name: 'Kai' } }],
 * };
 */
export type FilterInput<E> = FieldFilters<E> & MemberFilters<E> & FilterGroups<E>;

/** A condition for each member without a property. */
type MemberFilters<E> = [MembersOf<E>] extends [never] ? unknown : FieldFilters<MembersOf<E>>;

/** A condition for each property, except methods. A type without named properties (`any`) is not checked. */
type FieldFilters<E> = {
  [K in keyof E as ShapeOf<E[K]> extends 'method' ? never : K & string]?: string extends K ? unknown : Condition<E[K]>;
};

/**
 * Values that properties must equal, for generic code: the compiler cannot resolve the
 * {@link FilterInput} of a type parameter.
 */
export type PlainValues<E, K extends keyof E> = {
  readonly [P in K]: E[P] & (string | number | bigint | boolean | Date);
};

type FilterList<E> = readonly (FilterInput<E> | readonly FilterInput<E>[])[];

/** Groups of conditions. A list inside a list means all of its members. */
export interface FilterGroups<E> {
  /** All of these conditions hold. */
  $and?: FilterList<E>;
  /** At least one of these conditions holds. In an object, each key is one alternative. */
  $or?: FilterList<E> | FilterInput<E>;
  /** This condition does not hold. */
  $not?: FilterInput<E>;
}

/**
 * A condition on one property, by its type: a value (equals), a list of values (is one of them), `null` (has no value),
 * or operators. For a list property, a value means that the list contains it.
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

/**
 * Conditions on a to-one related row, and on its existence; also on an embedded object, or the
 * paths of a JSON document.
 */
export type ToOneFilter<T> = FilterInput<T> & RelationOperators;

/** Conditions on to-many related rows. Plain conditions hold when a single row satisfies all of them. */
export type ToManyFilter<T> = FilterInput<T> & ToManyOperators<T>;

/** Operators of relations, which compare the related row's key. */
export interface RelationOperators {
  /** The related row has this key; `null` finds rows without a related row. */
  $eq?: RelationKey | null;
  /** The related row does not have this key; `null` finds rows with a related row. */
  $ne?: RelationKey | null;
  /** The related row has one of these keys. */
  $in?: readonly RelationKey[];
  /** The related row has none of these keys. */
  $notIn?: readonly RelationKey[];
  /** True finds rows without a related row, false rows with one. */
  $null?: boolean;
  /** True finds rows with a related row, false rows without one. */
  $notNull?: boolean;
  /** True finds rows with a related row, false rows without one. */
  $exists?: boolean;
}

/** Operators of to-many relations: conditions on some, every or none of the related rows, and on their number. */
export interface ToManyOperators<T> extends RelationOperators {
  /** At least one related row satisfies the conditions. */
  $some?: FilterInput<T>;
  /** All related rows satisfy the conditions, or there are none. */
  $every?: FilterInput<T>;
  /** No related row satisfies the conditions. */
  $none?: FilterInput<T>;
  /** The number of related rows, or conditions on it. */
  $count?: number | CountOperators<T>;
  /** Conditions on the average of a field of the related rows. */
  $avg?: AggregateFilter<T, 'number'>;
  /** Conditions on the sum of a field of the related rows. */
  $sum?: AggregateFilter<T, 'number'>;
  /** Conditions on the least value of a field of the related rows. */
  $min?: AggregateFilter<T, 'any'>;
  /** Conditions on the greatest value of a field of the related rows. */
  $max?: AggregateFilter<T, 'any'>;
}

/** Values that an aggregate is compared with: numbers, or values of the field. */
interface AggregateValues<P> {
  number: number | bigint | `${number}`;
  any: ValueFor<Exclude<P, null | undefined>>;
}

/** Conditions on an aggregate of fields of the related rows. `$where` limits these rows. */
export type AggregateFilter<T, V extends keyof AggregateValues<unknown>> = {
  [K in keyof T as ShapeOf<T[K]> extends 'text' | 'ordered' | 'untyped' ? K & string : never]?:
    AggregateValues<T[K]>[V] | readonly AggregateValues<T[K]>[V][] | OrderedOperators<AggregateValues<T[K]>[V]>;
} & {
  /** Conditions on the related rows to aggregate. */
  $where?: FilterInput<T>;
};

/** Conditions on the number of related rows, optionally only of rows that satisfy `$where`. */
export interface CountOperators<T> extends RangeOperators<number> {
  /** Equals the number. */
  $eq?: number;
  /** Does not equal the number. */
  $ne?: number;
  /** Is one of the numbers. */
  $in?: readonly number[];
  /** Is none of the numbers. */
  $notIn?: readonly number[];
  /** Conditions on the related rows to count. */
  $where?: FilterInput<T>;
}
