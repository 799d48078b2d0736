import type { FieldName, FilterInput, PathName, RelationName, SortInput } from './filters.js';
import type { Element, EmbeddedKey, KeyOf, Merged, Related, ShapeOf, Stored, Target } from './shapes.js';

/** The name of a function over all rows of a list. */
export type AggregateFunctionName = 'count' | 'distinct' | 'sum' | 'avg' | 'min' | 'max';

/**
 * The aggregates of the list to answer beside the rows: pairs of a field and a function, or the functions of each
 * field.
 *
 * @example
 * const pairs: AggregatesInput<Post> = ['price:sum', 'price:avg'];
 * const byField: AggregatesInput<Post> = { price: ['sum', 'avg'], rating: 'max' };
 */
export type AggregatesInput<E> =
  | readonly `${FieldName<E>}:${AggregateFunctionName}`[]
  | { readonly [K in FieldName<E>]?: AggregateFunctionName | readonly AggregateFunctionName[] };

/**
 * The aggregates of a list, by the names that requests use for the fields: the entity's, and any others, because
 * a name may be an alias.
 */
export type Aggregates<E = unknown> = { readonly [K in FieldName<E>]?: FieldAggregates } & {
  readonly [name: string]: FieldAggregates | undefined;
};

/** The aggregates of one field over all rows that a request finds. Each is present if the request names it. */
export interface FieldAggregates {
  /** The number of rows that have a value. */
  readonly count?: number;
  /** The number of distinct values. */
  readonly distinct?: number;
  /** The sum, as the database answers such a number: a text where a JavaScript number could lose digits. */
  readonly sum?: number | string | null;
  /** The average: a number for floats and on SQLite, otherwise a text with six digits or more after the point. */
  readonly avg?: number | string | null;
  /** The least value; null where no row has one. */
  readonly min?: unknown;
  /** The greatest value; null where no row has one. */
  readonly max?: unknown;
}

/**
 * Facets to answer beside the rows: their names, or an object of their options by name.
 *
 * @example
 * const names: FacetsInput<Post> = ['status', 'tags.name'];
 * const typeAhead: FacetsInput<Post> = { 'tags.name': { limit: 5, search: 're' }, status: true };
 */
export type FacetsInput<E> = readonly PathName<E>[] | { readonly [K in PathName<E>]?: true | FacetOptions };

/** The options of one facet. */
export interface FacetOptions {
  /** Greatest number of values in the answer, within the limits. */
  readonly limit?: number;
  /** Text that the values must contain, for a list that narrows while a user types. */
  readonly search?: string;
}

/** Facets of a list, by their names in requests: the entity's, and any others, because a name may be an alias. */
export type Facets<E = unknown> = { readonly [K in PathName<E>]?: Facet } & {
  readonly [name: string]: Facet | undefined;
};

/** The distinct values of a field among the rows that a request finds, or the range of its values. */
export type Facet = ValuesFacet | RangeFacet;

/** The distinct values of a field among the rows that a request finds, the most frequent first. */
export interface ValuesFacet {
  /** Each value with its number of rows in the list. For a field of the row itself, NULL is a value, too. */
  readonly values: readonly {
    /** The value, as a property has it. */
    readonly value: unknown;
    /** The number of rows with it. */
    readonly count: number;
  }[];
  /** True when there are more values than the answer contains. */
  readonly hasMore: boolean;
}

/** The least and the greatest value of a field among the rows that a request finds. Null where no row has one. */
export interface RangeFacet {
  /** The least value. */
  readonly min: unknown;
  /** The greatest value. */
  readonly max: unknown;
}

/**
 * Rows that a request wants from a list: a numbered page, an offset, or the rows beside an earlier answer's cursor.
 * One request uses one style.
 *
 * @example
 * const second: PaginationInput = { page: 2, pageSize: 20 };
 * const first: PaginationInput = { after: '', pageSize: 20 };
 */
// The compiler explains a mistake by the last type, so that is the most common one.
export type PaginationInput = BeforeInput | AfterInput | OffsetInput | PageInput;

interface CountInput {
  /** Adds `total`, the number of rows on all pages, to the answer, or leaves it out. */
  withCount?: boolean;
}

/** A numbered page. */
export interface PageInput extends CountInput, Pick<Excluded, 'start' | 'limit' | 'after' | 'before'> {
  /** The number of the page, from 1, which is the default. */
  page?: number;
  /** The number of rows on a page; by default `limits.pageSize`. */
  pageSize?: number;
}

/** A number of rows, after a number of skipped rows. */
export interface OffsetInput extends CountInput, Pick<Excluded, 'page' | 'pageSize' | 'after' | 'before'> {
  /** The number of rows to skip; by default 0. */
  start?: number;
  /** The number of rows; by default `limits.pageSize`. */
  limit?: number;
}

/** The rows after a cursor. */
export interface AfterInput extends CountInput, Pick<Excluded, 'page' | 'start' | 'limit' | 'before'> {
  /** The `next` cursor of an earlier answer; an empty text for the first rows. */
  after: string;
  /** The number of rows on a page; by default `limits.pageSize`. */
  pageSize?: number;
}

/** The rows before a cursor. */
export interface BeforeInput extends CountInput, Pick<Excluded, 'page' | 'start' | 'limit' | 'after'> {
  /** The `previous` cursor of an earlier answer; an empty text for the last rows. */
  before: string;
  /** The number of rows on a page; by default `limits.pageSize`. */
  pageSize?: number;
}

/** A type without values. A parameter of another style gets it, so that the compiler prints the message. */
export interface PaginationError<Message extends string> {
  /** The message, which the compiler prints. */
  readonly [paginationError]: Message;
}

