import type { ColumnType } from 'typeorm';
import type { ValueKind, ValueKindName } from './value.js';
import type { DeclaredType, Dialect, ListStorage } from '../dialects/index.js';
import { day } from './dates.js';
import { real, shortReal } from './numbers.js';

/**
 * Column types of TypeORM's list, by the kind of their values. A type without a row is unknown, so that a decorator may
 * declare any kind for it. An engine's dialect has the types that mean something else there.
 */
// prettier-ignore
const typesByKind = {
  text: [
    'char', 'character', 'varchar', 'character varying', 'char varying', 'varying character', 'varchar2', 'string',
    'nchar', 'national char', 'native character', 'nvarchar', 'national varchar', 'nvarchar2', 'alphanum', 'citext',
    'text', 'tinytext', 'mediumtext', 'longtext', 'ntext', 'shorttext', 'clob', 'nclob', String,
  ],
  tinyint: ['tinyint'],
  smallint: ['smallint', 'int2', 'year'],
  mediumint: ['mediumint'],
  integer: ['int', 'integer', 'int4', Number],
  bigint: ['bigint', 'int8', 'int64', 'unsigned big int'],
  decimal: ['decimal', 'dec', 'numeric', 'fixed', 'smalldecimal', 'number'],
  real: [],
  float: ['float', 'double', 'double precision', 'float8', 'float64', 'real', 'float4'],
  boolean: ['boolean', 'bool', Boolean],
  uuid: ['uuid', 'uniqueidentifier'],
  enum: ['enum', 'simple-enum'],
  date: ['date'],
  datetime: [
    'datetime', 'datetime2', 'smalldatetime', 'seconddate', 'datetimeoffset', 'timestamp',
    'timestamp without time zone', 'timestamp with time zone', 'timestamptz', 'timestamp with local time zone', Date,
  ],
  time: ['time', 'time without time zone'],
  json: ['json', 'jsonb', 'simple-json'],
  opaque: [
    // The locale of the database decides how they compare.
    'money',
    // A zone means nothing without a date.
    'time with time zone', 'timetz', 'interval',
    // Documents of other kinds, and many values in one column.
    'jsonpath', 'xml', 'hstore', 'array', 'simple-array', 'set', 'vector', 'halfvec', 'cube',
    'int4range', 'int8range', 'numrange', 'tsrange', 'tstzrange', 'daterange',
    'int4multirange', 'int8multirange', 'nummultirange', 'tsmultirange', 'tstzmultirange', 'datemultirange',
    // Bits and bytes.
    'bit', 'bit varying', 'varbit', 'bytes', 'bytea', 'binary', 'varbinary',
    'blob', 'tinyblob', 'mediumblob', 'longblob',
    // Places.
    'geometry', 'geography', 'point', 'line', 'lseg', 'box', 'circle', 'path', 'polygon', 'linestring',
    'multipoint', 'multilinestring', 'multipolygon', 'geometrycollection',
    // An equality of their own; text is only one of their spellings.
    'inet', 'inet4', 'inet6', 'cidr', 'macaddr', 'macaddr8', 'ltree', 'tsvector', 'tsquery',
  ],
} as const satisfies Record<ValueKindName, readonly ColumnType[]>;

/** A Map, so that a type named `constructor` finds nothing. @internal exported for its tests */
export const kindsByType: ReadonlyMap<unknown, ValueKindName> = new Map(
  Object.entries(typesByKind).flatMap(([kind, types]) => types.map((type) => [type, kind as ValueKindName] as const)),
);

/** Facts of a column that decide its kind. TypeORM's ColumnMetadata has all of them. */
export interface ColumnFacts extends DeclaredType {
  readonly isArray?: boolean | undefined;
  readonly enum?: readonly unknown[] | undefined;
}

/**
 * Returns the kind of value that a column holds by its type, or `opaque` where the type does not tell. SQLite
 * keeps 64 bits in every integer column, but an `integer` has 32 on every other engine, and a request must mean
 * the same on all of them.
 */
