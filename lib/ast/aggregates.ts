import type { AggregateFunction } from '../operators/index.js';
import type { FieldPath } from '../schema/index.js';

/** A field of the list's rows, and the functions over it that clients may ask for. */
export interface AggregateSchema extends FieldPath {
  readonly functions: readonly AggregateFunction[];
}

/** A request for one aggregate of all rows that a query finds. */
export interface AggregateRequest {
  readonly aggregate: AggregateSchema;
  readonly function: AggregateFunction;
  /** The name that the client uses for the field, and that the aggregate is answered under. */
  readonly name: string;
}
