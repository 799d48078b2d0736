import type { AggregateSql } from './aggregates.js';
import type { Carrier } from './carrier.js';
import type { Documents } from './documents.js';
import type { RowEstimate } from './explain/estimate.js';
import type { GivenTypes } from './given-types.js';
import type { IndexDialect } from './explain/catalogue.js';
import type { KeyTable } from './key-table.js';
import type { ValueKindName } from './kind-name.js';
import type { ListDialect } from './lists.js';
import type { NamedStatements } from './named-statements.js';
import type { Ordering } from './ordering.js';
import type { RefusedSetting, Server } from './server.js';
import type { Hinted } from './planner-hints.js';
import type { Snapshot } from './snapshot.js';
import type { StatementPlan } from './explain/statement-plan.js';
import type { Calendar, DeclaredType, StoredColumn } from './stored.js';
import type { TextPhrases } from './text-phrases.js';

/**
 * A database engine, described by its differences from the others. Nothing else in the library asks which engine it is:
 * a new engine is a new row in `index.ts`, and each member stands under the fact that explains it.
 */
export interface Dialect extends TextPhrases, Ordering, Hinted {
  /** The name of the engine. MariaDB is `mysql`. */
  readonly name: 'sqlite' | 'postgres' | 'mysql';

  /** The `type` of each TypeORM data source that speaks this dialect, with the proof that the row is right for it. */
  readonly drivers: Readonly<Record<string, Proof>>;

  /**
   * Server that speaks this dialect to the drivers of another row. Undefined where the driver alone tells the dialect.
   */
  readonly server?: Server;

  // Columns

  /**
   * Returns the value kind of a type that has a special meaning on this engine, and undefined for any other type. The
   * table of all types is in `values`.
   */
  columnKind?(column: DeclaredType): ValueKindName | undefined;

  /**
   * Kinds that a decorator may declare for a column type that does not tell the kind of its values, by the name of the
   * type. MySQL's `set`, for example, is compared as text.
   */
  readonly declarableKinds?: Readonly<Record<string, readonly ValueKindName[]>>;

  /** Column types whose values need no conversion in entities. Every other value is read by TypeORM's driver. */
  readonly givenTypes?: GivenTypes;

  /** Column types of bytes, whose values a cursor can carry although no request can name one. */
  readonly byteTypes: ReadonlySet<unknown>;

  /**
   * True where a generated column can be NULL although its entity says otherwise. MariaDB allows no NOT NULL on
   * one, so TypeORM writes none.
   */
  readonly generatedAreNullable?: boolean;

  /** True where each column of text has a character set of its own, which its entity may declare. */
  readonly charsetsOfColumns?: boolean;

  /**
   * Storage engines that enforce foreign keys, in lower case; others accept a foreign key and forget it. Left out where
   * the database has one storage engine.
   */
  readonly foreignKeyEngines?: ReadonlySet<string>;

  /** True where a column also keeps values larger than its type says: in SQLite every whole number has 64 bits. */
  readonly looseSizes: boolean;

  /** Dates and times beyond the range of all engines. */
  readonly calendar: Calendar;

  /** True where a column of numbers can hold NaN and infinity. */
  readonly notFiniteNumbers: boolean;

  // Values on their way to the driver

  /**
   * Form in which whole numbers are handed to the driver. A JavaScript number is not exact beyond 2^53, and TypeORM's
   * SQLite drivers write JavaScript numbers into the statement's text instead of binding them.
   */
  readonly wholeNumbers: 'bigint' | 'text';

  /**
   * Writes a whole number whose digits are bound as text. Undefined where the driver binds a BigInt: sql.js would bind
   * a text, which is greater than every number, and node-sqlite3 would bind NULL.
   */
  readonly wholeNumberOperand?: (digits: string) => string;

  /**
   * Form in which floats are handed to the driver, chosen as for {@link wholeNumbers}. SQLite's column affinity
   * reads the text as a number.
   */
  readonly floats: 'number' | 'text';

