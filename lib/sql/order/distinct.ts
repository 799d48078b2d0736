import type { OrderKey } from './order-key.js';

/**
 * Returns the keys that must stand first in the order of a builder with DISTINCT ON, or PostgreSQL fails. For each of
 * its expressions this is the sort key on that column, if any, and otherwise the builder's own text.
 */
export function orderOfDistinct(
  alias: string,
  distinctOn: readonly string[],
  order: readonly OrderKey[],
): readonly (OrderKey | string)[] {
  return distinctOn.map(
    (selected) =>
      order.find(({ rootColumn }) => `${alias}.${rootColumn?.metadata.propertyPath}` === selected) ?? selected,
  );
}

/** Returns true for `alias.property`: TypeORM can order by it. Any other expression must be selected first. */
export function isColumnName(text: string): boolean {
  return /^\w+\.\w+$/.test(text);
}