export function kindOfColumn(column: ColumnFacts, dialect: Pick<Dialect, 'columnKind'>): ValueKindName {
  if (column.isArray === true) return 'opaque';
  const kind = dialect.columnKind?.(column) ?? kindsByType.get(column.type) ?? 'opaque';
  return kind === 'enum' && (column.enum ?? []).length === 0 ? 'opaque' : kind;
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

type Kinds = readonly ValueKindName[];

/** Kinds of whole numbers, from the narrowest to the widest. */
const wholeNumbers = ['tinyint', 'smallint', 'mediumint', 'integer', 'bigint'] as const;

/**
 * Kinds that a decorator may declare for a column, by the kind of the column's own type. A value of another kind would
 * be refused by the database, or never equal a stored value.
 *
 * A text column holds kinds with one spelling per value, sorted as they are spelled. Numbers sort differently, because
 * as text 10 is less than 9, and true has many spellings: MySQL finds `true` by false and `5abc` by 5.
 */
const declarable: Readonly<Record<ValueKindName, Kinds>> = {
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

/** Kinds that can be declared beside {@link declarable}, by the kind of the column, where an engine has a trait. */
const widenings: readonly (readonly [stored: Kinds, declared: Kinds, applies: (dialect: Dialect) => boolean])[] = [
  [wholeNumbers, ['boolean'], ({ booleans }) => booleans === 'integer'],
  [['boolean'], ['tinyint'], ({ booleans }) => booleans === 'integer'],
  // Every whole number has 64 bits there, and a generated key can only be an INTEGER.
  [wholeNumbers, wholeNumbers, ({ looseSizes }) => looseSizes],
  [['uuid'], ['text'], ({ looseSizes }) => looseSizes],
  [['text'], ['datetime'], ({ dateTimesAreText }) => dateTimesAreText],
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
): Kinds | 'every' {
  const { type, isArray = false } = column;
  if (isYear(type)) return ['smallint', 'opaque'];
  if (stored !== 'opaque') {
    // Nothing is ever compared with an opaque column, so every column can be one.
    const wider = widenings.flatMap(([kinds, declared, applies]) =>
      kinds.includes(stored) && applies(dialect) ? declared : [],
    );
    return [...new Set([...declarable[stored], ...wider, 'opaque' as const])];
  }
  if (isArray) return ['opaque'];
  if (!kindsByType.has(type)) return 'every';
  // TypeORM writes it as text on every engine.
  if (type === 'simple-array') return ['text', 'opaque'];
  return [...(new Map<unknown, Kinds>(Object.entries(dialect.declarableKinds ?? {})).get(type) ?? []), 'opaque'];
}

function upTo(widest: (typeof wholeNumbers)[number]): Kinds {
  return wholeNumbers.slice(0, wholeNumbers.indexOf(widest) + 1);
}

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
  if (declared === 'date' && stored === 'datetime') return day;
  // The column has no other floats. MySQL finds 0.1 by no double, and PostgreSQL fails at one that is too large.
  return declared === 'float' && stored === 'real' ? real : undefined;
}

/** List that a column keeps: the way it is stored, and the kind of its elements. */
export interface ListType {
  readonly storage: ListStorage;
  readonly kind: ValueKindName;
}

/**
 * Returns the list that a column of a type keeps.
 *
 * @returns undefined for a column without a list, and for a list of elements that no request can name
 */
export function listTypeOf(column: ColumnFacts, dialect: Pick<Dialect, 'columnKind' | 'lists'>): ListType | undefined {
  // TypeORM writes it as text on every engine.
  if (column.type === 'simple-array' && column.isArray !== true) return { storage: 'delimited', kind: 'text' };
  if (column.isArray !== true || dialect.lists.array === undefined) return undefined;
  const kind = kindOfColumn({ ...column, isArray: false }, dialect);
  return kind === 'opaque' || kind === 'json' ? undefined : { storage: 'array', kind };
}

/**
 * Returns the kinds that may be declared for the elements of a list. Requests must be able to name them. A delimited
 * list is a text, so each element must have one spelling, which a date-time has not.
 */
export function elementKinds({ storage, kind }: ListType, dialect: Dialect): Kinds | 'every' {
  const kinds = declarableKinds(kind, dialect);
  if (kinds === 'every') return kinds;
  return kinds.filter((name) => name !== 'json' && !(storage === 'delimited' && name === 'datetime'));
}
