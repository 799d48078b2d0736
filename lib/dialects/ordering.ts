import type { ExactOrders } from './exact-order.js';
import type { StoredColumn } from './stored.js';

/** Order of rows, as far as it differs between engines. */
export interface Ordering {
  /** Place of NULL in an ascending order by default. */
  readonly nullsSortAs: 'smallest' | 'largest';

  /** True where `ORDER BY … NULLS FIRST` is understood. */
  readonly nullsPhrase: boolean;

  /**
   * Writes the expression by whose value a column is ordered: MySQL orders an ENUM by the position of the member, and compares
   * it with a text as a text.
   */
  orderedValue(column: StoredColumn): string;

  /**
   * True where a subquery that depends on the outer row must not be ordered by an expression with a table of its own: MariaDB
   * reads NULL for most rows when that table is `JSON_TABLE`. The least or greatest value is then an aggregate.
   */
  readonly aggregatesExtremes?: boolean;

  /**
   * Length above which rows are not ordered by all of a column's value, and the parts, of `partLength` characters each, by
   * which they are then ordered on pages by cursor. MySQL orders by the first `max_sort_length` bytes of a text, or of its
   * weights in the collation, 1,024 by default, and compares all of it.
   */
  readonly longColumns?: { readonly above: number; readonly partLength: number; readonly parts: number };

  /**
   * Greatest number of characters, as SQL, of which rows are ordered by all, whatever the session's settings; undefined where a
   * text may be of any length.
   */
  readonly sortedLength?: string;

  /** Orders for texts of which ORDER BY and a comparison disagree; undefined where they agree about every text. */
  readonly exactOrders?: ExactOrders | undefined;

  /** The columns of this server that need one of {@link exactOrders}, as `table.column`; undefined where it was not asked. */
  readonly inexactColumns?: ReadonlySet<string> | undefined;

  /**
   * True where a sort of all rows of a table by values of related rows is faster by a join with these in groups than by a subquery for
   * each row. Where conditions leave few rows it is slower by far on every engine; docs/scale.md has the figures.
   */
  readonly groupsRelated?: boolean;

  /** Forms in which columns of types that no request can name are ordered, where `Carrier.carriesUnknown` is not true. */
  readonly orderedAs?: Readonly<Record<string, 'text' | 'number'>>;

  /**
   * Reads an instant as a number of seconds. MySQL's TIMESTAMP is ordered by the instant, and compared as wall time, which
   * shows an hour twice where summer time ends. Undefined where an instant is compared as one.
   */
  secondsOf?(sql: string): string;

  /** Writes the wall time some time before or after a number of seconds, for an index to start from. */
  clockNear?(seconds: string, side: 'before' | 'after'): string;
}
