import type { Dialect, TextColumn } from './dialect.js';

/** PostgreSQL, and what speaks its language: CockroachDB, YugabyteDB, Citus, Aurora PostgreSQL. */
export const postgres: Dialect = {
  name: 'postgres',
  drivers: ['postgres', 'aurora-postgres', 'cockroachdb'],
  wholeNumbers: 'text',
  floats: 'text',
  booleans: 'boolean',
  wallClock: 'process',
  dateTimesAreText: false,
  nullsSortAs: 'largest',
  nullsPhrase: true,
  decimalOperand: (parameter) => parameter,
  equalIgnoringCase: (column, parameter) => `LOWER(${column}) = LOWER(${parameter})`,
  equalToTheLetter: (column, parameter) =>
    ignoresCase(column) ? `CAST(${column.sql} AS text) COLLATE "C" = ${parameter}` : `${column.sql} = ${parameter}`,
  likeIgnoringCase: (column, parameter) => `${matchable(column)} ILIKE ${parameter} ESCAPE '!'`,
  likeToTheLetter: (column, parameter) => `${matchable(column)} LIKE ${parameter} ESCAPE '!'`,
  sensitivePattern: 'like',
  orderedValue: ({ sql }) => sql,
  exactValue: ({ sql }) => `CAST(${sql} AS text)`,
  rowComparison: true,
};

/** A citext column, or one with a collation of its own, which may be nondeterministic. */
function ignoresCase(column: TextColumn): boolean {
  return column.type === 'citext' || column.collation !== undefined;
}

/**
 * Before PostgreSQL 18 a nondeterministic collation cannot be matched at all, and "C" knows no case beyond ASCII; the
 * database's own collation can and does. citext has a LIKE of its own, which ignores case.
 */
function matchable(column: TextColumn): string {
  const text = column.type === 'citext' ? `CAST(${column.sql} AS text)` : column.sql;
  return column.collation === undefined ? text : `${text} COLLATE "default"`;
}
