import type { OrderKey } from './order.js';

/**
 * Returns the keys that a builder with DISTINCT ON must be ordered by first, or PostgreSQL fails: for each of its expressions
 * the sort key on that column, if the order has one, and otherwise the builder's own text.
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

/** Returns true for `alias.property`, by which TypeORM can order. Any other expression must be selected first. */
export function isColumnName(text: string): boolean {
  return /^\w+\.\w+$/.test(text);
}
