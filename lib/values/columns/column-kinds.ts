import type { DeclaredType, Dialect } from '../../dialects/index.js';
import { kindsByType } from './column-types.js';
import type { ValueKindName } from '../value.js';

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
export function isKnownType(type: unknown): boolean {
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
