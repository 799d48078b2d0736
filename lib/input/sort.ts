import type {
  Column,
  Element,
  EmbeddedKey,
  KeyOf,
  LooksEmbedded,
  Related,
  Scalar,
  Shape,
  ShapeOf,
  Stored,
  Target,
} from './shapes.js';

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
