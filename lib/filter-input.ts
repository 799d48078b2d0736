/**
 * What a programmer writes in code: the shapes of a query string, with native values, typed from the entity.
 *
 * There are only types here, and they are made of the declared properties alone, so that a plain interface in a browser
 * serves as well as a decorated class. What a type cannot tell (a relation from an embedded object or from JSON, a text
 * column from a bigint column that the driver hands over as a string) is told when the query is read.
 */

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
  sort?: SortInput<E>;
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

/**
 * The native values that may be compared with a property. Text is always text: digits for numbers, ISO 8601 for dates.
 * A string property takes a bigint too, because that is how TypeORM declares bigint columns, but neither a number nor a
 * Date: those are far more often a mistake, and a decimal or a calendar date is written as text.
 */
type ValueFor<T> = T extends Date
  ? Date | string
  : T extends string
    ? string extends T
      ? string | bigint
      : T
    : T extends number
      ? number extends T
        ? number | bigint | `${number}`
        : T
      : T extends bigint
        ? bigint extends T
          ? bigint | number | `${bigint}`
          : T
        : T extends boolean
          ? T
          : string | number | bigint | Date;

/** Operators of every property, and the only ones of JSON, binary columns and lists of scalars. */
export interface NullOperators {
  $null?: boolean;
  $notNull?: boolean;
  $not?: NullOperators;
}

/** Operators of booleans, enums and literal unions, and of everything below. */
export interface EqualityOperators<V> {
  $eq?: V | null;
  $ne?: V | null;
  $in?: readonly V[];
  $notIn?: readonly V[];
  $null?: boolean;
  $notNull?: boolean;
  $not?: EqualityOperators<V>;
}

/** What an order adds. Ranges include both ends, the lower one first. */
export interface RangeOperators<V> {
  $lt?: V;
  $lte?: V;
  $gt?: V;
  $gte?: V;
  $between?: readonly [lower: V, upper: V];
  $notBetween?: readonly [lower: V, upper: V];
}

/** Operators of numbers and dates. */
export interface OrderedOperators<V> extends EqualityOperators<V>, RangeOperators<V> {
  $not?: OrderedOperators<V>;
}

/** `$contains`, whatever the case; `$containsi`, the same said aloud; `$containsc`, to the letter. */
type TextMatches = {
  [Match in `$${'contains' | 'notContains' | 'startsWith' | 'endsWith'}${'' | 'i' | 'c'}`]?: string;
};

/**
 * Operators of text. A host that defines an operator of its own declares it here.
 *
 * @example
 * declare module 'nestjs-filterable' {
 *   interface TextOperators<V> { $soundsLike?: V }
 * }
 */
export interface TextOperators<V> extends OrderedOperators<V>, TextMatches {
  $eqi?: string;
  $nei?: string;
  $eqc?: string;
  $not?: TextOperators<V>;
}

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

/**
 * An order: one key, a list of keys, earlier ones first, or objects. A comma list is for query strings; write a list.
 *
 * @example
 * const byRating: SortInput<Post> = ['rating:desc:nullsLast', 'author.name'];
 * const byCountry: SortInput<Post> = { author: { country: { name: 'asc' } } };
 */
export type SortInput<E> = SortTerm<E> | SortObject<E> | readonly (SortTerm<E> | SortObject<E>)[];

export type SortDirection = 'asc' | 'desc';

type NullsSuffix = ':nullsFirst' | ':nullsLast';

/** A direction, and where rows without a value stand. */
export type SortOrder = `${SortDirection}${'' | NullsSuffix}`;

/**
 * A sort key with what may follow it.
 *
 * @example
 * const newest: SortTerm<Post> = 'publishedAt:desc';
 */
export type SortTerm<E> = SortKey<E> | `${SortKey<E>}${`:${SortOrder}` | NullsSuffix}`;

/**
 * An order as an object. It reaches as deep as the entities do; `limits.sortHops` says how far a request may go.
 *
 * @example
 * const byCountry: SortObject<Post> = { author: { country: { name: 'asc' } } };
 */
export type SortObject<E> = {
  [K in keyof E as ShapeOf<E[K]> extends Scalar | Related ? K & string : never]?: string extends K
    ? unknown
    : SortTable<Stored<E[K]>>[ShapeOf<E[K]>];
};

