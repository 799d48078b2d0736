import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { hasOrder } from '../../typeorm/index.js';
import type { KeysetKey } from '../order/keyset.js';

/**
 * Returns the reason why a list has no cursors, as the end of a sentence to the client. A cursor is a
 * position in the query's own order, so it needs that order, and sort keys whose values can be carried as text.
 *
 * @returns undefined where the list has cursors
 */
export function cursorObstacle<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  keys: readonly KeysetKey[],
): string | undefined {
  if (hasOrder(builder)) return 'is not supported here: this list has an order of its own, and is paged by number';
  if (keys.every(({ value }) => value.isKnown)) return undefined;
  return 'is not supported here: no cursor can carry the order of this list, and it is paged by number';
}
