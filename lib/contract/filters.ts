import type {
  Column,
  Element,
  EmbeddedKey,
  KeyOf,
  LooksEmbedded,
  Loose,
  MembersOf,
  Merged,
  NameOf,
  Related,
  Scalar,
  ScalarValue,
  ShapeOf,
  Stored,
  Target,
  ValueFor,
  ValueIn,
} from './shapes.js';
import type { AggregatesInput, FacetsInput, PaginationInput, PopulateInput } from './answers.js';

/** Operators of every property. Binary columns have no others. */
export interface NullOperators {
  /** True finds rows without a value, false rows with one. */
  $null?: boolean;
  /** True finds rows with a value, false rows without one. */
  $notNull?: boolean;
  /** The operators inside, taken together, do not hold. A comparison with NULL holds neither plainly nor negated. */
  $not?: NullOperators;
}

/** Operators of booleans, enums and literal unions, and of everything below. */
export interface EqualityOperators<V> {
  /** Equals the value; `null` finds rows without one. */
  $eq?: V | null;
  /** Does not equal the value; `null` finds rows with one. */
  $ne?: V | null;
  /** Is one of the values. */
  $in?: readonly V[];
  /** Is none of the values. */
  $notIn?: readonly V[];
  /** True finds rows without a value, false rows with one. */
  $null?: boolean;
  /** True finds rows with a value, false rows without one. */
  $notNull?: boolean;
  /** The operators inside, taken together, do not hold. A comparison with NULL holds neither plainly nor negated. */
  $not?: EqualityOperators<V>;
}

/** Operators of values that have an order. Ranges include both ends, the lower one first. */
export interface RangeOperators<V> {
  /** Is less than the value. */
  $lt?: V;
  /** Is less than the value, or equal to it. */
  $lte?: V;
  /** Is greater than the value. */
  $gt?: V;
  /** Is greater than the value, or equal to it. */
  $gte?: V;
  /** Lies between the two values, or equals one of them. */
  $between?: readonly [lower: V, upper: V];
  /** Lies below the lower value, or above the upper one. */
  $notBetween?: readonly [lower: V, upper: V];
}

/** Operators of numbers and dates. */
export interface OrderedOperators<V> extends EqualityOperators<V>, RangeOperators<V> {
  /** The operators inside, taken together, do not hold. A comparison with NULL holds neither plainly nor negated. */
  $not?: OrderedOperators<V>;
}

/**
 * Text matches: `$contains` and its explicit form `$containsi` are case-insensitive, `$containsc` is case-sensitive.
 */
interface TextMatches {
  /** Contains the text, whatever the case. */
  $contains?: string;
  /** Does not contain the text, whatever the case. */
  $notContains?: string;
  /** Starts with the text, whatever the case. */
  $startsWith?: string;
  /** Ends with the text, whatever the case. */
  $endsWith?: string;
  /** Contains the text, whatever the case: `$contains` in full. */
  $containsi?: string;
  /** Does not contain the text, whatever the case: `$notContains` in full. */
  $notContainsi?: string;
  /** Starts with the text, whatever the case: `$startsWith` in full. */
  $startsWithi?: string;
  /** Ends with the text, whatever the case: `$endsWith` in full. */
  $endsWithi?: string;
  /** Contains the text, with the case of its letters. */
  $containsc?: string;
  /** Does not contain the text, with the case of its letters. */
  $notContainsc?: string;
  /** Starts with the text, with the case of its letters. */
  $startsWithc?: string;
  /** Ends with the text, with the case of its letters. */
  $endsWithc?: string;
}

/**
 * Operators of text. Declare an operator of your own here, so that it compiles in code.
 *
 * @example
 * declare module 'nestjs-filterable' {
 *   interface TextOperators<V> { $soundsLike?: V }
 * }
 */
export interface TextOperators<V> extends OrderedOperators<V>, TextMatches {
  /** Equals the text, whatever the case of its letters. */
  $eqi?: string;
  /** Does not equal the text, whatever the case of its letters. */
  $nei?: string;
  /** Equals the text, with the case of its letters. */
  $eqc?: string;
  /** The operators inside, taken together, do not hold. A comparison with NULL holds neither plainly nor negated. */
  $not?: TextOperators<V>;
}

/**
 * Operators of lists of values. A value without an operator is `$has`, and a list of values `$hasSome`.
 *
 * @example
 * const sized: FilterInput<Shirt> = { sizes: { $hasEvery: ['M', 'L'], $not: { $has: 'XXL' } } };
 */
export interface ListOperators<V> {
  /** The list contains the value. */
  $has?: V;
  /** The list contains all of the values. */
  $hasEvery?: V | readonly V[];
  /** The list contains at least one of the values. */
  $hasSome?: V | readonly V[];
  /** The list is empty, or with `false`, is not. */
  $empty?: boolean;
  /** True finds rows without a value, false rows with one. */
  $null?: boolean;
  /** True finds rows with a value, false rows without one. */
  $notNull?: boolean;
  /** The operators inside, taken together, do not hold. A comparison with NULL holds neither plainly nor negated. */
  $not?: ListOperators<V>;
}

