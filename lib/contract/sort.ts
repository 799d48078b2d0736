import type { MembersOf } from './members.js';
import type {
  Column,
  Element,
  EmbeddedKey,
  KeyOf,
  LooksEmbedded,
  Loose,
  Merged,
  NameOf,
  Related,
  Scalar,
  ShapeOf,
  Stored,
  Target,
} from './shapes.js';

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

/** Name of a property that holds one object, by its type: a related row, an embedded object or a JSON document. */
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
