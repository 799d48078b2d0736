import type { Dialect } from '../../dialects/index.js';
import type { OrderKey, SqlChanges } from '../../sql/index.js';
import type { CursorSlice } from '../../ast/index.js';
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

export function turnedOrder(changes: SqlChanges, dialect: Dialect, direction: CursorSlice['direction']): SqlChanges {
  const ordered = cursorOrder(changes, dialect);
  if (direction === 'after') return ordered;
  // The rows before a position are the first ones after it in the opposite order. That moves NULL to the other end on
  // every engine, so an explicit placement is as necessary as it was before.
  const reversed = ordered.order.map((key): OrderKey => {
    return { ...key, direction: key.direction === 'asc' ? 'desc' : 'asc', nullsFirst: !key.nullsFirst };
  });
  return { ...ordered, order: reversed };
}

/** Reads the instants of an expression as seconds. A TIMESTAMP column is ordered by its instants and by its index. */
function comparable(key: OrderKey, dialect: Dialect): OrderKey {
  const { expression, rootColumn, joined, sql } = key;
  // A subquery's result is ordered as wall time.
  const isExpression = rootColumn === undefined && !joined;
  if (expression === undefined || !isExpression || !isSecondsColumn(expression, dialect)) return key;
  return { ...key, sql: dialect.secondsOf?.(sql) ?? sql };
}

/** Replaces the keys that the engine orders differently from how it compares them; see `Dialect.exactOrders`. */
function exactKeys(order: readonly OrderKey[], dialect: Dialect): readonly OrderKey[] {
  const { exactOrders } = dialect;
  if (exactOrders === undefined || !order.some(isInexact)) return order;
  return order.flatMap((key) => {
    const name = key.expression?.exactOrder;
    if (name === undefined || !isInexact(key)) return key;
    const exactOrder = exactOrders.orders[name];
    const sql = exactOrder.of(key.sql);
    const exact = { ...key, sql, comparand: sql, rootColumn: undefined, exact: { sql: key.sql, order: exactOrder } };
    // A primary key is also looked up by the column itself. Its values are unique.
    return key.rootColumn?.metadata.isPrimary === true ? [exact, key] : exact;
  });
}

function isInexact({ expression, isOrdinal }: OrderKey): boolean {
  return expression?.exactOrder !== undefined && !isOrdinal && expression.stored.storedAs === 'text';
}
