import { dialectOf } from '../dialects/index.js';
import { kindsByType } from './column-types.js';
import type { ValueKindName } from './value.js';

/** What decides about a column's kind. TypeORM's ColumnMetadata has all of it. */
export interface ColumnShape {
  /** A name, or the constructor that TypeORM reports when a column is declared without a type. */
  readonly type: unknown;
  readonly isArray?: boolean | undefined;
  /** MySQL's display width; TypeORM has it before 1.0. */
  readonly width?: number | undefined;
  readonly precision?: number | null | undefined;
  readonly scale?: number | null | undefined;
  readonly enum?: readonly unknown[] | undefined;
}

/** A Map, because a type that is called `constructor` must not find one. */
const kinds = new Map<unknown, ValueKindName>([
  ...Object.entries(kindsByType),
  [String, 'text'],
  [Number, 'integer'],
  [Boolean, 'boolean'],
  [Date, 'datetime'],
]);

/** A type that means something else to one engine. */
interface Exception {
  readonly types: readonly unknown[];
  readonly kind: ValueKindName;
  readonly applies: (driver: string, column: ColumnShape) => boolean;
}

const exceptions: readonly Exception[] = [
  {
    // MySQL's own convention for booleans, which has none: `boolean` is an alias of it.
    types: ['tinyint'],
    kind: 'boolean',
    applies: (driver, { width }) => isMysql(driver) && width === 1,
  },
  {
    // FLOAT(25) and above is a double by another name, FLOAT(7, 4) is not. MySQL's REAL is a double, as are SQLite's both.
    types: ['float'],
    kind: 'real',
    applies: (driver, { precision, scale }) => isMysql(driver) && ((precision ?? 0) <= 24 || typeof scale === 'number'),
  },
  {
    types: ['real', 'float4'],
    kind: 'real',
    applies: (driver) => dialectOf(driver)?.name === 'postgres',
  },
  {
    // TypeORM makes them INT8 there, and the keys that CockroachDB generates need all 64 bits.
    types: [Number, 'int', 'integer'],
    kind: 'bigint',
    applies: (driver) => driver === 'cockroachdb',
  },
];

/**
 * The kind of value that a column holds, as far as its type tells. SQLite keeps 64 bits in every integer column, but an
 * `integer` has 32 on every other engine, and a request must mean the same on all of them.
 */
export function kindOfColumn(column: ColumnShape, driver: string): ValueKindName {
  if (column.isArray === true) return 'opaque';
  const exception = exceptions.find(({ types, applies }) => types.includes(column.type) && applies(driver, column));
  const kind = exception?.kind ?? kinds.get(column.type) ?? 'opaque';
  const hasMembers = column.enum !== undefined && column.enum.length > 0;
  return kind === 'enum' && !hasMembers ? 'opaque' : kind;
}

/** Whether the table of types has a row for a type; what has none may be anything. */
export function isKnownType(type: unknown): boolean {
  return kinds.has(type);
}

/** MySQL's YEAR, which holds 1901 to 2155, and 0. */
export function isYear(type: unknown): boolean {
  return type === 'year';
}

/**
 * Whether a date-time column keeps a moment and not the face of a clock. MySQL's `timestamp` keeps one too, but speaks of
 * it only as the face of the connection's clock.
 */
export function isZoned(type: unknown): boolean {
  return type === 'timestamptz' || type === 'timestamp with time zone';
}

function isMysql(driver: string): boolean {
  return dialectOf(driver)?.name === 'mysql';
}
