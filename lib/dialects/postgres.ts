import {
  type Dialect,
  type KeyTable,
  type ListColumn,
  type ListDialect,
  type ListElements,
  type ListPhrases,
  type ListQuestion,
  type PlannerHints,
  type StoredAs,
  type TextColumn,
  aboutList,
  existsPerRow,
  givenTypes,
  junction,
  matchInText,
  negatedIf,
  usual,
  usualHints,
  wordOf,
} from './dialect.js';
import { postgresAggregates } from './aggregates.js';
import { postgresEstimate, postgresIndexes, postgresPlan, rowsOfPlan } from './catalogue.js';
import { cockroachCarrier, postgresCarrier, textIn } from './carrier.js';
import { postgresDocuments } from './postgres-documents.js';

/** Types of the members of arrays, by those of columns. Enums are left out: entities do not always tell their names. */
const types: ReadonlyMap<unknown, string> = new Map(
  Object.entries({
    ...{ text: ['text'], citext: ['citext'], uuid: ['uuid'], date: ['date'], bytea: ['bytea'] },
    int4: [Number, 'int', 'int4', 'integer'],
    int2: ['int2', 'smallint'],
    int8: ['int8', 'bigint'],
    numeric: ['decimal', 'numeric'],
    float4: ['real', 'float4'],
    float8: ['float', 'float8', 'double precision'],
    varchar: [String, 'varchar', 'character varying'],
    bpchar: ['char', 'character'],
    bool: [Boolean, 'bool', 'boolean'],
    timestamp: [Date, 'timestamp', 'timestamp without time zone'],
    timestamptz: ['timestamptz', 'timestamp with time zone'],
  }).flatMap(([name, columns]) => columns.map((type): [unknown, string] => [type, name])),
);

/**
 * One array for each column. An array is bound as its text, so that no kind of value makes another statement of it.
 * The planner expects the rows of ten keys, and looks them up by an index.
 */
const postgresKeyTable: KeyTable = {
  firstRows: 'lateral',
  encode: (keys) => (keys[0] ?? []).map((_, column) => arrayText(keys.map((values) => values[column]))),
  write: (parameters, columns, names) => {
    const known = columns.map(({ type }) => types.get(type));
    const arrays = parameters.map((parameter, place) => `CAST(${parameter} AS ${known[place] ?? 'text'}[])`);
    return {
      from: `UNNEST(${arrays.join(', ')}) WITH ORDINALITY AS ${names.table} (${[...names.columns, names.place].join(', ')})`,
      // The ordinality is an int8, which the driver would give as a text.
      place: `CAST(${names.table}.${names.place} - 1 AS int4)`,
      columns: names.columns.map((name, place) => ({
        sql: `${names.table}.${name}`,
        // As the driver gets it: a CAST of an address adds the length of its network.
        textOf: known[place] === undefined ? (column) => `FORMAT('%s', ${column})` : undefined,
      })),
    };
  },
  among: (column, parameter, { type }) => `${column} = ANY(CAST(${parameter} AS ${types.get(type) ?? 'int8'}[]))`,
};

/** Writes an array as PostgreSQL reads it, each member in quotes unless it is a number. */
function arrayText(values: readonly unknown[]): string {
  const quoted = (value: unknown): string => `"${memberText(value).replace(/["\\]/g, '\\$&')}"`;
  return `{${values.map((value) => (typeof value === 'number' ? String(value) : quoted(value))).join(',')}}`;
}

function memberText(value: unknown): string {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  return value instanceof Date ? localText(value) : String(value);
}

/** Writes a date as the driver does, in the zone of the process, with its offset for a column that has a zone. */
function localText(date: Date): string {
  const offset = -date.getTimezoneOffset();
  const clock = new Date(date.getTime() + offset * 60_000).toISOString().replace('Z', '');
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60].map((number) =>
    String(number).padStart(2, '0'),
  );
  return `${clock}${offset < 0 ? '-' : '+'}${hours}:${minutes}`;
}

/** Operators on two arrays: the first has every element of the second, or some. A GIN index serves both. */
const signs = { every: '@>', some: '&&' } as const;

/** Arrays, compared with one parameter. The server infers its type from the column's. */
const arrays: ListPhrases = {
  has: (column, question) => {
    const { sql, elementsStoredAs, type } = column;
    const { quantifier, negated } = question;
    const sign = signs[quantifier];
    const has = `${sql} ${sign} ${bindAll(question)}`;
    if (elementsStoredAs !== 'text') return negatedIf(negated, has);
    return negatedIf(negated, `(${has} AND ${exactTexts(sql)} ${sign} ${unfilled(bindAll(question), type, '[]')})`);
  },
  empty: ({ sql }, negated) => `${sql} ${negated ? '<>' : '='} '{}'`,
  // As text, because citext and char have a LIKE of their own.
  hasMatch: ({ sql }, { matches, negated }) => {
    const condition = matches('CAST(nf_element.v AS text)');
    return aboutList(`EXISTS (SELECT 1 FROM UNNEST(${sql}) AS nf_element(v) WHERE ${condition})`, sql, negated);
  },
  elements: arrayElements,
};

