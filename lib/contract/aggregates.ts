import type { FieldName } from './sort.js';

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

/**
 * The aggregates of one field over all rows that a request finds. Each is there where the request asks for it.
 */
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