declare const paginationError: unique symbol;

/** Each message names everything that a parameter excludes, because the compiler compares with any of the styles. */
interface Excluded {
  /** The number of a page is only for numbered pages. */
  page?: PaginationError<'page does not mix with start, limit, after or before'>;
  /** The size of a page does not belong to an offset. */
  pageSize?: PaginationError<'pageSize does not mix with start or limit'>;
  /** The number of rows to skip is only for an offset. */
  start?: PaginationError<'start does not mix with page, pageSize, after or before'>;
  /** The number of rows is only for an offset. */
  limit?: PaginationError<'limit does not mix with page, pageSize, after or before'>;
  /** A cursor to read after is only for pages by cursor. */
  after?: PaginationError<'after does not mix with page, start, limit or before'>;
  /** A cursor to read before is only for pages by cursor. */
  before?: PaginationError<'before does not mix with page, start, limit or after'>;
}

/**
 * One page of a list, as `FilterService.page()` returns it.
 *
 * @example
 * const { data, meta }: Page<Post> = await filters.page(posts, query);
 * console.log(data.length, meta.pagination.total, meta.pagination.hasNext);
 */
export interface Page<E> {
  /** The rows, in the order of the request. */
  data: E[];
  /** Everything beside the rows. */
  meta: {
    /** The position of the page in the list. */
    pagination: PageMeta;
    /** Requested facets. Missing where none are requested. */
    facets?: Facets<E>;
    /** Requested aggregates of all rows. Missing where none are requested. */
    aggregates?: Aggregates<E>;
    /** Populated relations with more related rows than were answered. Missing where there are none. */
    populate?: PopulatedMeta;
  };
}

/**
 * Populated relations where a row has more related rows than were answered, by their names, with dots for deeper
 * ones: `{ reviews: { limit: 3, hasMore: true } }`.
 */
export type PopulatedMeta = Readonly<
  Record<
    string,
    {
      /** The number of related rows that a row was answered with at most. */
      readonly limit: number;
      /** A row of the page has more of them. */
      readonly hasMore: true;
    }
  >
>;

/**
 * The position of a page, in the style of the request: `page`, `start` or cursors. Every style has `total`, `hasNext`,
 * `pageCount` and `pageSize` to read, some of them undefined; `pageInfo()` gives these numbers for any style.
 */
export type PageMeta = NumberedPageMeta | OffsetMeta | CursorMeta;

interface CountedMeta {
  /** The number of rows on all pages. Missing unless the request counts. */
  total?: number;
  /** True when `total` is a lower bound: counting stopped there, or at the last row of a page beyond the cap. */
  totalIsCapped?: true;
  /** True when `total` is an estimate of PostgreSQL's planner, which may be far off. */
  totalIsEstimate?: true;
  /**
   * True when there are rows after this page. Present without a total, and beside a capped or estimated total where it
   * needs no further query. Missing beside an exact total, which implies it.
   */
  hasNext?: boolean;
}

/** The position of a numbered page. */
export interface NumberedPageMeta extends CountedMeta {
  /** The number of this page, from 1. */
  page: number;
  /** The number of rows that fit on a page. */
  pageSize: number;
  /** Number of pages, as exact as `total`: a lower bound beside a capped total. Missing without a total. */
  pageCount?: number;
  /** Numbered pages have no cursors. */
  next?: undefined;
  /** Numbered pages have no cursors. */
  previous?: undefined;
}

/** The position of rows behind an offset. */
export interface OffsetMeta extends CountedMeta {
  /** The number of rows that were skipped. */
  start: number;
  /** The number of rows that the request allowed. */
  limit: number;
  /** Pages by offset have no size but their limit. */
  pageSize?: undefined;
  /** Pages by offset are not counted. */
  pageCount?: undefined;
  /** Pages by offset have no cursors. */
  next?: undefined;
  /** Pages by offset have no cursors. */
  previous?: undefined;
}

/** The position of rows beside a cursor, as the cursors of the neighbouring pages. */
export interface CursorMeta extends Omit<CountedMeta, 'hasNext'> {
  /** The number of rows that fit on a page. */
  pageSize: number;
  /** The cursor to send as `after`, or null on the last page. */
  next: string | null;
  /** The cursor to send as `before`, or null on the first page. */
  previous: string | null;
  /** `next` says whether there is more. */
  hasNext?: undefined;
  /** Pages beside cursors are not counted. */
  pageCount?: undefined;
}

/**
 * The relations whose rows are answered with each row: their names, or an object of their options by name.
 *
 * @example
 * const names: PopulateInput<Post> = ['author', 'comments.author'];
 * const newest: PopulateInput<Post> = { author: true, comments: { sort: 'createdAt:desc', limit: 3 } };
 */
export type PopulateInput<E> = PopulatePath<E> | readonly PopulatePath<E>[] | PopulateObject<E>;

/**
 * The name of a relation, or of a relation of its entity, with a dot between them. {@link PopulateObject} follows more.
 *
 * @example
 * const paths: PopulatePath<Post>[] = ['author', 'author.country'];
 */
export type PopulatePath<E> = string extends keyof E
  ? string
  : RelationName<E> | { [K in KeyOf<E, Related>]: `${K}.${RelationNameOf<Target<E[K]>>}` }[KeyOf<E, Related>];

/** Relations of a related entity. In a union, the relations of all members. */
type RelationNameOf<T> = T extends unknown ? RelationName<T> : never;

/** Relations by name, each with its options; `true` for one without options, `false` for none. */
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
