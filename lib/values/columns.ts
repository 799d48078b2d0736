import type { ColumnType } from 'typeorm';
import type { ValueKind, ValueKindName } from './value.js';
import type { DeclaredType, Dialect, ListStorage } from '../dialects/index.js';
import { day } from './dates.js';
import { real, shortReal } from './numbers.js';

/**
 * Kinds of value by the column types of TypeORM's list. `opaque` types have comparison rules of their own. A type
 * without a row is unknown, so that a decorator may declare any kind for it. An engine's dialect has the types that
 * mean something else there.
 *
 * @internal exported for its tests
 */
export const kindsByType = {
  // text
  char: 'text',
  character: 'text',
  varchar: 'text',
  'character varying': 'text',
  'char varying': 'text',
  'varying character': 'text',
  nchar: 'text',
  'national char': 'text',
  'native character': 'text',
  nvarchar: 'text',
  'national varchar': 'text',
  varchar2: 'text',
  nvarchar2: 'text',
  string: 'text',
  text: 'text',
  tinytext: 'text',
  mediumtext: 'text',
  longtext: 'text',
  ntext: 'text',
  shorttext: 'text',
  alphanum: 'text',
  citext: 'text',
  clob: 'text',
  nclob: 'text',

  // whole numbers
  tinyint: 'tinyint',
  smallint: 'smallint',
  int2: 'smallint',
  year: 'smallint',
  mediumint: 'mediumint',
  int: 'integer',
  integer: 'integer',
  int4: 'integer',
  bigint: 'bigint',
  int8: 'bigint',
  int64: 'bigint',
  'unsigned big int': 'bigint',

  // other numbers; money is opaque, because its comparisons depend on the locale of the database
  decimal: 'decimal',
  dec: 'decimal',
  numeric: 'decimal',
  fixed: 'decimal',
  smalldecimal: 'decimal',
  number: 'decimal',
  float: 'float',
  double: 'float',
  'double precision': 'float',
  float8: 'float',
  float64: 'float',
  real: 'float',
  float4: 'float',
  money: 'opaque',

  // truth, identity, choice
  boolean: 'boolean',
  bool: 'boolean',
  uuid: 'uuid',
  uniqueidentifier: 'uuid',
  enum: 'enum',
  'simple-enum': 'enum',

  // dates and times; a time with a zone is opaque, because the zone means nothing without a date
  date: 'date',
  datetime: 'datetime',
  datetime2: 'datetime',
  smalldatetime: 'datetime',
  seconddate: 'datetime',
  datetimeoffset: 'datetime',
  timestamp: 'datetime',
  'timestamp without time zone': 'datetime',
  'timestamp with time zone': 'datetime',
  timestamptz: 'datetime',
  'timestamp with local time zone': 'datetime',
  time: 'time',
  'time without time zone': 'time',
  'time with time zone': 'opaque',
  timetz: 'opaque',
  interval: 'opaque',

  // documents
  json: 'json',
  jsonb: 'json',
  'simple-json': 'json',
  jsonpath: 'opaque',
  xml: 'opaque',
  hstore: 'opaque',

  // many values in one column
  array: 'opaque',
  'simple-array': 'opaque',
  set: 'opaque',
  int4range: 'opaque',
  int8range: 'opaque',
  numrange: 'opaque',
  tsrange: 'opaque',
  tstzrange: 'opaque',
  daterange: 'opaque',
  int4multirange: 'opaque',
  int8multirange: 'opaque',
  nummultirange: 'opaque',
  tsmultirange: 'opaque',
  tstzmultirange: 'opaque',
  datemultirange: 'opaque',
  vector: 'opaque',
  halfvec: 'opaque',
  cube: 'opaque',

  // bits and bytes
  bit: 'opaque',
  'bit varying': 'opaque',
  varbit: 'opaque',
  bytes: 'opaque',
  bytea: 'opaque',
  binary: 'opaque',
  varbinary: 'opaque',
  blob: 'opaque',
  tinyblob: 'opaque',
  mediumblob: 'opaque',
  longblob: 'opaque',

  // places
  geometry: 'opaque',
  geography: 'opaque',
  point: 'opaque',
  line: 'opaque',
  lseg: 'opaque',
  box: 'opaque',
  circle: 'opaque',
  path: 'opaque',
  polygon: 'opaque',
  linestring: 'opaque',
  multipoint: 'opaque',
  multilinestring: 'opaque',
  multipolygon: 'opaque',
  geometrycollection: 'opaque',

  // types with an equality of their own; text is only one of their spellings
  inet: 'opaque',
  inet4: 'opaque',
  inet6: 'opaque',
  cidr: 'opaque',
  macaddr: 'opaque',
  macaddr8: 'opaque',
  ltree: 'opaque',
  tsvector: 'opaque',
  tsquery: 'opaque',
} as const satisfies Partial<Record<Extract<ColumnType, string>, ValueKindName>>;

