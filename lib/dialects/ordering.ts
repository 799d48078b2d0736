import type { ExactOrders } from './exact-order.js';
import type { StoredColumn } from './stored.js';

/** Order of rows, as far as it differs between engines. */
export interface Ordering {
  /** Place of NULL in an ascending order by default. */
  readonly nullsSortAs: 'smallest' | 'largest';

  /** True where `ORDER BY … NULLS FIRST` is understood. */
  readonly nullsPhrase: boolean;

  /**
   * Writes the expression that orders a column. MySQL orders an ENUM by the position of the member, and compares
   * it with a text as a text.
   */
  orderedValue(column: StoredColumn): string;

  /**
   * True where a subquery that depends on the outer row must not be ordered by an expression with a table of its own:
   * MariaDB reads NULL for most rows when that table is `JSON_TABLE`. MIN or MAX is written instead.
   */
  readonly aggregatesExtremes?: boolean;

  /**
   * Length above which rows are not ordered by a column's whole value, and the parts of `partLength` characters that
   * order them on pages by cursor. MySQL orders by the first `max_sort_length` bytes of a text or of its weights, 1,024
   * by default, but compares all of it.
   */
  readonly longColumns?: {
    /** The length above which a column is long. */
    readonly above: number;
    /** The characters of a part. */
    readonly partLength: number;
    /** The number of parts. */
    readonly parts: number;
  };

  /**
   * Greatest number of characters that rows are always ordered by, as SQL, under any session settings. Undefined where
   * a text may be of any length.
   */
  readonly sortedLength?: string;

  /** Orders for texts that ORDER BY and comparisons treat differently. Undefined where they agree on every text. */
  readonly exactOrders?: ExactOrders | undefined;

  /**
   * Columns of this server that need one of {@link exactOrders}, as `table.column`. Undefined where it was not asked.
   */
  readonly inexactColumns?: ReadonlySet<string> | undefined;

  /**
   * True where sorting a whole table by related values is faster by a join with grouped rows than by a subquery for
   * each row. Where conditions leave few rows, the join is much slower on every engine; docs/scale.md has the figures.
   */
  readonly groupsRelated?: boolean;

  /**
   * When a list reads all related rows in groups, because its only condition is on an aggregate of them: always, for
   * totals alone, or without an index on the foreign key. docs/scale.md has the figures.
   */
  readonly groupsAggregates: 'always' | 'totals' | 'unindexed';

  /** Ordering forms of unknown column types, where `Carrier.carriesUnknown` is not true. */
  readonly orderedAs?: Readonly<Record<string, 'text' | 'number'>>;

  /**
   * Writes an instant as a number of seconds. MySQL orders TIMESTAMP by the instant but compares it as wall time, which
   * repeats an hour when summer time ends. Undefined where an instant is compared as one.
   */
  secondsOf?(sql: string): string;

  /** Writes the wall time shortly before or after a number of seconds, where an index scan may start. */
  clockNear?(seconds: string, side: 'before' | 'after'): string;
}
