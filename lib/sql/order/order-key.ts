import type { SortTerm } from '../../ast/index.js';
import type { ExactOrder } from '../../dialects/index.js';
import type { ColumnSchema, ExpressionSchema, FilterSchema } from '../../schema/index.js';

/** The default place of NULL in an order; `engine` leaves it to the database, so that a plain index serves the sort. */
export type NullsDefault = 'engine' | 'first' | 'last';

/** Join that a sort key needs: the related entity, or its rows in groups, under an alias of the library's own. */
export interface OrderJoin {
  /** The related entity, which TypeORM joins by its metadata, or a subquery in brackets. */
  readonly table: FilterSchema | string;
  /** The alias, not escaped: TypeORM escapes it. */
  readonly alias: string;
  /** A left join, unless every row has a related one. */
  readonly type: 'inner' | 'left';
  /** The ON condition, escaped. */
  readonly on: string;
}

/** One key of an ORDER BY, with the facts that a cursor needs to compare its values. */
export interface OrderKey {
  /** The expression that rows are ordered by, escaped. */
  readonly sql: string;
  /** The expression to use in comparisons. Equal to `sql`, except for MySQL's ENUM columns, which sort by ordinal. */
  readonly comparand: string;
  /** Value that `sql` and `comparand` put into an exact order. Undefined where they are the value itself. */
  readonly exact?: { readonly sql: string; readonly order: ExactOrder } | undefined;
  /** True where `comparand` is the ordinal of an ENUM member: a whole number, not the member's text. */
  readonly isOrdinal: boolean;
  /** Column of the root entity. Undefined for a joined column, a subquery, and any other expression. */
  readonly rootColumn: ColumnSchema | undefined;
  /** True for an expression over a join of the order's own. */
  readonly joined: boolean;
  /** Expression whose values the key takes, over the rows of any table. Undefined for a count. */
  readonly expression: ExpressionSchema | undefined;
  /** The direction to sort in; a page before a cursor reads all keys in reverse. */
  readonly direction: 'asc' | 'desc';
  /** True where the key can be NULL: in a nullable column, and wherever a row on the path can be missing. */
  readonly nullable: boolean;
  /** The place of NULL in this order, in this direction. */
  readonly nullsFirst: boolean;
  /** True where the place of NULL must be written, because the engine's own default differs from it. */
  readonly emitNulls: boolean;
}

/** The part of a plan that becomes ORDER BY. */
export interface OrderPlan {
  /** The entity that the rows are of. */
  readonly schema: FilterSchema;
  /** The sort keys, the first one first; each has been validated against the schema. */
  readonly sort: readonly SortTerm[];
  /** Appends the primary key to the order, so that no two rows are equal in it. */
  readonly total: boolean;
  /**
   * Direction of the primary key. Undefined for the last sort key's direction, so that one index
   * read backwards serves both.
   */
  readonly keyDirection?: 'asc' | undefined;
  /** The place of NULL for sort keys that have no placement of their own. */
  readonly nulls: NullsDefault;
  /** True where nothing narrows the list: every row of the table is sorted. */
  readonly isWhole?: boolean | undefined;
}
