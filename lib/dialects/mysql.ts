import {
  type DeclaredType,
  type Dialect,
  type ExactOrders,
  type PlannerHints,
  type SpelledColumn,
  type StoredAs,
  type TextColumn,
  type ValueKindName,
  delimitedLists,
  existsPerRow,
  givenTypes,
  plainCalendar,
  usual,
  usualHints,
} from './dialect.js';
import { mysqlAggregates } from './aggregates.js';
import { mysqlCarrier, mysqlTextOf as textIn } from './carrier.js';
import { delimitedElements, everyLetter, mysqlDocuments } from './mysql-documents.js';
import { mysqlIndexes, mysqlPlan, rowsOfPlan } from './catalogue.js';

/**
 * Collations of MariaDB without PAD SPACE, and those of several levels, such as accent- and case-sensitive ones.
 * A sort with LIMIT fills the weights of each text with zeros, so that `a` and `a` with NUL are equal in it.
 * Where a column is wide, the sort also leaves out the second level, so that `resume` and `résumé` are equal.
 * Comparisons tell them apart.
 */
const collations = 'nopad|uca1400.*(_as_|_cs)|_w2$|_czech_cs$';

/**
 * Orders of MariaDB and MySQL that sorts and comparisons treat alike: by bytes. Neither has more than the 1,024 that a
 * sort looks at: a character has up to four bytes, and up to six of weights. Texts with the same beginning are tied.
 */
const mysqlExactOrders: ExactOrders = {
  ofPaths: 'bytes',
  collations,
  columnsQuery:
    'SELECT TABLE_NAME AS tableName, COLUMN_NAME AS columnName FROM information_schema.COLUMNS ' +
    `WHERE TABLE_SCHEMA = DATABASE() AND COLLATION_NAME REGEXP '${collations}'`,
  orders: {
    weights: {
      of: (sql) => `WEIGHT_STRING(LEFT(${sql}, 170))`,
      // The empty beginning of the text adds nothing but its collation.
      operand: (sql, parameter) => `WEIGHT_STRING(LEFT(CONCAT(LEFT(${sql}, 0), ${parameter}), 170))`,
    },
    bytes: {
      of: (sql) => `CAST(LEFT(${sql}, 255) AS BINARY)`,
      operand: (_sql, parameter) => `CAST(LEFT(CONVERT(${parameter} USING utf8mb4), 255) AS BINARY)`,
    },
  },
};

/**
 * MariaDB turns EXISTS back into a join unless something is around it. It takes the keys of a derived table for as
 * many as its rows, so that it reads all rows of the list in order. An order by a joined column sorts all rows,
 * under any indexes and limit.
 */
const mysqlHints: PlannerHints = {
  ...usualHints,
  // IN with a bare union would be answered row by row.
  amongAny: (column, union, alias) => `${column} IN (SELECT * FROM (${union}) ${alias})`,
  perRow: existsPerRow,
  toOne: { among: usualHints.among, perRow: existsPerRow },
  sorts: { byToOne: false, own: true },
  few: 3_000,
  walk: 1_500,
  sortsKeysFirst: true,
  readFirst: (first, then, on) => `${first} STRAIGHT_JOIN ${then} ON ${on}`,
  countsWithin: true,
  keysInIndexes: true,
};

export const mysql: Dialect = {
  ...usual,
  name: 'mysql',
  drivers: { mariadb: 'run', mysql: 'run' },
  floats: 'number',
  givenTypes: givenTypes(
    ['mysql', 'mariadb'],
    ...['tinyint', 'mediumint', 'float', 'double', 'char', 'uuid', 'timestamp', 'year'],
    ...['tinytext', 'mediumtext', 'longtext', 'binary', 'varbinary', 'blob', 'tinyblob', 'mediumblob', 'longblob'],
  ),
  wallClock: 'connection',
  nullsPhrase: false,
  decimalOperand: (parameter, scale = 30) => `CAST(${parameter} AS DECIMAL(65, ${scale}))`,
  columnKind,
  declarableKinds: {
    ...{ enum: ['text'], 'simple-enum': ['text'], set: ['text'] },
    bit: ['boolean', 'tinyint', 'smallint', 'mediumint', 'integer', 'bigint'],
  },
  byteTypes: new Set(['binary', 'varbinary', 'blob', 'tinyblob', 'mediumblob', 'longblob']),
  generatedAreNullable: true,
  foreignKeyEngines: new Set(['innodb', 'ndb', 'ndbcluster']),
  calendar: { ...plainCalendar, printsOffsets: false, times: 'duration' },
  equalIgnoringCase: (column, parameter) => `LOWER(${column.sql}) = LOWER(${asIn(column, parameter)})`,
  equalToTheLetter: (column, parameter) =>
    `(${column.sql} = ${parameter} AND ${bytes(column.sql)} = ${bytes(parameter)})`,
  // Under the column's own collation, accents would not count, and any two emoji would be equal. CONVERT puts both
  // sides under the collation of the character set: that of a session may fold by the rules of a language.
  likeIgnoringCase: (column, parameter) =>
    `LOWER(CONVERT(${column.sql} USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(${parameter} USING utf8mb4))`,
  // A bare COLLATE is an error outside utf8mb4.
  likeToTheLetter: ({ sql }, parameter) => `CONVERT(${sql} USING utf8mb4) COLLATE utf8mb4_bin LIKE ${parameter}`,
  likeEscape: '\\',
  lists: {
    delimited: delimitedLists({
      // Any collation finds a text of spaces equal to the empty text.
      empty: (sql, sign) => `LENGTH(${sql}) ${sign} 0`,
      contains: (sql, parameter) => `LOCATE(${betweenCommas(parameter)}, ${betweenCommas(sql)}) > 0`,
      elements: delimitedElements,
    }),
  },
  spellings: (column) => ({
    key: shownKey(column),
    least: spelled.has(column.storedAs) ? `MIN(CONVERT(${column.sql} USING utf8mb4) ${everyLetter})` : undefined,
  }),
  orderedValue: ({ sql, storedAs }) => (storedAs === 'label' ? `(${sql} + 0)` : sql),
  aggregatesExtremes: true,
  aggregates: mysqlAggregates,
  documents: mysqlDocuments,
  exactValue: textIn,
  shortensSingles: true,
  carrier: mysqlCarrier,
  // Each character has room for four bytes. With and without LIMIT, the server cuts longer texts at different places.
  sortedLength: 255,
  exactOrders: mysqlExactOrders,
  orderedAsNumbers: new Set(['set', 'bit']),
  secondsOf: (sql) => `UNIX_TIMESTAMP(${sql})`,
  clockNear: (seconds, side) => `FROM_UNIXTIME(${seconds}) ${side === 'before' ? '-' : '+'} INTERVAL 1 DAY`,
  bytesAsText: (sql) => `HEX(${sql})`,
  readsUpToCursor: true,
  mostJoinedTables: 8,
  limitsInBranches: true,
  hints: mysqlHints,
  plans: mysqlPlan,
  indexes: mysqlIndexes,
  indexesForeignKeys: true,
  charsetsOfColumns: true,
  snapshot: {
    // SET TRANSACTION holds for the next transaction alone. Under another default there is no snapshot.
    begin: ['SET TRANSACTION ISOLATION LEVEL REPEATABLE READ', 'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY'],
    end: 'COMMIT',
  },
  // The drivers write values into the statement's text themselves, with a backslash before each quote.
  refusedSetting: {
    query: 'SELECT @@SESSION.sql_mode AS mode',
    shows: 'NO_BACKSLASH_ESCAPES',
    reason:
      "The server runs in NO_BACKSLASH_ESCAPES mode, in which the driver's escaping of values is not safe; " +
      'remove the mode from sql_mode, for the server or for the sessions of this application.',
  },
};

