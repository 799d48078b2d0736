import type { Dialect } from './dialect.js';

const floats: ReadonlySet<string> = new Set(['float', 'real']);

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
  equalIgnoringCase: (column, parameter) => `LOWER(${column.sql}) = LOWER(${parameter})`,
  equalToTheLetter: (column, parameter) =>
    `(${column.sql} = ${parameter} AND ${bytes(column.sql)} = ${bytes(parameter)})`,
  // In the column's own collation an accent would be nothing, and one emoji as good as another.
  likeIgnoringCase: (column, parameter) =>
    `LOWER(CONVERT(${column.sql} USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(${parameter}) ESCAPE '!'`,
  likeToTheLetter: (column, parameter) => `${toTheLetter(column.sql)} LIKE ${parameter} ESCAPE '!'`,
  sensitivePattern: 'like',
  orderedValue: ({ sql, kind }) => (kind === 'enum' ? `(${sql} + 0)` : sql),
  // A FLOAT is printed with six digits; as a DOUBLE it is printed, and compared, exactly.
  exactValue: ({ sql, kind }) => (floats.has(kind) ? `(${sql} + 0e0)` : `CAST(${sql} AS CHAR)`),
  bytesAsText: (sql) => `HEX(${sql})`,
  rowComparison: false,
  mostJoinedTables: 8,
  charsets:
    'SELECT TABLE_NAME AS `table`, COLUMN_NAME AS `column`, CHARACTER_SET_NAME AS charset ' +
    "FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND CHARACTER_SET_NAME NOT IN ('utf8mb4', 'binary')",
  unsafeMode: { name: 'NO_BACKSLASH_ESCAPES', query: 'SELECT @@SESSION.sql_mode AS mode' },
};

/** Works whatever character set the column has; a bare COLLATE is an error where it is not utf8mb4. */
function toTheLetter(column: string): string {
  return `CONVERT(${column} USING utf8mb4) COLLATE utf8mb4_bin`;
}

/** Byte by byte: even a binary collation ignores trailing spaces. The plain comparison stays beside it for the index. */
function bytes(text: string): string {
  return `CAST(CONVERT(${text} USING utf8mb4) AS BINARY)`;
}