/**
 * Conditions on the declared paths of a JSON document whose type does not name them (`Record<string, unknown>`,
 * `object`). A path must begin with an English letter, a digit, `_`, `-` or `@`, so that the compiler can tell it from
 * an operator. For other paths, give the property a type that names them. Groups stand beside the property, not in it.
 *
 * @example
 * const red: DocumentFilter = { color: 'red', size: { width: { $gte: 3 } }, sizes: { $has: 'XL' } };
 */
export interface DocumentFilter extends Paths {
  /** True finds rows without a document, false rows with one. */
  $null?: boolean;
  /** True finds rows with a document, false rows without one. */
  $notNull?: boolean;
  /** The operators inside, taken together, do not hold. */
  $not?: NullOperators;
}

type Paths = { [Path in `${First}${string}`]: UntypedCondition };

type First = Letter | Uppercase<Letter> | '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '_' | '-' | '@';

// prettier-ignore
type Letter =
  | 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i' | 'j' | 'k' | 'l' | 'm'
  | 'n' | 'o' | 'p' | 'q' | 'r' | 's' | 't' | 'u' | 'v' | 'w' | 'x' | 'y' | 'z';

/**
 * A condition on a property of an unknown type (`unknown`, `any`): on a value or a list of any kind, or on the paths of
 * a document.
 */
export type UntypedCondition = ScalarValue | readonly ScalarValue[] | null | UntypedOperators | DocumentFilter;

/** Operators of values and lists of any kind. */
export interface UntypedOperators extends TextOperators<ScalarValue>, ListOperators<ScalarValue> {
  /** The operators inside, taken together, do not hold. */
  $not?: UntypedOperators;
}

/**
 * An order of rows: one key, or a list of keys in descending importance. A key is a text or an object. (The comma list
 * `a,b` is for query strings only.)
 *
 * @typeParam Direction the directions; a type parameter, so that the compiler's error lists them
 * @example
 * const byRating: SortInput<Post> = ['rating:desc:nullsLast', 'author.name'];
 * const byCountry: SortInput<Post> = { author: { country: { name: 'asc' } } };
 */
export type SortInput<E, Direction extends string = 'asc' | 'desc'> =
  SortTerm<E, Direction> | SortObject<E> | MemberOrder<E> | readonly (SortTerm<E, Direction> | SortObject<E>)[];

/** Ascending or descending. */
export type SortDirection = 'asc' | 'desc';

type NullsSuffix = ':nullsFirst' | ':nullsLast';

/** A direction, with the place of rows without a value: `asc`, `desc:nullsLast`. */
export type SortOrder<Direction extends string = 'asc' | 'desc'> = `${Direction}${'' | NullsSuffix}`;

/**
 * A sort key, alone or followed by a direction and the place of rows without a value.
 *
 * @example
 * const newest: SortTerm<Post> = 'publishedAt:desc';
 */
export type SortTerm<E, Direction extends string = 'asc' | 'desc'> =
  SortKey<E> | `${RowSortKey<E>}${`:${SortOrder<Direction>}` | NullsSuffix}`;

/**
 * An order as an object, nested like the entities. `limits.sortHops` limits how many relations a request may follow.
 *
 * @example
 * const byCountry: SortObject<Post> = { author: { country: { name: 'asc' } } };
 */
export type SortObject<E> = {
  [K in keyof E as ShapeOf<E[K]> extends Scalar | Related | Loose ? K & string : never]?: string extends K
    ? unknown
    : SortTable<Stored<E[K]>>[ShapeOf<E[K]>];
};

interface SortTable<T> extends Record<Scalar, SortOrder> {
  one: SortObject<Merged<T>>;
  many: SortObject<Element<T>> & { $count?: SortOrder } & {
    [F in `$${AggregateSort}`]?: { [K in SortableOf<Element<T>>]?: SortOrder };
  };
  document: DocumentOrder;
  untyped: SortOrder | DocumentOrder;
  list: never;
  opaque: never;
  method: never;
}

/** An order by paths of a JSON document whose type does not name them. */
interface DocumentOrder {
  [path: string]: SortOrder | DocumentOrder;
}

/**
 * A sort key: a field, a field of a related row, or the number of related rows. As a text it follows one relation,
 * embedded objects, and the paths of JSON documents; {@link SortObject} follows more.
 *
 * @example
 * const keys: SortKey<Post>[] = ['title', 'address.city', 'author.name', 'comments.$count'];
 */
export type SortKey<E> = string extends keyof E ? string : RowSortKey<E> | AggregateSortKey<E>;

