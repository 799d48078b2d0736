import type { FilterInput } from './filters.js';
import type { Element, EmbeddedKey, KeyOf, Merged, Related, ShapeOf, Stored, Target } from './shapes.js';
import type { FieldName, RelationName, SortInput } from './sort.js';

/**
 * The relations whose rows are answered with each row: their names, or an object of their options by name.
 *
 * @example
 * const names: PopulateInput<Post> = ['author', 'comments.author'];
 * const newest: PopulateInput<Post> = { author: true, comments: { sort: 'createdAt:desc', limit: 3 } };
 */
export type PopulateInput<E> = PopulatePath<E> | readonly PopulatePath<E>[] | PopulateObject<E>;

/**
 * The name of a relation, or of a relation of that, with a dot between them. {@link PopulateObject} follows more.
 *
 * @example
 * const paths: PopulatePath<Post>[] = ['author', 'author.country'];
 */
export type PopulatePath<E> = string extends keyof E
  ? string
  : RelationName<E> | { [K in KeyOf<E, Related>]: `${K}.${RelationNameOf<Target<E[K]>>}` }[KeyOf<E, Related>];

/** Relations of a related entity. In a union, the relations of all members. */
type RelationNameOf<T> = T extends unknown ? RelationName<T> : never;

/** Relations by name, each with its options; `true` asks for one without options, `false` for none. */
export type PopulateObject<E> = string extends keyof E
  ? { readonly [name: string]: boolean | LooseOptions }
  : { readonly [K in RelationName<E>]?: boolean | OptionsOf<PropertyAt<E, K>> };

/** The property of an entity by its name, or by its path in an embedded object. */
type PropertyAt<E, Name> = Name extends keyof E
  ? E[Name]
  : Name extends `${infer Key extends EmbeddedKey<E> & keyof E & string}.${infer Rest}`
    ? PropertyAt<Target<E[Key]>, Rest>
    : never;

type OptionsOf<P> =
  ShapeOf<P> extends 'many' ? PopulatedManyOptions<Element<Stored<P>>> : PopulatedOneOptions<Merged<Stored<P>>>;

/** The related entity behind a relation, by its name. */
export type PopulatedRow<E, Name> = Merged<Target<PropertyAt<E, Name>>>;

/** The options of a populated relation to one row. */
export interface PopulatedOneOptions<T> {
  /** Conditions on the related row; one that does not satisfy them is answered as null. */
  readonly filters?: FilterInput<T>;
  /** The fields of the related row that are answered, beside the primary key. */
  readonly fields?: readonly FieldName<T>[];
  /** The relations of the related row that are answered with it. */
  readonly populate?: PopulateInput<T>;
}

/** Options of a populated relation to many rows, as of a list. */
export interface PopulatedManyOptions<T> extends PopulatedOneOptions<T> {
  /** The order of the related rows of each row. */
  readonly sort?: SortInput<T>;
  /** The most related rows for each row. */
  readonly limit?: number;
}

/** The options of a relation of an entity that is not known. */
interface LooseOptions {
  readonly filters?: object;
  readonly sort?: string | object;
  readonly limit?: number;
  readonly fields?: readonly string[];
  readonly populate?: string | readonly string[] | { readonly [name: string]: boolean | LooseOptions };
}
