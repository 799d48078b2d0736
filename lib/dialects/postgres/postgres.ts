import { postgresAggregates } from '../aggregates.js';
import type { Dialect } from '../dialect.js';
import { givenTypes } from '../given-types.js';
import type { StoredAs } from '../stored.js';
import type { TextColumn } from '../text-phrases.js';
import { postgresEstimate } from '../explain/estimate.js';
import { postgresNames } from '../named-statements.js';
import { postgresKeyTable } from './key-table.js';
import { postgresLists, postgresListsByElement } from './lists.js';
import { postgresCarrier, textIn } from './carrier.js';
import { postgresDocuments } from './documents.js';
import { postgresHints } from '../planner-hints.js';
import { postgresIndexes } from './indexes.js';
import { postgresPlan } from '../explain/statement-plan.js';

/** PostgreSQL, and its equivalents: Citus, and Aurora PostgreSQL by PostgreSQL's own driver. */
export const postgres: Dialect = {
  name: 'postgres',
  drivers: { postgres: 'run' },
  wholeNumbers: 'text',
  floats: 'text',
  arrays: true,
  givenTypes: givenTypes(
    ['postgres'],
    ...['int2', 'int4', 'int8', 'float', 'float4', 'float8', 'double precision', 'boolean', 'bool', 'uuid', 'bytea'],
    ...['char', 'character', 'character varying', 'citext', 'json', 'jsonb', 'timetz', 'interval'],
  ),
  booleans: 'boolean',
  wallClock: 'process',
  dateTimesAreText: false,
  nullsSortAs: 'largest',
  nullsPhrase: true,
  groupsRelated: true,
  groupsAggregates: 'always',
  decimalOperand: (parameter) => parameter,
  looseSizes: false,
  calendar: {
    lastYear: { date: 5_874_897, datetime: 294_276 },
    yearsBeforeChrist: 4_714,
    hasInfinity: true,
    printsOffsets: true,
    times: 'to 24:00',
  },
  notFiniteNumbers: true,
  mostDecimals: Infinity,
  columnKind: ({ type }) => (type === 'real' || type === 'float4' ? 'real' : undefined),
  byteTypes: new Set(['bytea']),
  estimate: postgresEstimate,
  plans: postgresPlan,
  indexes: postgresIndexes,
  locksByTable: true,
  distinctOn: true,
  equalIgnoringCase: (column, parameter) => `LOWER(${foldable(column)}) = LOWER(${asIn(column, parameter)})`,
  equalToTheLetter: (column, parameter) =>
    column.type === 'citext'
      ? `CAST(${column.sql} AS text) COLLATE "C" = ${parameter}`
      : `(${column.sql} = ${parameter} AND ${column.sql} COLLATE "C" = ${parameter})`,
  likeIgnoringCase: (column, parameter) => `${matchable(column)} ILIKE ${parameter} ESCAPE '!'`,
  likeToTheLetter: (column, parameter) => `${matchable(column)} LIKE ${parameter} ESCAPE '!'`,
  likeEscape: '!',
  sensitivePattern: 'like',
  lists: postgresLists,
  spellings: ({ sql, storedAs, type }) => ({
    key: sql,
    least: texts.has(storedAs)
      ? `MIN(${storedAs === 'label' || type === 'citext' ? `CAST(${sql} AS text)` : sql} COLLATE "C")`
      : undefined,
  }),
  orderedValue: ({ sql }) => sql,
  computed: ({ sql, storedAs }) => inWidest(sql, widest.get(storedAs)),
  aggregates: postgresAggregates,
  documents: postgresDocuments,
  exactValue: textIn,
  carrier: postgresCarrier,
  bytesAsText: (sql) => `ENCODE(${sql}, 'hex')`,
  rowComparison: true,
  keyTable: postgresKeyTable,
  hints: postgresHints,
  namedStatements: postgresNames,
  snapshot: { begin: ['BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'], end: 'COMMIT' },
};

/** Values that are texts, or are read as texts. An enum is left out: it is ordered by its members. */
const texts: ReadonlySet<StoredAs> = new Set(['text', 'label'] as const);

/**
 * Types that hold every number of a kind. A parameter takes the type of the expression beside it, which may be smaller:
 * `LENGTH()` has 32 bits, and a fraction beside it would be an error.
 */
const widest: ReadonlyMap<StoredAs, string> = new Map([
  ['integer', 'numeric'],
  ['decimal', 'numeric'],
  ['double', 'double precision'],
]);

function inWidest(sql: string, type: string | undefined): string {
  return type === undefined ? sql : `CAST(${sql} AS ${type})`;
}

/** Aurora PostgreSQL over the Data API, whose parameters are single values. */
export const auroraPostgres: Dialect = {
  ...postgres,
  drivers: { 'aurora-postgres': 'documents' },
  arrays: false,
  keyTable: undefined,
  lists: postgresListsByElement,
  // The Data API has transactions of its own, which no statement begins.
  snapshot: undefined,
  // Its whole numbers are texts, and LIMIT takes none. Its statements have names for parameters.
  hints: { ...postgresHints, deep: undefined, aggregatesByIndex: undefined },
  namedStatements: undefined,
};

/** Puts a column under a collation that folds case: "C" and its like fold only ASCII, the database's own folds all. */
function foldable({ sql, collation }: TextColumn): string {
  return collation !== undefined && asciiCollations.has(collation) ? `${sql} COLLATE "default"` : sql;
}

/** Puts a parameter under the collation of a column, so that one rule folds both: Turkish has a small I of its own. */
function asIn({ collation, type }: TextColumn, parameter: string): string {
  if (collation === undefined || asciiCollations.has(collation) || type === 'citext') return parameter;
  return `${parameter} COLLATE "${collation.replaceAll('"', '""')}"`;
}

const asciiCollations: ReadonlySet<string> = new Set(['C', 'POSIX', 'ucs_basic']);

/**
 * Puts a column under a collation that supports patterns.
 *
 * Before PostgreSQL 18 a nondeterministic collation does not, and a column may have one that its entity does not
 * declare. For a column with the database's own collation this changes nothing, its indexes included. citext has a LIKE
 * of its own, which ignores case, and so has char, to which the spaces that fill a value belong.
 */
function matchable({ sql, type }: TextColumn): string {
  if (type === 'citext') return `CAST(${sql} AS text)`;
  return filled.has(type) ? `CAST(${sql} AS text) COLLATE "default"` : `${sql} COLLATE "default"`;
}

/** Types whose values are filled with spaces, which count for nothing. As text they are without them. */
const filled: ReadonlySet<string> = new Set(['char', 'character']);
