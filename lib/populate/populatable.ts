import type { Condition, Moment, SortTerm } from '../ast/index.js';
import type { Limits } from '../limits.js';
import { type FieldSchema, type RelationSchema, type View, lookUp } from '../schema/index.js';
import type { Selectable, SelectableColumn } from '../selection/index.js';

/** A relation that clients may populate, as a list or an entity declares it. */
export interface Populatable {
  /** The name that requests use for it. */
  readonly name: string;
  readonly relation: RelationSchema;
  /** The members of the related entity that requests may name. */
  readonly view: View;
  /** Declared limit for each parent. Undefined for the limits' own. */
  readonly limit: number | undefined;
  /** Largest limit that a client may ask for. Undefined where none is declared. */
  readonly maximum: number | undefined;
  /** The order where the client names none. */
  readonly sort: readonly SortTerm[];
  /** The columns that the client's `fields` may name, by the names that requests use. */
  readonly selectable: Selectable;
  /** The columns that are answered where the client names no `fields`. */
  readonly columns: readonly SelectableColumn[];
  /** The aggregates of rows related to the populated ones that are part of every row. */
  readonly loaded: readonly FieldSchema[] | undefined;
  /** Relations that may be populated below it, as the related entity declares them. */
  readonly below: Populatables;
  /** Returns the declared condition in a context, if there is one. Its relative dates are read at a moment. */
  where(context: unknown, moment: Moment | undefined): Condition | undefined;
  /** Returns true where it exists for a context. */
  isShown(context: unknown): boolean;
}

/** The relations that clients may populate, by the names that requests use. */
export type Populatables = ReadonlyMap<string, Populatable>;

/** Lists the names that exist for a context, in the order of their declaration. */
export function visibleNames(populatables: Populatables, context: unknown): string[] {
  return [...populatables].filter(([, populatable]) => populatable.isShown(context)).map(([name]) => name);
}

/** Returns the default limit for each parent, or undefined for a relation to one row. */
export function defaultLimitOf(
  { relation, limit, maximum = Infinity }: Populatable,
  { populatedPerRow }: Limits,
): number | undefined {
  return relation.toMany ? (limit ?? Math.min(populatedPerRow, maximum)) : undefined;
}

/** Returns the largest limit that a client may ask for. */
export function mostRowsOf({ limit, maximum }: Populatable, { populatedPerRow }: Limits): number {
  return maximum ?? limit ?? populatedPerRow;
}

/**
 * Returns how many names of a path its first relation has: one, or more for a relation in an embedded object. Returns 0
 * where the context sees no such relation.
 */
export function lengthOfName(populatables: Populatables, names: readonly string[], context: unknown): number {
  for (let length = 1; length <= names.length; length += 1) {
    if (lookUp(populatables, names.slice(0, length).join('.'))?.isShown(context) === true) return length;
  }
  return 0;
}
