import type { FieldSchema, RelationSchema, View } from '../schema/index.js';
import type { Condition } from './condition.js';
import type { Selection } from './selection.js';
import type { SortTerm } from './sort.js';

/** The client's part of a populated relation: all that a request says, and all that is printed of it. */
export interface PopulateRequest {
  /** The client's name for the relation. */
  readonly name: string;
  /** The client's names from the list onwards, joined by dots, as `meta.populate` has them: `chef.city`. */
  readonly path: string;
  /** The members of the related entity that the client may name at this place. */
  readonly view: View;
  /** The client's own conditions on related rows. Undefined where it sent none. */
  readonly filters: Condition | undefined;
  /** The options that the client itself named. */
  readonly asked: AskedOptions;
  /** The relations of the related rows that are answered with them. */
  readonly populate: readonly PopulateRequest[];
}

/** The client's options of a populated relation. Undefined, or empty, where the declaration decides. */
export interface AskedOptions {
  readonly sort: readonly SortTerm[];
  readonly limit: number | undefined;
  readonly selection: Selection | undefined;
}

/**
 * A relation whose rows are answered with each row of the list, as it was understood.
 *
 * The visible rows of the related entity are in the `scopes` of the plan, as for every entity that the query
 * reaches: under {@link Populated.relation}'s `target`.
 */
export interface Populated extends PopulateRequest {
  /** The relation, as the program knows it. */
  readonly relation: RelationSchema;
  /** The declared condition, in the context of the request. Undefined where there is none. */
  readonly where: Condition | undefined;
  /** The order of related rows: the client's, or else the declared one. It does not end with the primary key yet. */
  readonly sort: readonly SortTerm[];
  /** Greatest number of related rows for each parent. Undefined for a relation to one row. */
  readonly limit: number | undefined;
  /**
   * The property paths of the columns that are answered. The primary key is answered whether it is among them or not.
   */
  readonly propertyPaths: readonly string[];
  /** The aggregates of rows related to them that are answered, too. Undefined for none. */
  readonly answered?: readonly FieldSchema[] | undefined;
  readonly populate: readonly Populated[];
}

/** Returns the most related rows that are answered with one row of the list, on all paths together. */
export function rowsOfEach(populate: readonly Populated[]): number {
  let rows = 0;
  for (const { limit = 1, populate: deeper } of populate) rows += limit * (1 + rowsOfEach(deeper));
  return rows;
}

/** Iterates over populated relations, each before those below it. */
export function* populatedIn(populate: readonly Populated[]): Generator<Populated> {
  for (const node of populate) {
    yield node;
    yield* populatedIn(node.populate);
  }
}