function arrayElements({ sql, elementsStoredAs }: ListColumn): ListElements {
  return {
    from: `UNNEST(${sql}) AS nf_element(v)`,
    value: elementsStoredAs === 'text' ? `CAST(nf_element.v AS text) COLLATE "C"` : `nf_element.v`,
  };
}

/** Delimited lists, split into arrays. An index on `string_to_array(column, ',')` serves them. */
const delimited: ListPhrases = {
  has: ({ sql }, question) =>
    negatedIf(question.negated, `${split(sql)} ${signs[question.quantifier]} ${bindAll(question)}`),
  empty: ({ sql }, negated) => `${deterministic(sql)} ${negated ? '<>' : '='} ''`,
  hasMatch: matchInText,
  elements: ({ sql }) => ({ from: `UNNEST(${split(sql)}) AS nf_element(v)`, value: `nf_element.v COLLATE "C"` }),
};

/** Lists of CockroachDB, which takes no COLLATE on an array. */
const cockroachLists: ListDialect = {
  array: {
    ...arrays,
    has: (column, question) => arrays.has({ ...column, elementsStoredAs: 'unknown' }, question),
    elements: (column) => arrayElements({ ...column, elementsStoredAs: 'unknown' }),
  },
  delimited,
};

/** Lists of PostgreSQL, by a driver that binds single values. No index serves their arrays. */
const postgresListsByElement: ListDialect = {
  array: {
    ...arrays,
    has: ({ sql, elementsStoredAs, type }, { quantifier, elements, bind, negated }) => {
      const list = elementsStoredAs === 'text' ? exactTexts(sql) : sql;
      // Beside an element that is NULL, ANY is NULL and not false.
      const each = elements.map(({ value }) => `(${unfilled(bind(value), type)} = ANY(${list})) IS TRUE`);
      const has = junction(wordOf(quantifier), each);
      return negated ? `(${sql} IS NOT NULL AND NOT ${has})` : has;
    },
  },
  delimited: {
    ...delimited,
    has: ({ sql }, { quantifier, elements, bind, negated }) => {
      const texts = elements.map(({ value }) => bind(value)).join(', ');
      return negatedIf(negated, `${split(sql)} ${signs[quantifier]} CAST(ARRAY[${texts}] AS text[])`);
    },
  },
};

/** Binds all elements as one array. Each use has a parameter of its own, because the types differ. */
function bindAll({ elements, bind }: ListQuestion): string {
  return bind(elements.map(({ value }) => value));
}

/**
 * Compares the elements byte by byte, because citext ignores case, a nondeterministic collation can ignore anything,
 * and char ignores trailing spaces. The plain comparison stays beside it for the index.
 */
function exactTexts(sql: string): string {
  return `CAST(${sql} AS text[]) COLLATE "C"`;
}

function split(sql: string): string {
  return `string_to_array(${deterministic(sql)}, ',')`;
}

/**
 * Puts a text under a collation in which it can be split: before PostgreSQL 18, a nondeterministic one cannot be
 * searched. For a column with the database's own collation this changes nothing, its indexes included.
 */
function deterministic(sql: string): string {
  return `${sql} COLLATE "default"`;
}

/**
 * PostgreSQL plans with the average for any value that it does not know yet. It knows nothing of an array, and cannot
 * flatten a subquery with OFFSET.
 *
 * It expects ten members of an array. If many rows refer to each member, it then reads an index in the order of the
 * list, to its end where only few rows match. So foreign keys are compared with a subquery, under an order without an
 * index. For an index of the related rows themselves the guess is good enough: OFFSET would only keep the scan from
 * stopping at the first match. Row by row of a to-one relation, the planner chooses between a look-up in the referred
 * table and a hash of all its keys; for a table of a few pages it would read all of these for each row.
 */
const postgresHints: PlannerHints = {
  ...usualHints,
  among: amongArray,
  amongAny: amongArray,
  perRow: (subquery) => `EXISTS (${subquery})`,
  farKeysFirst: (subquery) => `EXISTS (${subquery} OFFSET 0)`,
  toOne: { among: usualHints.among, perRow: existsPerRow },
  whole: (query) => `${query} OFFSET 0`,
  sorts: { byToOne: true, own: false },
  few: 3_000,
  walk: 1_000,
  countsWithin: true,
  // An index entry has the place of its row. The row is read for a key that the index lacks, and to check a condition.
  keysInIndexes: false,
};

