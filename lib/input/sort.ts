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
 * An order of rows: one key, or a list of keys of which the first counts most. A key is a text or an object. (The comma list
 * `a,b` is for query strings only.)
 *
 * @typeParam Direction the directions; a parameter, so that the compiler names them where another is written
 * @example
 * const byRating: SortInput<Post> = ['rating:desc:nullsLast', 'author.name'];
 * const byCountry: SortInput<Post> = { author: { country: { name: 'asc' } } };
 */
export type SortInput<E, Direction extends string = 'asc' | 'desc'> =
  SortTerm<E, Direction> | SortObject<E> | readonly (SortTerm<E, Direction> | SortObject<E>)[];

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
  SortKey<E> | `${SortKey<E>}${`:${SortOrder<Direction>}` | NullsSuffix}`;

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
  many: SortObject<Element<T>> & { $count?: SortOrder };
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
 * A sort key: a field, a field of a related row, or the number of related rows. As a text it follows one relation, embedded
 * objects, and the paths of JSON documents; {@link SortObject} follows more.
 *
 * @example
 * const keys: SortKey<Post>[] = ['title', 'address.city', 'author.name', 'comments.$count'];
 */
export type SortKey<E> = string extends keyof E
  ? string
  : | SortableOf<E>
    | { [K in KeyOf<E, Related>]: `${K}.${SortPath<Target<E[K]>>}` }[KeyOf<E, Related>]
    | `${KeyOf<E, 'many'>}.$count`;

/**
 * The name of a field: a column, a column of an embedded object, a path of a JSON document, or an embedded object, which stands
 * for all of its columns.
 *
 * @example
 * const fields: FieldName<Post>[] = ['id', 'title', 'address.city'];
 */
export type FieldName<E> =
  | FieldOf<E>
  | EmbeddedKey<E>
  | { [K in KeyOf<E, 'one'>]: `${K}.${FieldPath<Target<E[K]>, ['step', 'step']>}` }[KeyOf<E, 'one'>];

/**
 * The name of a relation, of the entity itself or of an object embedded in it.
 *
 * @example
 * const relations: RelationName<Post>[] = ['author', 'comments'];
 */
export type RelationName<E> =
  KeyOf<E, Related> | { [K in EmbeddedKey<E>]: `${K}.${KeyOf<Target<E[K]>, Related>}` }[EmbeddedKey<E>];

/**
 * The name of a field of the entity or of a related one, at most two relations away: what a search looks in, and what facets are
 * of.
 *
 * @example
 * const searched: PathName<Post>[] = ['title', 'address.city', 'author.name', 'comments.author.name'];
 */
export type PathName<E> = string extends keyof E
  ? string
  : FieldName<E> | { [K in KeyOf<E, Related>]: `${K}.${RelatedPath<Target<E[K]>>}` }[KeyOf<E, Related>];

/** The fields of a related entity, and those of the entities related to it; in a union, those of all. */
type RelatedPath<T> = T extends unknown
  ? FieldOf<T> | { [K in KeyOf<T, Related>]: `${K}.${FieldOf<Target<T[K]>>}` }[KeyOf<T, Related>]
  : never;

/** The name of a property that holds one object, by its type: a related row, an embedded object or a JSON document. */
export type ObjectName<E> = KeyOf<E, 'one'>;

/** The columns of an object, and those of the objects embedded in it, as deep as there are steps; in a union, those of all. */
type FieldPath<T, Steps extends 'step'[]> = T extends unknown
  ? | FieldOf<T>
    | (Steps extends ['step', ...infer Fewer extends 'step'[]]
        ? { [K in EmbeddedKey<T>]: `${K}.${FieldPath<Target<T[K]>, Fewer>}` }[EmbeddedKey<T>]
        : never)
  : never;

/** The rest of a sort key: behind an embedded object, where one relation may follow, or behind a relation; in a union, of all. */
type SortPath<T> = T extends unknown
  ? | SortableOf<T>
    | (LooksEmbedded<T> extends true
        ? { [K in KeyOf<T, 'one'>]: `${K}.${SortableOf<Target<T[K]>>}` }[KeyOf<T, 'one'>]
        : { [K in EmbeddedKey<T>]: `${K}.${SortableOf<Target<T[K]>>}` }[EmbeddedKey<T>])
  : never;

/** The columns of an object. */
type FieldOf<T> = NameOf<T, Exclude<Column, Loose>, ''>;

/** The columns of an object that have an order, as far as their types tell. */
type SortableOf<T> = NameOf<T, Scalar, never>;
