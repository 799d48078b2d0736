import type { Carrier, StoredColumn } from './carrier.js';
import type { Characters } from './characters.js';

/**
 * A database engine, described by what is different about it. Nothing else in the library asks which engine it is: a new
 * engine is a new row in `index.ts`, and each flag stands under the fact that explains it.
 */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres' | 'mysql';

  /** The `type` of the TypeORM data sources that speak this dialect, each with what the row stands on. */
  readonly drivers: Readonly<Record<string, Proof>>;

  /**
   * How whole numbers are handed to the driver. A JavaScript number is not exact beyond 2^53, and TypeORM's SQLite drivers
   * write JavaScript numbers into the statement's text instead of binding them.
   */
  readonly wholeNumbers: 'bigint' | 'text';

  /**
   * How a whole number is written whose digits are bound as text; undefined where the driver binds a BigInt. sql.js binds
   * the text of one, which is greater than every number, and node-sqlite3 binds NULL.
   */
  readonly wholeNumberOperand?: (digits: string) => string;

  /** How floats are handed to the driver, for the same reason; SQLite's column affinity reads the text as a number. */
  readonly floats: 'number' | 'text';

  /**
   * Whether a list is bound as one parameter, an array, so that a statement is the same for every length of it. PostgreSQL
   * makes an array of a list of parameters in any case, and reads one parameter faster than five hundred.
   */
  readonly arrays: boolean;

  /** Whether the engine has a boolean type. Where it has none, true is 1. */
  readonly booleans: 'boolean' | 'integer';

  /**
   * In which time zone a date-time without one is stored, as TypeORM and the driver write it: SQLite's as UTC text,
   * node-postgres's in the zone of the process, mysql2's in the zone of the connection's `timezone` option.
   */
  readonly wallClock: 'utc' | 'process' | 'connection';

  /**
   * Whether date-times are text, so that `10:00:00` and `10:00:00.000` are different values for the same moment: TypeORM
   * writes the milliseconds, `datetime('now')` and most other writers leave them out.
   */
  readonly dateTimesAreText: boolean;

  /** Where NULL stands by itself in an ascending order. */
  readonly nullsSortAs: 'smallest' | 'largest';

  /** Whether `ORDER BY … NULLS FIRST` is understood. */
  readonly nullsPhrase: boolean;

  /**
   * How a bound decimal is written, so that it is compared exactly: MySQL compares a text with a decimal as floats. With the
   * column's own scale there is room for as many digits as the column has.
   */
  decimalOperand(parameter: string, scale?: number): string;

  /** Whether a generated column can be NULL whatever its entity says: MariaDB takes no NOT NULL for one, so TypeORM writes none. */
  readonly generatedAreNullable?: boolean;

  /**
   * The storage engines whose foreign keys are constraints, in lower case; others read a foreign key and forget it. Left
   * out where there is one engine.
   */
  readonly foreignKeyEngines?: ReadonlySet<string>;

  /**
   * Whether `tenant = 3 AND score < 9 ORDER BY score DESC` is answered by a look-up of `tenant = 3` in an index of both
   * columns, which reads all of its rows up to the ninth: MariaDB prefers that to a range, whatever the LIMIT.
   */
  readonly readsUpToCursor?: boolean;

  /** Whether a column also keeps what is larger than its type says: in SQLite every whole number has 64 bits. */
  readonly looseSizes: boolean;

  /** Whether dates reach beyond the years 0001 to 9999, and know infinity; numbers then know NaN and infinity, too. */
  readonly boundlessValues: boolean;

  /** Whether a time is a duration, of up to 838 hours and below zero, too. */
  readonly timesAreDurations: boolean;

  /** Whether FOR UPDATE must say which tables it is about where there is an outer join, whose other side it cannot lock. */
  readonly locksByTable: boolean;

  /** Whether there is DISTINCT ON, which TypeORM leaves out of the statement where there is none. */
  readonly distinctOn: boolean;

  /** `$eqi`: equal, whatever the case. */
  equalIgnoringCase(column: TextColumn, parameter: string): string;

  /** `$eqc`: equal to the letter, whatever the column's collation. */
  equalToTheLetter(column: TextColumn, parameter: string): string;

  /** LIKE, whatever the case; the parameter is a pattern with `!` as its escape. */
  likeIgnoringCase(column: TextColumn, parameter: string): string;

  /** LIKE to the letter; the parameter is a pattern in {@link sensitivePattern}'s syntax. */
  likeToTheLetter(column: TextColumn, parameter: string): string;

  /**
   * What is compared where a column is ordered by: MySQL orders an ENUM by the position of the member, and compares it with
   * a text as a text.
   */
  orderedValue(column: StoredColumn): string;

  /** Reads such a value as text, or as a number, exact to the last digit, whatever the driver would make of the column. */
  exactValue(column: StoredColumn): string;

  /** How the values of sort keys travel in cursors. */
  readonly carrier: Carrier;

  /**
   * Where columns are so long that rows are not ordered by all of a value, and in parts of which length they are then
   * ordered, so many of them, on pages by cursor. MySQL orders by the first `max_sort_length` bytes of a text, or of its
   * weights in the collation, 1,024 by default, and compares all of it.
   */
  readonly longColumns?: { readonly above: number; readonly partLength: number; readonly parts: number };

  /**
   * Reads a moment as a number of seconds. MySQL's TIMESTAMP is ordered by the moment, and compared as the face of a clock,
   * which shows an hour twice where summer time ends. Undefined where a moment is compared as one.
   */
  secondsOf?(sql: string): string;

  /** Writes the face of the clock, some time before or after a number of seconds, for an index to start from. */
  clockNear?(seconds: string, side: 'before' | 'after'): string;

  /** Reads bytes as hexadecimal digits. */
  bytesAsText(sql: string): string;

  /** Whether `(a, b) < (x, y)` is answered from an index; MariaDB and TiDB read far more than they need. */
  readonly rowComparison: boolean;

  /**
   * How many tables of subqueries the planner may make joins of; undefined where it bounds that itself. MariaDB weighs every
   * order of what it joins: eight conditions on tags, which are 17 tables, kept it busy for more than twenty seconds over eight rows.
   */
  readonly mostJoinedTables?: number;

  /** A mode of the server in which values cannot be bound safely, and how to ask for it. */
  readonly unsafeMode?: { readonly name: string; readonly query: string };

  /**
   * How to ask for the character sets that columns of text are kept in: what a set does not have cannot be compared with
   * such a column. Undefined where text is always all of Unicode.
   */
  readonly charsets?: Charsets;

  /** SQLite's LIKE always ignores the case of ASCII letters; its GLOB never does. */
  readonly sensitivePattern: 'like' | 'glob';
}

