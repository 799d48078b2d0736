import type { Dialect, TextColumn } from './dialect.js';
import { mysqlCarrier, textIn } from './mysql-carrier.js';
import { mysqlCharsets } from './mysql-charsets.js';

/** MariaDB and MySQL, and what speaks their language: TiDB, Vitess, Aurora MySQL. */
export const mysql: Dialect = {
  name: 'mysql',
  drivers: { mariadb: 'run', mysql: 'documents' },
  wholeNumbers: 'bigint',
  floats: 'number',
  arrays: false,
  booleans: 'integer',
  wallClock: 'connection',
  dateTimesAreText: false,
  nullsSortAs: 'smallest',
  nullsPhrase: false,
  decimalOperand: (parameter, scale = 30) => `CAST(${parameter} AS DECIMAL(65, ${scale}))`,
  generatedAreNullable: true,
  foreignKeyEngines: new Set(['innodb', 'ndb', 'ndbcluster']),
  looseSizes: false,
  boundlessValues: false,
  timesAreDurations: true,
  locksByTable: false,
  distinctOn: false,
  equalIgnoringCase: (column, parameter) => `LOWER(${column.sql}) = LOWER(${asIn(column, parameter)})`,
  equalToTheLetter: (column, parameter) =>
    `(${column.sql} = ${parameter} AND ${bytes(column.sql)} = ${bytes(parameter)})`,
  // In the column's own collation an accent would be nothing, and one emoji as good as another.
  likeIgnoringCase: (column, parameter) =>
    `LOWER(CONVERT(${column.sql} USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(${parameter}) ESCAPE '!'`,
  likeToTheLetter: (column, parameter) => `${toTheLetter(column.sql)} LIKE ${parameter} ESCAPE '!'`,
  sensitivePattern: 'like',
  orderedValue: ({ sql, kind }) => (kind === 'enum' ? `(${sql} + 0)` : sql),
  exactValue: textIn,
  carrier: mysqlCarrier,
  longColumns: { above: 512, partLength: 255, parts: 4 },
  secondsOf: (sql) => `UNIX_TIMESTAMP(${sql})`,
  clockNear: (seconds, side) => `FROM_UNIXTIME(${seconds}) ${side === 'before' ? '-' : '+'} INTERVAL 1 DAY`,
  bytesAsText: (sql) => `HEX(${sql})`,
  rowComparison: false,
  readsUpToCursor: true,
  mostJoinedTables: 8,
  charsets: mysqlCharsets,
  unsafeMode: { name: 'NO_BACKSLASH_ESCAPES', query: 'SELECT @@SESSION.sql_mode AS mode' },
};

/** Aurora MySQL over the Data API, whose parameters know no BigInt. As decimals whole numbers are compared exactly. */
export const auroraMysql: Dialect = {
  ...mysql,
  drivers: { 'aurora-mysql': 'documents' },
  wholeNumberOperand: (digits) => `CAST(${digits} AS DECIMAL(20))`,
};

/**
 * A parameter under the collation of a column, so that one rule folds both: Turkish has another small I than the rest. What
 * is put after nothing of the column takes its collation, whichever that is. Where the character set is known it is named,
 * because one can have a letter and not its small one, such as gbk the Roman ⅺ: what LOWER makes must be of the set, too.
 */
function asIn({ sql, stored }: TextColumn, parameter: string): string {
  if (stored === undefined || stored.collation === null) return `CONCAT(LEFT(${sql}, 0), ${parameter})`;
  return `CONVERT(${parameter} USING ${stored.charset}) COLLATE ${stored.collation}`;
}

/** Works whatever character set the column has; a bare COLLATE is an error where it is not utf8mb4. */
function toTheLetter(column: string): string {
  return `CONVERT(${column} USING utf8mb4) COLLATE utf8mb4_bin`;
}

/** Byte by byte: even a binary collation ignores trailing spaces. The plain comparison stays beside it for the index. */
function bytes(text: string): string {
  return `CAST(CONVERT(${text} USING utf8mb4) AS BINARY)`;
}
