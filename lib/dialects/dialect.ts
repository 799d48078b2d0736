import type { Carrier } from './carrier.js';
import type { Documents } from './documents.js';
import type { RowEstimate } from './estimate.js';
import type { ValueKindName } from './kind-name.js';
import type { ListDialect } from './lists.js';
import type { NamedStatements } from './named-statements.js';
import type { Ordering } from './ordering.js';
import type { RefusedSetting, Server } from './server.js';
import type { Shaped } from './shapes.js';
import type { Snapshot } from './snapshot.js';
import type { Calendar, DeclaredType, StoredColumn } from './stored.js';
import type { TextPhrases } from './text-phrases.js';

/**
 * A database engine, described by its differences from the others. Nothing else in the library asks which engine it is: a new
 * engine is a new row in `index.ts`, and each member stands under the fact that explains it.
 */
export interface Dialect extends TextPhrases, Ordering, Shaped {
  readonly name: 'sqlite' | 'postgres' | 'mysql';

  /** The `type` of each TypeORM data source that speaks this dialect, with the proof that the row is right for it. */
  readonly drivers: Readonly<Record<string, Proof>>;

  /** Server that speaks this dialect to the drivers of another row; undefined where the driver alone tells the dialect. */
  readonly server?: Server;

  // Columns

  /**
   * Returns the kind of value of a type that means something else on this engine than on most; undefined for any other type.
   * The table of all types is in `values`.
   */
  columnKind?(column: DeclaredType): ValueKindName | undefined;

  /**
   * Kinds that a decorator may declare for a column whose own type says nothing of its values, or too much, by the name of
   * that type: a `set` of MySQL is compared as text.
   */
  readonly declarableKinds?: Readonly<Record<string, readonly ValueKindName[]>>;

  /** Column types of bytes, whose values a cursor can carry although no request can name one. */
  readonly byteTypes: ReadonlySet<unknown>;

  /**
   * True where a generated column can be NULL although its entity says otherwise: MariaDB takes no NOT NULL for one, so
   * TypeORM writes none.
   */
  readonly generatedAreNullable?: boolean;

  /** True where each column of text has a character set of its own, which its entity may declare. */
  readonly charsetsOfColumns?: boolean;

  /**
   * Storage engines whose foreign keys are constraints, in lower case; others read a foreign key and forget it. Left out where
   * the database has one storage engine.
   */
  readonly foreignKeyEngines?: ReadonlySet<string>;

  /** True where a column also keeps values larger than its type says: in SQLite every whole number has 64 bits. */
  readonly looseSizes: boolean;

  /** Dates and times beyond those that every engine has. */
  readonly calendar: Calendar;

  /** True where a column of numbers can hold NaN and infinity. */
  readonly notFiniteNumbers: boolean;

  // Values on their way to the driver

  /**
   * Form in which whole numbers are handed to the driver. A JavaScript number is not exact beyond 2^53, and TypeORM's SQLite
   * drivers write JavaScript numbers into the statement's text instead of binding them.
   */
  readonly wholeNumbers: 'bigint' | 'text';

  /**
   * Writes a whole number whose digits are bound as text; undefined where the driver binds a BigInt. sql.js binds the text of
   * one, which is greater than every number, and node-sqlite3 binds NULL.
   */
  readonly wholeNumberOperand?: (digits: string) => string;

  /**
   * Form in which floats are handed to the driver, for the reason of {@link wholeNumbers}; SQLite's column affinity reads
   * the text as a number.
   */
  readonly floats: 'number' | 'text';

  /**
   * True where a list is bound as one parameter, an array, so that a statement is the same for every length of it. PostgreSQL
   * makes an array of a list of parameters in any case, and reads one parameter faster than five hundred.
   */
  readonly arrays: boolean;

  /** Type of the values of booleans. Where the engine has no such type, true is 1. */
  readonly booleans: 'boolean' | 'integer';

  /**
   * Time zone in which a date-time without one is stored, as TypeORM and the driver write it: SQLite's as UTC text,
   * node-postgres's in the zone of the process, mysql2's in the zone of the connection's `timezone` option.
   */
  readonly wallClock: 'utc' | 'process' | 'connection';

  /**
   * True where date-times are text, so that `10:00:00` and `10:00:00.000` are different values for the same instant: TypeORM
   * writes the milliseconds, `datetime('now')` and most other writers leave them out.
   */
  readonly dateTimesAreText: boolean;

  /**
   * Writes a bound decimal so that it is compared exactly: MySQL compares a text with a decimal as floats. With the column's
   * own scale there is room for as many digits as the column has.
   */
  decimalOperand(parameter: string, scale?: number): string;

  /** Greatest number of digits after the point that {@link decimalOperand} compares. */
  readonly mostDecimals: number;

  /**
   * Writes an expression of the host's own, such as the query of a virtual column, so that bound values are compared with it as
   * with a column. SQLite reads a bound text as a number only beside a column, or a CAST, of numbers; PostgreSQL reads it as a
   * number of the very type that stands beside it.
   */
  computed(column: StoredColumn): string;

  // Cursors

  /**
   * Reads a value as text, or as a number, exact to the last digit, where the driver would round it or make a Date of it.
   */
  exactValue(column: StoredColumn): string;

  /** Codec of the values of sort keys in cursors. */
  readonly carrier: Carrier;

  /** Reads bytes as hexadecimal digits. */
  bytesAsText(sql: string): string;

  // Statements and plans

  /** True where FOR UPDATE must name its tables where there is an outer join, whose other side it cannot lock. */
  readonly locksByTable: boolean;

  /** True where there is DISTINCT ON, which TypeORM leaves out of the statement where there is none. */
  readonly distinctOn: boolean;

  /** True where `(a, b) < (x, y)` is answered from an index; MariaDB and TiDB read far more than they need. */
  readonly rowComparison: boolean;

  /**
   * True where `tenant = 3 AND score < 9 ORDER BY score DESC` is answered by a look-up of `tenant = 3` in an index of both
   * columns, which reads all of its rows up to the ninth: MariaDB prefers that to a range under any LIMIT.
   */
  readonly readsUpToCursor?: boolean;

  /**
   * Greatest number of tables of subqueries that the planner may make joins of; undefined where it bounds that itself. MariaDB
   * weighs every order of the tables that it joins: eight conditions on tags, which are 17 tables, kept it busy for more than
   * twenty seconds over eight rows.
   */
  readonly mostJoinedTables?: number;

  /** Estimate that the planner makes of a number of rows; undefined where it makes none that a program can read. */
  readonly estimate?: RowEstimate | undefined;

  /** Setting of the server under which the row is not right, or values cannot be bound safely. */
  readonly refusedSetting?: RefusedSetting | undefined;

  /** Transaction that only reads; undefined where the driver has one connection for all, so that it would hold others' statements. */
  readonly snapshot?: Snapshot | undefined;

  /** Statements by names; undefined where the driver takes none, where they gain nothing, and where no test has run. */
  readonly namedStatements?: NamedStatements | undefined;

  // Lists and documents

  /** SQL for lists in columns that are no documents, by their storage. */
  readonly lists: ListDialect;

  /** SQL that reads JSON documents. */
  readonly documents: Documents;
}

/** Proof that a row is right for a driver: the tests run on it, or only its documentation was read, and boot warns. */
export type Proof = 'run' | 'documents';
