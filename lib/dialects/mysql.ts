import type { Dialect, StoredColumn } from './dialect.js';

/** MariaDB and MySQL, and what speaks their language: TiDB, Vitess, Aurora MySQL. */
export const mysql: Dialect = {
  name: 'mysql',
  drivers: ['mariadb', 'mysql', 'aurora-mysql'],
  wholeNumbers: 'bigint',
  floats: 'number',
  booleans: 'integer',
  wallClock: 'connection',
  dateTimesAreText: false,
  nullsSortAs: 'smallest',
  nullsPhrase: false,
  decimalOperand: (parameter) => `CAST(${parameter} AS DECIMAL(65, 30))`,
  equalIgnoringCase: (column, parameter) => `LOWER(${column}) = LOWER(${parameter})`,
  equalToTheLetter: (column, parameter) =>
    `(${column.sql} = ${parameter} AND ${bytes(column.sql)} = ${bytes(parameter)})`,
  likeIgnoringCase: (column, parameter) => `LOWER(${column.sql}) LIKE LOWER(${parameter}) ESCAPE '!'`,
  likeToTheLetter: (column, parameter) => `${toTheLetter(column.sql)} LIKE ${parameter} ESCAPE '!'`,
  sensitivePattern: 'like',
  orderedValue,
  // A FLOAT is printed with six digits; as a DOUBLE it is printed, and compared, exactly.
  exactValue: (column) => (isFloat(column) ? `(${column.sql} + 0e0)` : `CAST(${orderedValue(column)} AS CHAR)`),
  rowComparison: false,
  unsafeMode: { name: 'NO_BACKSLASH_ESCAPES', query: 'SELECT @@SESSION.sql_mode AS mode' },
};

function orderedValue({ sql, type }: StoredColumn): string {
  return type === 'enum' ? `(${sql} + 0)` : sql;
}

/** Works whatever character set the column has; a bare COLLATE is an error where it is not utf8mb4. */
function toTheLetter(column: string): string {
  return `CONVERT(${column} USING utf8mb4) COLLATE utf8mb4_bin`;
}

/** Byte by byte: even a binary collation ignores trailing spaces. The plain comparison stays beside it for the index. */
function bytes(text: string): string {
  return `CAST(CONVERT(${text} USING utf8mb4) AS BINARY)`;
}

function isFloat({ kind }: StoredColumn): boolean {
  return kind === 'float' || kind === 'real';
}