  /**
   * True where a list is bound as one parameter, an array, so that lists of any length share a statement. PostgreSQL
   * turns a list of parameters into an array anyway, and reads one parameter faster than five hundred.
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
   * True where date-times are text, as in SQLite. `10:00:00` and `10:00:00.000` are then different values for one
   * instant: TypeORM writes the milliseconds, `datetime('now')` leaves them out.
   */
  readonly dateTimesAreText: boolean;

  /**
   * Writes a bound decimal so that it is compared exactly, because MySQL compares a text with a decimal as floats. With
   * the column's own `scale`, the operand has room for every digit that the column has.
   */
  decimalOperand(parameter: string, scale?: number): string;

  /** Greatest number of digits after the point that {@link decimalOperand} compares. */
  readonly mostDecimals: number;

  /**
   * Writes an expression of the host, such as the query of a virtual column, so that it compares with bound values as a
   * column does. SQLite reads a bound text as a number only beside a numeric column or CAST. PostgreSQL gives it the
   * exact type of the other operand.
   */
  computed(column: StoredColumn): string;

  /** SQL of sums and averages. */
  readonly aggregates: AggregateSql;

  // Cursors

  /**
   * Writes the expression that reads a value exactly, as text or a number, where the driver would
   * round it or make a Date.
   */
  exactValue(column: StoredColumn): string;

  /** Codec of the values of sort keys in cursors. */
  readonly carrier: Carrier;

  /** Reads bytes as hexadecimal digits. */
  bytesAsText(sql: string): string;

  // Statements and plans

  /** True where an outer join needs FOR UPDATE to name its tables: the nullable side cannot be locked. */
  readonly locksByTable: boolean;

  /** True where the engine has DISTINCT ON. TypeORM silently leaves it out for the others. */
  readonly distinctOn: boolean;

  /** True where `(a, b) < (x, y)` is answered from an index; MariaDB and TiDB read far more than they need. */
  readonly rowComparison: boolean;

  /**
   * True where `tenant = 3 AND score < 9 ORDER BY score DESC` looks up `tenant = 3` in an index of both columns and
   * reads all of its rows up to the ninth. MariaDB prefers this to a range scan, under any LIMIT.
   */
  readonly readsUpToCursor?: boolean;

  /**
   * Number of tables in subqueries that the planner may turn into joins. Undefined where the planner has a limit of its
   * own. MariaDB weighs every order of the joined tables: eight conditions on tags, which are 17 tables, kept it busy
   * for more than twenty seconds over eight rows.
   */
  readonly mostJoinedTables?: number;

  /** Keys of rows as a table of the statement. Without it, each key is a parameter of its own. */
  readonly keyTable?: KeyTable | undefined;

  /**
   * True where the first related rows of each key are found by a union with a branch for each: MariaDB has no LATERAL,
   * and numbering them reads all rows of every key. Elsewhere, without a {@link keyTable}, they are numbered.
   */
  readonly limitsInBranches?: boolean | undefined;

  /** Estimate of a row count by the planner. Undefined where no program can read one. */
  readonly estimate?: RowEstimate | undefined;

  /** Indexes that the engine can have, and the catalogue of those it has, for programmers. */
  readonly indexes: IndexDialect;

  /** The database's own plan of a statement, for programmers. */
  readonly plans: StatementPlan;

  /** Server setting under which the row is wrong, or values cannot be bound safely. */
  readonly refusedSetting?: RefusedSetting | undefined;

  /**
   * Read-only transaction. Undefined where the driver has a single connection, because it would
   * block all other statements.
   */
  readonly snapshot?: Snapshot | undefined;

  /** Named statements. Undefined where the driver has none, where they gain nothing, and where no test has run. */
  readonly namedStatements?: NamedStatements | undefined;

  // Lists and documents

  /** SQL for lists in columns other than documents, by storage. */
  readonly lists: ListDialect;

  /** SQL that reads JSON documents. */
  readonly documents: Documents;
}

/**
 * Proof that a row is right for a driver: tests run on it, or only its documentation was read. In the latter case the
 * module logs a warning at boot.
 */
export type Proof = 'run' | 'documents';
