import type { CursorSlice } from '../../ast/index.js';
import type { Dialect } from '../../dialects/index.js';
import { type Binder, type OrderKey, type SqlChanges } from '../../sql/index.js';
import type { Position } from './cursor.js';
import { exactKeys } from './exact-keys.js';
import { type KeysetKey, afterPosition } from './keyset.js';
import { isSecondsColumn } from './stored-value.js';

/**
 * Rewrites the order of a query so that pages can be read by cursor: rows must be ordered and compared alike. MySQL and
 * MariaDB compare TIMESTAMP as wall time, and have collations that sort and compare differently. On other engines it
 * changes nothing.
 */
export function cursorOrder(changes: SqlChanges, dialect: Dialect): SqlChanges {
  if (dialect.secondsOf === undefined) return changes;
  const order = changes.order.map((key) => comparable(key, dialect));
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

/** Reads the instants of an expression as seconds. A TIMESTAMP column is ordered by its instants and by its index. */
function comparable(key: OrderKey, dialect: Dialect): OrderKey {
  const { expression, rootColumn, joined, sql } = key;
  // A subquery's result is ordered as wall time.
  const isExpression = rootColumn === undefined && !joined;
  if (expression === undefined || !isExpression || !isSecondsColumn(expression, dialect)) return key;
  return { ...key, sql: dialect.secondsOf?.(sql) ?? sql };
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
