import type { OrderKey } from './order-key.js';

/** Writes an order as it stands after ORDER BY: also where its expressions are not selected, as in a window. */
export function orderSql(order: readonly OrderKey[], { nullsPhrase }: { readonly nullsPhrase: boolean }): string {
  return order.map((key) => keySql(key, nullsPhrase)).join(', ');
}

function keySql({ sql, direction, emitNulls, nullsFirst }: OrderKey, nullsPhrase: boolean): string {
  const directed = `${sql} ${direction === 'asc' ? 'ASC' : 'DESC'}`;
  if (!emitNulls) return directed;
  if (nullsPhrase) return `${directed} NULLS ${nullsFirst ? 'FIRST' : 'LAST'}`;
  return `${sql} IS NULL ${nullsFirst ? 'DESC' : 'ASC'}, ${directed}`;
}
