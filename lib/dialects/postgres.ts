import type { Dialect, TextColumn } from './dialect.js';
import { cockroachCarrier, postgresCarrier, textIn } from './postgres-carrier.js';
import { postgresCharsets } from './postgres-charsets.js';

/** PostgreSQL, and what speaks its language: YugabyteDB, Citus, Aurora PostgreSQL by PostgreSQL's own driver. */
export const postgres: Dialect = {
  name: 'postgres',
  drivers: { postgres: 'run' },
  wholeNumbers: 'text',
  floats: 'text',
  arrays: true,
  booleans: 'boolean',
  wallClock: 'process',
  dateTimesAreText: false,
  nullsSortAs: 'largest',
  nullsPhrase: true,
  decimalOperand: (parameter) => parameter,
  looseSizes: false,
  boundlessValues: true,
  timesAreDurations: false,
  locksByTable: true,
  distinctOn: true,
  equalIgnoringCase: (column, parameter) => `LOWER(${foldable(column)}) = LOWER(${asIn(column, parameter)})`,
  equalToTheLetter: (column, parameter) =>
    column.type === 'citext'
      ? `CAST(${column.sql} AS text) COLLATE "C" = ${parameter}`
      : `(${column.sql} = ${parameter} AND ${column.sql} COLLATE "C" = ${parameter})`,
  likeIgnoringCase: (column, parameter) => `${matchable(column)} ILIKE ${parameter} ESCAPE '!'`,
  likeToTheLetter: (column, parameter) => `${matchable(column)} LIKE ${parameter} ESCAPE '!'`,
  sensitivePattern: 'like',
  orderedValue: ({ sql }) => sql,
  exactValue: textIn,
  carrier: postgresCarrier,
  bytesAsText: (sql) => `ENCODE(${sql}, 'hex')`,
  rowComparison: true,
  charsets: postgresCharsets,
};

/** CockroachDB: see its carrier. */
export const cockroach: Dialect = { ...postgres, drivers: { cockroachdb: 'documents' }, carrier: cockroachCarrier };

/** Aurora PostgreSQL over the Data API, whose parameters are single values. */
export const auroraPostgres: Dialect = { ...postgres, drivers: { 'aurora-postgres': 'documents' }, arrays: false };

/** "C" and its like know no case beyond ASCII; the database's own collation can and does. */
function foldable({ sql, collation }: TextColumn): string {
  return collation !== undefined && asciiCollations.has(collation) ? `${sql} COLLATE "default"` : sql;
}

/** A parameter under the collation of a column, so that one rule folds both: Turkish has another small I than the rest. */
function asIn({ collation, type }: TextColumn, parameter: string): string {
  if (collation === undefined || asciiCollations.has(collation) || type === 'citext') return parameter;
  return `${parameter} COLLATE "${collation.replaceAll('"', '""')}"`;
}

const asciiCollations: ReadonlySet<string> = new Set(['C', 'POSIX', 'ucs_basic']);

/**
 * Before PostgreSQL 18 a nondeterministic collation cannot be matched at all, and a column may have one that its entity says
 * nothing of; on a column with the database's own collation the phrase changes nothing, its indexes included. citext has a
 * LIKE of its own, which ignores case.
 */
function matchable({ sql, type }: TextColumn): string {
  return type === 'citext' ? `CAST(${sql} AS text)` : `${sql} COLLATE "default"`;
}