interface SortTable<T> extends Record<Scalar, SortOrder> {
  one: SortObject<T>;
  many: SortObject<Element<T>> & { $count?: SortOrder };
  opaque: never;
  method: never;
}

/**
 * A sort key: a field, a related row's field, or how many related rows there are. Text goes one relation far, and along
 * embedded objects; {@link SortObject} goes further.
 *
 * @example
 * const keys: SortKey<Post>[] = ['title', 'address.city', 'author.name', 'comments.$count'];
 */
export type SortKey<E> = string extends keyof E
  ? string
  : | KeyOf<E, Scalar>
    | { [K in KeyOf<E, Related>]: `${K}.${SortPath<Target<E[K]>>}` }[KeyOf<E, Related>]
    | `${KeyOf<E, 'many'>}.$count`;

/**
 * The name of a field: a property that is a column, or one of an embedded object's. The name of an embedded object stands
 * for all of its columns.
 *
 * @example
 * const fields: FieldName<Post>[] = ['id', 'title', 'address.city'];
 */
export type FieldName<E> =
  | KeyOf<E, Column>
  | EmbeddedKey<E>
  | { [K in KeyOf<E, 'one'>]: `${K}.${Path<Target<E[K]>, Column, ['step', 'step']>}` }[KeyOf<E, 'one'>];

/**
 * The name of a relation.
 *
 * @example
 * const relations: RelationName<Post>[] = ['author', 'comments'];
 */
export type RelationName<E> =
  KeyOf<E, Related> | { [K in EmbeddedKey<E>]: `${K}.${KeyOf<Target<E[K]>, Related>}` }[EmbeddedKey<E>];

/**
 * Which slice of a list: by page, by offset, or from a cursor of the previous answer. The styles do not mix.
 *
 * @example
 * const slice: PaginationInput = { page: 2, pageSize: 20 };
 */
export type PaginationInput = PageInput | OffsetInput | AfterInput | BeforeInput;

interface CountedInput {
  /** Whether the total is asked for. */
  withCount?: boolean;
}

/** A page, counted from 1. */
export interface PageInput extends CountedInput, Without<'start' | 'limit' | 'after' | 'before'> {
  page?: number;
  pageSize?: number;
}

/** So many rows, after so many others. */
export interface OffsetInput extends CountedInput, Without<'page' | 'pageSize' | 'after' | 'before'> {
  start?: number;
  limit?: number;
}

/** The rows after a cursor; after an empty one, the first. */
export interface AfterInput extends CountedInput, Without<'page' | 'start' | 'limit' | 'before'> {
  after: string;
  pageSize?: number;
}

/** The rows before a cursor. */
export interface BeforeInput extends CountedInput, Without<'page' | 'start' | 'limit' | 'after'> {
  before: string;
  pageSize?: number;
}

type Without<Name extends string> = { [Key in Name]?: never };

/**
 * A slice of a list, as `FilterService.page()` answers it.
 *
 * @example
 * const { data, meta }: Page<Post> = await filters.page(posts, query);
 * if ('page' in meta.pagination) console.log(data.length, meta.pagination.pageCount);
 */
export interface Page<E> {
  data: E[];
  meta: { pagination: PageMeta };
}

/** What was asked for, and what there is beside it: the member follows the style that was asked in. */
export type PageMeta = NumberedPageMeta | OffsetMeta | CursorMeta;

interface CountedMeta {
  /** How many rows there are in all. Missing where the total was not asked for. */
  total?: number;
  /** The total is a lower bound: counting stopped there. */
  totalIsCapped?: true;
  /** The total is what PostgreSQL's planner expects, and may be far from right. */
  totalIsEstimate?: true;
  /** Whether there is more, where the total was not asked for. */
  hasNext?: boolean;
}

export interface NumberedPageMeta extends CountedMeta {
  page: number;
  pageSize: number;
  /** Missing where the total was not asked for. */
  pageCount?: number;
}

export interface OffsetMeta extends CountedMeta {
  start: number;
  limit: number;
}

