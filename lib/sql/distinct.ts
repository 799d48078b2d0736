import type { OrderKey } from './order.js';

/**
 * What DISTINCT ON is about must be ordered by first, or PostgreSQL fails: by the key where the order has one, and otherwise
 * by the column, as the builder names it, or the expression.
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

/** Whether a text names a column as TypeORM does; anything else has to be selected before it can be ordered by. */
export function isColumnName(text: string): boolean {
  return /^\w+\.\w+$/.test(text);
}
