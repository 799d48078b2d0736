import type { Dialect } from './dialect.js';

const unrounded: ReadonlySet<string> = new Set(['float', 'real', 'decimal']);

/** SQLite. LIKE and lower() know the case of ASCII letters only. */
export const sqlite: Dialect = {
  name: 'sqlite',
  drivers: ['better-sqlite3', 'sqlite', 'sqljs', 'expo', 'react-native', 'capacitor', 'cordova', 'nativescript'],
  wholeNumbers: 'bigint',
  floats: 'text',
  booleans: 'integer',
  wallClock: 'utc',
  dateTimesAreText: true,
  nullsSortAs: 'smallest',
  nullsPhrase: true,
  decimalOperand: (parameter) => parameter,
  equalIgnoringCase: (column, parameter) => `LOWER(${column}) = LOWER(${parameter})`,
  equalToTheLetter: (column, parameter) => `${column.sql} = ${parameter} COLLATE BINARY`,
  likeIgnoringCase: (column, parameter) => `${column.sql} LIKE ${parameter} ESCAPE '!'`,
  likeToTheLetter: (column, parameter) => `${column.sql} GLOB ${parameter}`,
  sensitivePattern: 'glob',
  orderedValue: ({ sql }) => sql,
  // CAST would round a float to 15 digits; the driver hands a number over as it is.
  exactValue: ({ sql, kind }) => (unrounded.has(kind) ? sql : `CAST(${sql} AS TEXT)`),
  rowComparison: false,
};