/** Facts of a column that decide its kind. TypeORM's ColumnMetadata has all of them. */
export interface ColumnFacts extends DeclaredType {
  readonly isArray?: boolean | undefined;
  readonly enum?: readonly unknown[] | undefined;
}

/** A Map, so that a type named `constructor` finds nothing. */
const kinds = new Map<unknown, ValueKindName>([
  ...Object.entries(kindsByType),
  [String, 'text'],
  [Number, 'integer'],
  [Boolean, 'boolean'],
  [Date, 'datetime'],
]);

/**
 * Returns the kind of value that a column holds by its type, or `opaque` where the type does not tell. SQLite
 * keeps 64 bits in every integer column, but an `integer` has 32 on every other engine, and a request must mean
 * the same on all of them.
 */
export function kindOfColumn(column: ColumnFacts, dialect: Pick<Dialect, 'columnKind'>): ValueKindName {
  if (column.isArray === true) return 'opaque';
  const kind = dialect.columnKind?.(column) ?? kinds.get(column.type) ?? 'opaque';
  const hasMembers = column.enum !== undefined && column.enum.length > 0;
  return kind === 'enum' && !hasMembers ? 'opaque' : kind;
}

/** Returns true for a type in the table of types. A column of any other type may hold anything. */
function isKnownType(type: unknown): boolean {
  return kinds.has(type);
}

/** Returns true for MySQL's YEAR, which holds 1901 to 2155, and 0. */
export function isYear(type: unknown): boolean {
  return type === 'year';
}

/**
 * Returns true for a date-time column that keeps an instant, not a wall time. MySQL's `timestamp` keeps an instant too,
 * but is read and written as the wall time of the connection.
 */
export function isZoned(type: unknown): boolean {
  return type === 'timestamptz' || type === 'timestamp with time zone';
}

/** Kinds of whole numbers, from the narrowest to the widest. */
const wholeNumbers = ['tinyint', 'smallint', 'mediumint', 'integer', 'bigint'] as const;

/**
 * Kinds that a decorator may declare for a column, by the kind of the column's own type. A value of another kind would
 * be refused by the database, or never equal a stored value.
 *
 * A text column holds kinds with one spelling per value, sorted as they are spelled. Numbers sort differently, because
 * as text 10 is less than 9, and true has many spellings: MySQL finds `true` by false and `5abc` by 5.
 */
const declarable: Readonly<Record<ValueKindName, readonly ValueKindName[]>> = {
  text: ['text', 'uuid', 'enum', 'date', 'time', 'json'],
  opaque: [],
  tinyint: upTo('tinyint'),
  smallint: upTo('smallint'),
  mediumint: upTo('mediumint'),
  integer: upTo('integer'),
  bigint: upTo('bigint'),
  decimal: ['decimal', ...wholeNumbers],
  real: ['float', 'real', 'decimal', ...wholeNumbers],
  float: ['float', 'real', 'decimal', ...wholeNumbers],
  boolean: ['boolean'],
  date: ['date'],
  datetime: ['datetime', 'date'],
  time: ['time'],
  uuid: ['uuid'],
  enum: ['enum'],
  json: ['json'],
};

/** Kinds that can be declared beside {@link declarable} where a dialect has a trait. */
interface Widening {
  readonly stored: readonly ValueKindName[];
  readonly declared: readonly ValueKindName[];
  readonly applies: (dialect: Dialect) => boolean;
}

const widenings: readonly Widening[] = [
  { stored: wholeNumbers, declared: ['boolean'], applies: ({ booleans }) => booleans === 'integer' },
  { stored: ['boolean'], declared: ['tinyint'], applies: ({ booleans }) => booleans === 'integer' },
  // Every whole number has 64 bits there, and a generated key can only be an INTEGER.
  { stored: wholeNumbers, declared: wholeNumbers, applies: ({ looseSizes }) => looseSizes },
  { stored: ['uuid'], declared: ['text'], applies: ({ looseSizes }) => looseSizes },
  { stored: ['text'], declared: ['datetime'], applies: ({ dateTimesAreText }) => dateTimesAreText },
];

