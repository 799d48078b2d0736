import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { KeysetKey } from './keyset.js';

/**
 * Returns the reason why a list has no cursors, as the end of a sentence to the client; undefined where it has them. A
 * cursor is a position in the query's own order, so it needs that order, rows rather than groups, and sort keys whose values
 * can be carried as text.
 */
export function cursorObstacle<E extends ObjectLiteral>(
  { expressionMap }: SelectQueryBuilder<E>,
  keys: readonly KeysetKey[],
): string | undefined {
  const { orderBys, groupBys, havings, selectDistinctOn } = expressionMap;
  if (Object.keys(orderBys).length > 0)
    return 'is not read here; this list has an order of its own, and pages by number';
  if (groupBys.length > 0 || havings.length > 0 || selectDistinctOn.length > 0) {
    return 'is not read here; this list is one of groups, and has pages by number';
  }
  if (keys.every(({ value }) => value.isKnown)) return undefined;
  return 'is not read here; this list is ordered by what no cursor can carry, and has pages by number';
}