function amongArray(column: string, keys: string): string {
  return `${column} = ANY(ARRAY(${keys}))`;
}

/** PostgreSQL, and its equivalents: Citus, and Aurora PostgreSQL by PostgreSQL's own driver. */
export const postgres: Dialect = {
  ...usual,
  name: 'postgres',
  drivers: { postgres: 'run' },
  wholeNumbers: 'text',
  arrays: true,
  givenTypes: givenTypes(
    ['postgres'],
    ...['int2', 'int4', 'int8', 'float', 'float4', 'float8', 'double precision', 'boolean', 'bool', 'uuid', 'bytea'],
    ...['char', 'character', 'character varying', 'citext', 'json', 'jsonb', 'timetz', 'interval'],
  ),
  booleans: 'boolean',
  wallClock: 'process',
  nullsSortAs: 'largest',
  groupsRelated: true,
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
  lists: { array: arrays, delimited },
  spellings: ({ sql, storedAs, type, hidesDigits }) => ({
    key: hidesDigits ? `DATE_TRUNC('milliseconds', ${sql})` : sql,
    least:
      storedAs === 'text' || storedAs === 'label'
        ? `MIN(${storedAs === 'label' || type === 'citext' ? `CAST(${sql} AS text)` : sql} COLLATE "C")`
        : undefined,
  }),
  computed: ({ sql, storedAs }) => {
    const type = widest.get(storedAs);
    return type === undefined ? sql : `CAST(${sql} AS ${type})`;
  },
  aggregates: postgresAggregates,
  documents: postgresDocuments,
  exactValue: textIn,
  carrier: postgresCarrier,
  bytesAsText: (sql) => `ENCODE(${sql}, 'hex')`,
  rowComparison: true,
  keyTable: postgresKeyTable,
  hints: postgresHints,
  // Changed types; a lost statement; a name in use.
  namedStatements: { errors: new Set(['0A000', '26000', '42P05']) },
  snapshot: { begin: ['BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'], end: 'COMMIT' },
};

/**
 * Types that hold every number of a kind. A parameter takes the type of the expression beside it, which may be smaller:
 * `LENGTH()` has 32 bits, and a fraction beside it would be an error.
 */
const widest: ReadonlyMap<StoredAs, string> = new Map([
  ['integer', 'numeric'],
  ['decimal', 'numeric'],
  ['double', 'double precision'],
]);

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
  hints: { ...postgresHints, deep: undefined },
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
const filled: ReadonlySet<unknown> = new Set(['char', 'character']);

/** Writes a parameter as the text that a value, or an array, of a type is: rows show the spaces that fill it. */
function unfilled(parameter: string, type: unknown, array: '' | '[]' = ''): string {
  return filled.has(type) ? `CAST(CAST(${parameter} AS bpchar${array}) AS text${array})` : parameter;
}

/**
 * Rows are on several machines, so asking for each row would ask these. No program reads an estimate: EXPLAIN has
 * another format, or ANALYZE does not run automatically. No test has run on plans of named statements.
 */
const distributed = { estimate: undefined, hints: undefined, keyTable: undefined, namedStatements: undefined };

/**
 * CockroachDB, by its documentation. It needs version 22.2, the first with the collations "C" and "default". TypeORM
 * makes its integers INT8, and its generated keys need all 64 bits.
 */
export const cockroach: Dialect = {
  ...postgres,
  drivers: { cockroachdb: 'documents' },
  server: { name: 'CockroachDB', drivers: ['postgres'], version: /\bCockroachDB\b/ },
  // Its indexes keep NULL before every value, and so does ORDER BY.
  nullsSortAs: 'smallest',
  // Before version 22.1, NULLS LAST is an error in an ascending order; since then, it is an error beside DISTINCT.
  nullsPhrase: false,
  refusedSetting: {
    // Versions without the setting answer NULL.
    query: "SELECT current_setting('null_ordered_last', true) AS setting",
    shows: '"on"',
    reason:
      'The sessions of the server have null_ordered_last on, which moves NULL in an order that cursors rely on; ' +
      'leave it off for the sessions of this application.',
  },
  carrier: cockroachCarrier,
  columnKind: (column) => (integers.has(column.type) ? 'bigint' : postgres.columnKind?.(column)),
  byteTypes: new Set(['bytea', 'bytes', 'blob']),
  lists: cockroachLists,
  // EXPLAIN has a format of its own.
  plans: rowsOfPlan,
  ...distributed,
};

const integers: ReadonlySet<unknown> = new Set([Number, 'int', 'integer']);

/** YugabyteDB, by its documentation: PostgreSQL's query layer over distributed storage. */
export const yugabyte: Dialect = {
  ...postgres,
  drivers: {},
  server: { name: 'YugabyteDB', drivers: ['postgres'], version: /-YB-/ },
  ...distributed,
};
