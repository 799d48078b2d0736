import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { distinctOnOf, hasGroups, hasHaving, hasOrder } from '../sql/index.js';
import type { KeysetKey } from './keyset.js';

/**
 * Returns the reason why a list has no cursors, as the end of a sentence to the client; undefined where it has them. A
 * cursor is a position in the query's own order, so it needs that order, rows rather than groups, and sort keys whose values
 * can be carried as text.
 */
export function cursorObstacle<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  keys: readonly KeysetKey[],
): string | undefined {
  if (hasOrder(builder)) return 'is not read here; this list has an order of its own, and pages by number';
  if (hasGroups(builder) || hasHaving(builder) || distinctOnOf(builder).length > 0) {
    return 'is not read here; this list is one of groups, and has pages by number';
  }
  if (keys.every(({ value }) => value.isKnown)) return undefined;
  return 'is not read here; this list is ordered by what no cursor can carry, and has pages by number';
}
