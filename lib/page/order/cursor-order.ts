import type { CursorSlice } from '../../ast/index.js';
import type { Dialect } from '../../dialects/index.js';
import type { ColumnSchema, ExpressionSchema } from '../../schema/index.js';
import { type Binder, type OrderKey, type SqlChanges } from '../../sql/index.js';
import type { Position } from './cursor.js';
import { exactKeys } from './exact-keys.js';
import { type KeysetKey, afterPosition } from './keyset.js';
import { isSecondsColumn, orderedAs } from './stored-value.js';

/**
 * Rewrites the order of a query so that pages can be read by cursor: rows must be ordered and compared alike. MySQL and
 * MariaDB order long texts by their beginning, compare TIMESTAMP as wall time, and have collations that sort and
 * compare differently. On other engines it changes nothing.
 */
function cursorOrder(changes: SqlChanges, dialect: Dialect): SqlChanges {
  if (dialect.longColumns === undefined && dialect.secondsOf === undefined) return changes;
  const order = changes.order.flatMap((key) => comparableKeys(key, changes.primaryKey, dialect));
  return { ...changes, order: exactKeys(order, dialect) };
}

/** Returns the order of {@link cursorOrder} in the direction of a slice. */
export function turnedOrder(changes: SqlChanges, dialect: Dialect, direction: CursorSlice['direction']): SqlChanges {
  const ordered = cursorOrder(changes, dialect);
  // The rows before a position are the first ones after it in the opposite order.
  return direction === 'after' ? ordered : { ...ordered, order: ordered.order.map(reversedKey) };
}

/**
 * Turns one key round. The opposite direction moves NULL to the other end on every engine, so an explicit placement is
 * as necessary as it was before.
 */
function reversedKey(key: OrderKey): OrderKey {
  return { ...key, direction: key.direction === 'asc' ? 'desc' : 'asc', nullsFirst: !key.nullsFirst };
}

/**
 * Rewrites the order of a query as {@link cursorOrder} does, for a list that must not be refused for its values. Each
 * text that may be too long is split, although no index on a column of 256 or more characters then serves the order.
 */
export function exportOrder(changes: SqlChanges, dialect: Dialect): SqlChanges {
  const { sortedLength } = dialect;
  if (sortedLength === undefined) return cursorOrder(changes, dialect);
  const order = changes.order.flatMap((key) => {
    const isSplit =
      key.expression !== undefined && !isPrimary(key, changes.primaryKey) && mayBeLong(key.expression, dialect);
    return isSplit ? partsOf(key, dialect, sortedLength) : comparableKeys(key, changes.primaryKey, dialect);
  });
  return { ...changes, order: exactKeys(order, dialect) };
}

/** Types with at most 255 characters, unless they declare another length. */
const shortTypes: ReadonlySet<unknown> = new Set([
  String,
  'varchar',
  'char',
  'nvarchar',
  'varbinary',
  'binary',
  'tinytext',
  'tinyblob',
]);

/** True for texts and bytes that may be longer than one part. */
function mayBeLong(expression: ExpressionSchema, dialect: Dialect): boolean {
  const { stored, column, list } = expression;
  if (orderedAs(expression, dialect) === 'text') return true;
  if (list !== undefined || (stored.storedAs !== 'text' && stored.storedAs !== 'bytes')) return false;
  const { partLength = 0 } = dialect.longColumns ?? {};
  return !shortTypes.has(column?.type) || Number(column?.length) > partLength;
}

/** Returns true for a key that is a column of the primary key. One part of it would not identify a row. */
function isPrimary({ rootColumn }: OrderKey, primaryKey: readonly ColumnSchema[]): boolean {
  return rootColumn !== undefined && primaryKey.some(({ metadata }) => metadata === rootColumn.metadata);
}

/** Returns the keys that replace one key: usually itself. */
function comparableKeys(key: OrderKey, primaryKey: readonly ColumnSchema[], dialect: Dialect): OrderKey | OrderKey[] {
  const { expression, rootColumn, joined, sql } = key;
  if (expression === undefined) return key;
  // A subquery's result is ordered as wall time, a TIMESTAMP column by its instants and by its index.
  const isExpression = rootColumn === undefined && !joined;
  if (isExpression && isSecondsColumn(expression, dialect)) return { ...key, sql: dialect.secondsOf?.(sql) ?? sql };
  return isPrimary(key, primaryKey) || !isLong(expression, dialect) ? key : partsOf(key, dialect);
}

const longTypes: ReadonlySet<unknown> = new Set(['text', 'mediumtext', 'longtext', 'blob', 'mediumblob', 'longblob']);

/** True for a column whose values may be longer than the engine orders by. */
function isLong({ column }: ExpressionSchema, { longColumns }: Dialect): boolean {
  return longColumns !== undefined && (longTypes.has(column?.type) || Number(column?.length) > longColumns.above);
}

/**
 * Splits a key for long values into keys for consecutive parts, each short enough to be ordered as a whole.
 *
 * @param length the number of characters in a part, as SQL; by default the dialect's
 */
function partsOf(key: OrderKey, { longColumns }: Dialect, length?: string): OrderKey[] {
  const { partLength, parts } = longColumns ?? { partLength: 0, parts: 0 };
  return Array.from({ length: parts }, (_, index) => {
    const start = length === undefined ? index * partLength + 1 : `${index} * ${length} + 1`;
    const part = `SUBSTRING(${key.sql}, ${start}, ${length ?? partLength})`;
    return { ...key, sql: part, comparand: part, rootColumn: undefined };
  });
}

/** Returns the condition that a row comes after a position. Empty for an empty position, which precedes all rows. */
export function beginningAfter(at: Position, keys: readonly KeysetKey[], binder: Binder): string {
  if (at.length === 0) return '';
  const after = afterPosition(keys, at, binder);
  const start = indexStart(keys, at, binder);
  return start === undefined ? after : `${start} AND ${after}`;
}

/**
 * Returns a condition from which an index can start, and which every row after a position satisfies. It is for a first
 * key that is compared by an expression, which no index serves.
 *
 * @returns undefined where the key is compared by its column, or no such condition is safe
 */
function indexStart([first]: readonly KeysetKey[], [at]: Position, binder: Binder): string | undefined {
  const { dialect } = binder;
  if (first === undefined || at === undefined || at === null) return undefined;
  const { key, value } = first;
  const isColumn = key.rootColumn !== undefined || key.joined;
  if (!isColumn || key.expression === undefined || !isSecondsColumn(key.expression, dialect)) return undefined;
  // MySQL's zero date is 0 seconds and has no instant; a NULL that sorts last comes after every instant.
  if (Number(at) === 0 || (key.nullable && !key.nullsFirst)) return undefined;
  const [sign, side] = key.direction === 'asc' ? (['>=', 'before'] as const) : (['<=', 'after'] as const);
  const bound = dialect.clockNear?.(value.bind(at, binder), side);
  return bound && `${key.sql} ${sign} ${bound}`;
}