export interface CursorMeta extends Omit<CountedMeta, 'hasNext'> {
  pageSize: number;
  /** The cursor to ask `after`, or null at the end. */
  next: string | null;
  /** The cursor to ask `before`, or null at the beginning. */
  previous: string | null;
}

/** What a property is, as far as its type tells. */
type Shape = Column | Related | 'method';
type Scalar = 'text' | 'ordered' | 'closed';
type Related = 'one' | 'many';
type Column = Scalar | 'opaque';

/** The type of a property's value, once it is there and loaded. */
type Stored<P> = P & {} extends PromiseLike<infer Loaded> ? Loaded & {} : P & {};

type Element<T> = T extends readonly (infer Item)[] ? NonNullable<Item> : T;

/** The class or interface at the other end of a property. */
type Target<P> = Element<Stored<P>>;

type ShapeOf<P> = 0 extends 1 & P ? 'opaque' : ShapeOfStored<Stored<P>>;

type ShapeOfStored<T> = [T] extends [never]
  ? 'opaque'
  : [T] extends [string]
    ? OpenOr<T, 'text'>
    : [T] extends [number | bigint]
      ? OpenOr<T, 'ordered'>
      : [T] extends [boolean]
        ? 'closed'
        : [T] extends [ValueObject]
          ? 'ordered'
          : ShapeOfObject<T>;

type ShapeOfObject<T> = [T] extends [(...args: never) => unknown]
  ? 'method'
  : [T] extends [readonly (infer Item)[]]
    ? ShapeOf<Item> extends 'one'
      ? 'many'
      : 'opaque'
    : [T] extends [Uint8Array]
      ? 'opaque'
      : [T] extends [object]
        ? [keyof T] extends [never]
          ? 'opaque'
          : string extends keyof T
            ? 'opaque'
            : 'one'
        : 'opaque';

/** Members that can be counted make a closed set; `string`, a branded string and a template do not. */
type OpenOr<T extends string | number | bigint, Open> =
  Record<never, never> extends Record<`${T}`, unknown> ? Open : 'closed';

/** Dates, and objects that stand for a value (a decimal, a date of a library's), which a column's transformer makes. */
interface ValueObject {
  valueOf(): string | number | bigint;
}

/** The names of the properties of some shapes. */
type KeyOf<E, S extends Shape> = {
  [K in keyof E & string]-?: ShapeOf<E[K]> extends S ? K : never;
}[keyof E & string];

/** The names of the properties that hold an embedded object (or JSON), by the look of it. */
type EmbeddedKey<E> = {
  [K in KeyOf<E, 'one'>]: LooksEmbedded<Target<E[K]>> extends true ? K : never;
}[KeyOf<E, 'one'>];

/**
 * Whether an object is taken for an embedded one: nothing says that it is a row of its own, neither an `id`, nor a list of
 * objects, nor a way back to itself. Only names depend on it, conditions and {@link SortObject} do not: names are listed,
 * and where entities all know each other, a list of everything that can be reached would have no end.
 */
type LooksEmbedded<T> = 'id' extends keyof T
  ? false
  : [KeyOf<T, 'many'>] extends [never]
    ? [KeyOf<T, 'one'>] extends [never]
      ? true
      : [T] extends [Targets<Targets<T>>]
        ? false
        : true
    : false;

type Targets<T> = T extends unknown ? { [K in KeyOf<T, 'one'>]: Target<T[K]> }[KeyOf<T, 'one'>] : never;

/** The columns of an object, and those of the objects embedded in it, as deep as there are steps. */
type Path<T, S extends Shape, Steps extends 'step'[]> =
  | KeyOf<T, S>
  | (Steps extends ['step', ...infer Fewer extends 'step'[]]
      ? { [K in EmbeddedKey<T>]: `${K}.${Path<Target<T[K]>, S, Fewer>}` }[EmbeddedKey<T>]
      : never);

/** What a sort key may name behind an embedded object, where a relation is still to come, or behind a relation. */
type SortPath<T> =
  LooksEmbedded<T> extends true
    ? KeyOf<T, Scalar> | { [K in KeyOf<T, 'one'>]: `${K}.${KeyOf<Target<T[K]>, Scalar>}` }[KeyOf<T, 'one'>]
    : Path<T, Scalar, ['step']>;
