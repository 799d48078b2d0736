import type { Dialect, TextColumn } from './dialect.js';
import { mysqlCarrier, textIn } from './mysql-carrier.js';
import { mysqlCharsets } from './mysql-charsets.js';

/** MariaDB and MySQL, and what speaks their language: TiDB, Vitess, Aurora MySQL. */
export const mysql: Dialect = {
  name: 'mysql',
  drivers: ['mariadb', 'mysql', 'aurora-mysql'],
  wholeNumbers: 'bigint',
  floats: 'number',
  arrays: false,
  booleans: 'integer',
  wallClock: 'connection',
  dateTimesAreText: false,
  nullsSortAs: 'smallest',
  nullsPhrase: false,
  decimalOperand: (parameter, scale = 30) => `CAST(${parameter} AS DECIMAL(65, ${scale}))`,
  looseSizes: false,
  boundlessValues: false,
  timesAreDurations: true,
  locksByTable: false,
  equalIgnoringCase: (column, parameter) => `LOWER(${column.sql}) = LOWER(${inCharset(parameter, column)})`,
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
  mostJoinedTables: 8,
  charsets: mysqlCharsets,
  unsafeMode: { name: 'NO_BACKSLASH_ESCAPES', query: 'SELECT @@SESSION.sql_mode AS mode' },
};

/** A character set can have a letter and not its small one, such as gbk the Roman ⅺ: what LOWER makes must be of the set, too. */
function inCharset(parameter: string, { stored }: TextColumn): string {
  if (stored === undefined || stored.collation === null) return parameter;
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