/** What a row stands on: the tests run on the driver, or only its documentation was read, and boot warns. */
export type Proof = 'run' | 'documents';

/** What a server tells of the character sets that are not all of Unicode. */
export interface Charsets {
  /** Asks which columns are kept in which, as rows of {@link StoredCharset}. */
  readonly stored: string;
  /** The same of another database, whose name is the parameter; undefined where a connection reaches only one. */
  readonly storedElsewhere?: string;
  /** Asks what a set has; undefined where the server cannot tell. */
  ask(charset: string, session: Session): Promise<Characters | undefined>;
}

/** One connection to a server. */
export interface Session {
  query(sql: string, parameters?: unknown[]): Promise<unknown>;
  startTransaction(): Promise<void>;
  commitTransaction(): Promise<void>;
  rollbackTransaction(): Promise<void>;
}

/** In which character set a column is kept; every column, where no table is named. */
export interface StoredCharset {
  /** As entities name it; null for the connection's own. */
  readonly database: string | null;
  readonly table: string | null;
  readonly column: string | null;
  readonly charset: string;
  /** Under which collation; null where the server has no name for it. */
  readonly collation: string | null;
}

/** A text column as the phrases of a dialect see it. */
export interface TextColumn {
  /** The escaped column, with its alias. */
  readonly sql: string;
  /** The collation that the entity declares for it, if any. */
  readonly collation?: string | undefined;
  /** How the database keeps the column, where it was asked and that is not all of Unicode. */
  readonly stored?: StoredCharset | undefined;
  /** The column's type in the database: PostgreSQL's `citext` ignores case in every operator of its own. */
  readonly type: string;
}
