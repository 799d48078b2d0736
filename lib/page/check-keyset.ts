import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { FilterConfigurationError } from '../configuration-error.js';
import type { KeysetKey } from './keyset.js';

/** A position is a place in our order; under another order, among groups, or of what cannot be carried, it is none. */
export function checkKeyset<E extends ObjectLiteral>(
  { expressionMap }: SelectQueryBuilder<E>,
  keys: readonly KeysetKey[],
): void {
  const { orderBys, groupBys, havings, selectDistinctOn } = expressionMap;
  const found = [
    Object.keys(orderBys).length > 0 && 'orderBy',
    groupBys.length > 0 && 'groupBy',
    havings.length > 0 && 'having',
    selectDistinctOn.length > 0 && 'distinctOn',
  ].find((name) => name !== false);
  if (found !== undefined) {
    throw new FilterConfigurationError(
      `page(): a builder with ${found} has no cursors; leave the order to the query, or give pages by number`,
    );
  }
  const unknown = keys.find(({ value }) => !value.isKnown)?.key.column?.metadata;
  if (unknown === undefined) return;
  throw new FilterConfigurationError(
    `page(): ${unknown.propertyPath} is of type ${String(unknown.type)}, whose values no cursor can carry`,
  );
}
