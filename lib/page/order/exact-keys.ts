import type { Dialect } from '../../dialects/index.js';
import type { OrderKey } from '../../sql/index.js';

/** Replaces the keys that the engine orders differently from how it compares them; see `Dialect.exactOrders`. */
export function exactKeys(order: readonly OrderKey[], dialect: Dialect): readonly OrderKey[] {
  const { exactOrders } = dialect;
  if (exactOrders === undefined || !order.some(isInexact)) return order;
  return order.flatMap((key) => {
    const name = key.expression?.exactOrder;
    if (name === undefined || !isInexact(key)) return key;
    const exactOrder = exactOrders.orders[name];
    const sql = exactOrder.of(key.sql);
    const exact = { ...key, sql, comparand: sql, rootColumn: undefined, exact: { sql: key.sql, order: exactOrder } };
    // A primary key is also looked up by the column itself. Its values are unique.
    return isPrimary(key) ? [exact, key] : exact;
  });
}

function isInexact({ expression, isOrdinal }: OrderKey): boolean {
  return expression?.exactOrder !== undefined && !isOrdinal && expression.stored.storedAs === 'text';
}

function isPrimary({ rootColumn }: OrderKey): boolean {
  return rootColumn?.metadata.isPrimary === true;
}
