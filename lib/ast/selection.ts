import type { FieldSchema } from '../schema/index.js';
import type { Condition } from './condition.js';

/** Fields of the entity itself that a client wants in the answer. */
export interface Selection {
  /** The names as the client wrote them: `name`, `address.city`, or `address` for all columns under it. */
  readonly names: readonly string[];
  /** Property paths of their columns. The answer always has the primary key, too. */
  readonly propertyPaths: readonly string[];
  /** Aggregates of related rows among them. Undefined where none is named. */
  readonly aggregates?: SelectedAggregates | undefined;
}

/** The aggregates of related rows that a client names by `fields`. */
export interface SelectedAggregates {
  readonly fields: readonly FieldSchema[];
  /** Every other name that `fields` may have, for a refusal where only columns can be answered. */
  readonly columns: readonly string[];
}

/** The values of `deleted`: soft-deleted rows beside the others, or alone. */
export const deletedModes = ['with', 'only'] as const;

/** A value of `deleted`. */
export type DeletedMode = (typeof deletedModes)[number];

/** The soft-deleted rows that a request sees. */
export interface DeletedRows {
  readonly mode: DeletedMode;
  /** True where related rows count whether they are deleted or not: in filters, counts, sorts and what is loaded. */
  readonly related: boolean;
  /** The condition that deleted rows alone satisfy. Undefined for `with`. */
  readonly condition: Condition | undefined;
}