/**
 * Returns the kinds that may be declared for a column, or `every` for an unknown type, such as a view's expression.
 * Known opaque types have comparison rules of their own, and PostgreSQL fails at a text that is not an address,
 * interval, range or document.
 *
 * @param stored the kind of the column's own type
 */
export function declarableKinds(
  stored: ValueKindName,
  dialect: Dialect,
  column: Partial<Pick<ColumnFacts, 'type' | 'isArray'>> = {},
): readonly ValueKindName[] | 'every' {
  if (isYear(column.type)) return ['smallint', 'opaque'];
  if (stored !== 'opaque') {
    // Nothing is ever compared with an opaque column, so every column can be one.
    const here = widenings.filter((row) => row.stored.includes(stored) && row.applies(dialect));
    return [...new Set([...declarable[stored], ...here.flatMap(({ declared }) => declared), 'opaque' as const])];
  }
  if (column.isArray === true) return ['opaque'];
  if (!isKnownType(column.type)) return 'every';
  return [...declarableAs(column.type, dialect), 'opaque'];
}

/** Returns the kinds that may be declared for a type whose own kind does not describe its values. */
function declarableAs(type: unknown, { declarableKinds: kinds = {} }: Dialect): readonly ValueKindName[] {
  // TypeORM writes it as text on every engine.
  if (type === 'simple-array') return ['text'];
  return typeof type === 'string' && Object.hasOwn(kinds, type) ? (kinds[type] ?? []) : [];
}

function upTo(widest: (typeof wholeNumbers)[number]): readonly ValueKindName[] {
  return wholeNumbers.slice(0, wholeNumbers.indexOf(widest) + 1);
}

/** A kind that is declared for a column of another one, and the kind that reads its values for that column. */
interface KeptKind {
  readonly declared: ValueKindName;
  /** The kind of the column's own type. */
  readonly stored: ValueKindName;
  readonly kind: ValueKind;
}

const keptKinds: readonly KeptKind[] = [
  { declared: 'date', stored: 'datetime', kind: day },
  // The column has no other floats. MySQL finds 0.1 by no double, and PostgreSQL fails at one that is too large.
  { declared: 'float', stored: 'real', kind: real },
];

/**
 * Returns the kind of a column of single precision whose values the driver reads with six digits, unless it declares
 * how many are after the point, and keeps no others.
 */
export function shortRealOf(
  { scale }: Pick<DeclaredType, 'scale'>,
  kind: ValueKind,
  { shortensSingles }: Pick<Dialect, 'shortensSingles'>,
): ValueKind {
  return kind === real && shortensSingles === true && typeof scale !== 'number' ? shortReal : kind;
}

/**
 * Returns the kind that reads the values of a declared one, and compares them as the column keeps its own.
 *
 * @returns undefined where the declared kind itself does
 */
export function keptKind(declared: ValueKindName, stored: ValueKindName): ValueKind | undefined {
  return keptKinds.find((row) => row.declared === declared && row.stored === stored)?.kind;
}

/** List that a column keeps: the way it is stored, and the kind of its elements. */
export interface ListType {
  readonly storage: ListStorage;
  readonly kind: ValueKindName;
}

/** Kinds whose values no request can name, so that none can ask whether a list contains one. */
const unnameable: ReadonlySet<ValueKindName> = new Set(['opaque', 'json'] as const);

/**
 * Returns the list that a column of a type keeps.
 *
 * @returns undefined for a column without a list, or with a list of opaque elements
 */
export function listTypeOf(column: ColumnFacts, dialect: Pick<Dialect, 'columnKind' | 'lists'>): ListType | undefined {
  if (column.isArray === true) return arrayOf({ ...column, isArray: false }, dialect);
  // TypeORM writes it as text on every engine.
  return column.type === 'simple-array' ? { storage: 'delimited', kind: 'text' } : undefined;
}

/** Returns the array of the elements that such a column would keep. */
function arrayOf(element: ColumnFacts, dialect: Pick<Dialect, 'columnKind' | 'lists'>): ListType | undefined {
  const kind = kindOfColumn(element, dialect);
  return dialect.lists.array === undefined || unnameable.has(kind) ? undefined : { storage: 'array', kind };
}

/**
 * Returns the kinds that may be declared for the elements of a list. Requests must be able to name them. A delimited
 * list is a text, so each element must have one spelling, which a date-time has not.
 */
export function elementKinds({ storage, kind }: ListType, dialect: Dialect): readonly ValueKindName[] | 'every' {
  const kinds = declarableKinds(kind, dialect);
  if (kinds === 'every') return kinds;
  return kinds.filter((name) => name !== 'json' && !(storage === 'delimited' && name === 'datetime'));
}
