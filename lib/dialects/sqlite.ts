import {
  type Dialect,
  type KeyTable,
  type KeyValues,
  type PlannerHints,
  type StoredAs,
  delimitedLists,
  givenTypes,
  plainCalendar,
  usual,
  usualHints,
} from './dialect.js';
import { sqliteAggregates } from './aggregates.js';
import { sqliteIndexes, sqlitePlan } from './catalogue.js';
import { betterSqliteCarrier, sqliteCarrier } from './carrier.js';
import { sqliteDocuments } from './sqlite-documents.js';

/**
 * One JSON list, of the values, or of a list for each key of several columns. Its numbers are written by their digits,
 * which SQLite reads exactly, and its bytes as hexadecimal digits.
 */
const sqliteKeyTable: KeyTable = {
  firstRows: 'correlated',
  encode: (keys) => [`[${keys.map(keyText).join(',')}]`],
  write: ([parameter = ''], columns, { table }) => ({
    from: `JSON_EACH(${parameter}) AS ${table}`,
    place: `${table}.key`,
    columns: columns.map(({ type }, place) => {
      const value = columns.length === 1 ? `${table}.value` : `JSON_EXTRACT(${table}.value, '$[${place}]')`;
      return { sql: type === 'blob' ? `UNHEX(${value})` : value, textOf: undefined };
    }),
  }),
  among: (column, parameter) => `${column} IN (SELECT value FROM JSON_EACH(${parameter}))`,
};

function keyText(values: KeyValues): string {
  const texts = values.map(valueText).join(',');
  return values.length === 1 ? texts : `[${texts}]`;
}

function valueText(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  return Buffer.isBuffer(value) ? `"${value.toString('hex')}"` : (JSON.stringify(value) ?? 'null');
}

/** Values that are kept as numbers wherever they look like one. Writers other than TypeORM keep date-times so. */
const numeric: ReadonlySet<StoredAs> = new Set(['single', 'double', 'decimal', 'date', 'datetime', 'time'] as const);

/** Values that a host's expression gives as numbers. */
const numbers: ReadonlySet<StoredAs> = new Set(['integer', 'single', 'double', 'decimal'] as const);

const perRow: PlannerHints['perRow'] = (subquery) => `EXISTS (${subquery})`;

/**
 * After ANALYZE, SQLite re-prepares a statement whenever a parameter that its plan depends on is bound, even to the
 * same value. That takes as long as reading a small page. It looks only at parameters that stand alone.
 */
const sqliteHints: PlannerHints = {
  ...usualHints,
  amongAny: usualHints.among,
  perRow,
  toOne: { among: usualHints.among, perRow },
  unseen: (parameter) => `+${parameter}`,
  last: (condition) => `+(${condition})`,
  few: 2_000,
  walk: 1_500,
  countsWithin: false,
  keysInIndexes: true,
};

/** SQLite by better-sqlite3. LIKE and lower() know the case of ASCII letters only. */
export const sqlite: Dialect = {
  ...usual,
  name: 'sqlite',
  drivers: { 'better-sqlite3': 'run' },
  wallClock: 'utc',
  dateTimesAreText: true,
  groupsTotals: false,
  looseSizes: true,
  calendar: { ...plainCalendar, printsOffsets: true, times: 'of day' },
  declarableKinds: { enum: ['text'], 'simple-enum': ['text'] },
  givenTypes: givenTypes(
    ['better-sqlite3', 'sqlite', 'sqljs'],
    ...['tinyint', 'mediumint', 'float', 'double', 'character', 'uuid', 'blob'],
  ),
  byteTypes: new Set(['blob']),
  equalIgnoringCase: (column, parameter) => `LOWER(${column.sql}) = LOWER(${parameter})`,
  equalToTheLetter: (column, parameter) => `${column.sql} = ${parameter} COLLATE BINARY`,
  likeIgnoringCase: (column, parameter) => `${column.sql} LIKE ${parameter} ESCAPE '!'`,
  likeToTheLetter: (column, parameter) => `${column.sql} GLOB ${parameter}`,
  sensitivePattern: 'glob',
  // INSTR compares bytes, whatever the collation.
  lists: {
    delimited: delimitedLists({
      empty: (sql, sign) => `${sql} ${sign} '' COLLATE BINARY`,
      contains: (sql, parameter) => `INSTR(',' || ${sql} || ',', ',' || ${parameter} || ',') > 0`,
      elements: (sql) => ({
        from: `JSON_EACH(CASE WHEN ${sql} <> '' THEN '[' || REPLACE(JSON_QUOTE(CAST(${sql} AS TEXT)), ',', '","') || ']' END) AS nf_element`,
        value: 'nf_element.value',
      }),
    }),
  },
  spellings: ({ sql, storedAs }) => ({
    key:
      storedAs === 'datetime'
        ? `CASE WHEN ${sql} LIKE '%.000' THEN SUBSTR(${sql}, 1, LENGTH(${sql}) - 4) ELSE ${sql} END`
        : sql,
    // Any other column may hold a text.
    least: numbers.has(storedAs) ? undefined : `MIN(${sql} COLLATE BINARY)`,
  }),
  computed: ({ sql, storedAs }) => (numbers.has(storedAs) ? `CAST(${sql} AS NUMERIC)` : sql),
  aggregates: sqliteAggregates,
  documents: sqliteDocuments,
  // CAST would round a float to 15 digits, the driver an integer to 53 bits. A numeric column can hold either.
  exactValue: ({ sql, storedAs }) =>
    numeric.has(storedAs)
      ? `CASE TYPEOF(${sql}) WHEN 'real' THEN ${sql} ELSE CAST(${sql} AS TEXT) END`
      : `CAST(${sql} AS TEXT)`,
  carrier: betterSqliteCarrier,
  bytesAsText: (sql) => `HEX(${sql})`,
  keyTable: sqliteKeyTable,
  hints: sqliteHints,
  plans: sqlitePlan,
  indexes: sqliteIndexes,
};

/** SQLite by every other driver. None of them binds a BigInt. `sqlite` is the package sqlite3 of TypeORM 0.3. */
export const sqliteByText: Dialect = {
  ...sqlite,
  drivers: {
    sqljs: 'run',
    sqlite: 'run',
    expo: 'documents',
    'react-native': 'documents',
    capacitor: 'documents',
    cordova: 'documents',
    nativescript: 'documents',
  },
  wholeNumberOperand: (digits) => `CAST(${digits} AS INTEGER)`,
  carrier: sqliteCarrier,
};