/** Aurora MySQL over the Data API, whose parameters know no BigInt. As decimals, whole numbers are compared exactly. */
export const auroraMysql: Dialect = {
  ...mysql,
  drivers: { 'aurora-mysql': 'documents' },
  // The Data API has transactions of its own, which no statement begins.
  snapshot: undefined,
  wholeNumberOperand: (digits) => `CAST(${digits} AS DECIMAL(20))`,
  // LIMIT takes no expression.
  hints: { ...mysqlHints, deep: undefined },
  limitsInBranches: undefined,
};

/** Storages whose equal values may be spelled in several ways. */
const spelled: ReadonlySet<StoredAs> = new Set(['text', 'label', 'uuid'] as const);

/** Writes what rows show of a value, by its text: a FLOAT has six digits, and a cast would round a date-time. */
function shownKey({ sql, storedAs, hidesDigits }: SpelledColumn): string {
  if (storedAs === 'single') return `(CONCAT(${sql}) + 0e0)`;
  return hidesDigits ? `CAST(LEFT(${sql}, 23) AS DATETIME(3))` : sql;
}

/** Returns the kind of TINYINT(1), MySQL's boolean, and of a FLOAT of single precision, as FLOAT(7, 4) is. */
function columnKind({ type, width, precision, scale }: DeclaredType): ValueKindName | undefined {
  if (type === 'tinyint') return width === 1 ? 'boolean' : undefined;
  return type === 'float' && ((precision ?? 0) <= 24 || typeof scale === 'number') ? 'real' : undefined;
}

/**
 * Puts a parameter under the column's own character set and collation, so that one rule folds both sides: Turkish has a
 * small I of its own. The empty beginning of the column adds nothing but its collation.
 */
function asIn({ sql }: TextColumn, parameter: string): string {
  return `CONCAT(LEFT(${sql}, 0), ${parameter})`;
}

/** Compares byte by byte: even a binary collation ignores trailing spaces. The other comparison has the index. */
function bytes(text: string): string {
  return `CAST(CONVERT(${text} USING utf8mb4) AS BINARY)`;
}

/** Puts a text between commas, byte by byte. In UTF-8, no character begins within another's bytes. */
function betweenCommas(text: string): string {
  return `CONCAT(',', ${bytes(text)}, ',')`;
}

/** MySQL, by its documentation: the tests run on MariaDB, through either driver. Another fork counts as MySQL. */
export const mysqlServer: Dialect = {
  ...mysql,
  drivers: {},
  server: { name: 'MySQL', drivers: ['mysql', 'mariadb'], version: /^(?!.*-(?:MariaDB|TiDB))/ },
};

/** TiDB, by its documentation. It needs version 7.4, the first with a collation that tells any two texts apart. */
export const tidb: Dialect = {
  ...mysql,
  drivers: {},
  server: { name: 'TiDB', drivers: ['mysql', 'mariadb'], version: /-TiDB-/ },
  // Before version 6.6, TiDB ignores foreign keys; since then, a setting can turn them off.
  foreignKeyEngines: new Set(),
  // TiDB lacks JSON_TABLE, which reads documents and list elements.
  documents: { ...mysql.documents, types: new Set() },
  lists: { delimited: { ...mysql.lists.delimited, elements: undefined } },
  snapshot: {
    // READ ONLY is an error here, and a transaction takes one characteristic.
    begin: ['SET TRANSACTION ISOLATION LEVEL REPEATABLE READ', 'START TRANSACTION WITH CONSISTENT SNAPSHOT'],
    end: 'COMMIT',
  },
  // Rows are on several machines, so asking for each row would ask these.
  hints: undefined,
  limitsInBranches: undefined,
  plans: rowsOfPlan,
};