/** A sort key of the row, of a related row, or of the number of related rows. */
type RowSortKey<E> = string extends keyof E
  ? string
  : | SortableOf<E>
    | SortableMember<E>
    | { [K in KeyOf<E, Related>]: `${K}.${SortPath<Target<E[K]>>}` }[KeyOf<E, Related>]
    | `${KeyOf<E, 'many'>}.$count`;

/**
 * A sort key of an aggregate of related rows, with or without a direction. Boot and parser check its field: names for
 * the compiler would be four times as many as all others. {@link SortObject} checks it.
 */
type AggregateSortKey<E> = string extends keyof E ? never : `${KeyOf<E, 'many'>}.$${AggregateSort}.${string}`;

/** The functions over fields of related rows that lists are sorted by. */
type AggregateSort = 'avg' | 'sum' | 'min' | 'max';

/**
 * Name of a field: a column, a column of an embedded object, a path of a JSON document, or an embedded
 * object for all of its columns.
 *
 * @example
 * const fields: FieldName<Post>[] = ['id', 'title', 'address.city'];
 */
export type FieldName<E> =
  | FieldOf<E>
  | FieldMember<E>
  | EmbeddedKey<E>
  | { [K in KeyOf<E, 'one'>]: `${K}.${FieldPath<Target<E[K]>, ['step', 'step']>}` }[KeyOf<E, 'one'>];

/**
 * Name of a relation, of the entity itself or of an object embedded in it.
 *
 * @example
 * const relations: RelationName<Post>[] = ['author', 'comments'];
 */
export type RelationName<E> =
  KeyOf<E, Related> | { [K in EmbeddedKey<E>]: `${K}.${KeyOf<Target<E[K]>, Related>}` }[EmbeddedKey<E>];

/**
 * Name of a field for a search or a facet: of the entity, or of a related one at most two relations away.
 *
 * @example
 * const searched: PathName<Post>[] = ['title', 'address.city', 'author.name', 'comments.author.name'];
 */
export type PathName<E> = string extends keyof E
  ? string
  : FieldName<E> | { [K in KeyOf<E, Related>]: `${K}.${RelatedPath<Target<E[K]>>}` }[KeyOf<E, Related>];

/** Fields of a related entity, and of the entities related to it. In a union, the fields of all members. */
type RelatedPath<T> = T extends unknown
  ? FieldOf<T> | FieldMember<T> | { [K in KeyOf<T, Related>]: `${K}.${FieldOf<Target<T[K]>>}` }[KeyOf<T, Related>]
  : never;

/** Name of a property with one object, by its type: a related row, an embedded object or a JSON document. */
export type ObjectName<E> = KeyOf<E, 'one'>;

/**
 * Columns of an object, and of the objects embedded in it, as deep as there are steps. In a union,
 * the columns of all members.
 */
type FieldPath<T, Steps extends 'step'[]> = T extends unknown
  ? | FieldOf<T>
    | (Steps extends ['step', ...infer Fewer extends 'step'[]]
        ? { [K in EmbeddedKey<T>]: `${K}.${FieldPath<Target<T[K]>, Fewer>}` }[EmbeddedKey<T>]
        : never)
  : never;

/**
 * Rest of a sort key: behind an embedded object, where one relation may follow, or behind a relation. In
 * a union, for all members.
 */
type SortPath<T> = T extends unknown
  ? | SortableOf<T>
    | SortableMember<T>
    | (LooksEmbedded<T> extends true
        ? { [K in KeyOf<T, 'one'>]: `${K}.${SortableOf<Target<T[K]>>}` }[KeyOf<T, 'one'>]
        : { [K in EmbeddedKey<T>]: `${K}.${SortableOf<Target<T[K]>>}` }[EmbeddedKey<T>])
  : never;

/** The columns of an object. */
type FieldOf<T> = NameOf<T, Exclude<Column, Loose>, ''>;

/** Columns of an object that have an order by their types. */
type SortableOf<T> = NameOf<T, Scalar, never>;

/** The names of fields without a property. */
type FieldMember<T> = [MembersOf<T>] extends [never] ? never : FieldOf<MembersOf<T>>;

/** The names of sortable fields without a property. */
type SortableMember<T> = [MembersOf<T>] extends [never] ? never : SortableOf<MembersOf<T>>;

/** An order by members without a property. */
type MemberOrder<E> = [MembersOf<E>] extends [never] ? never : SortObject<MembersOf<E>>;

/**
 * Types of queries in code: the forms of a query string, with native values, typed from the entity.
 *
 * They depend only on the declared properties, so that a plain interface in a browser serves as well as a decorated
 * class. Property types do not distinguish a relation, an embedded object and JSON, or a text column and a bigint
 * column that the driver returns as a string. These are checked when the query is read.
 */

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
export interface QueryInput<E> extends ListInput<E> {
  /** Declared sums, averages and other aggregates of all rows. */
  aggregates?: AggregatesInput<E>;
  /** Declared relations whose rows are answered with each row. */
  populate?: PopulateInput<E>;
}
