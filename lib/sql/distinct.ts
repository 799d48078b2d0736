import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { OrderKey } from './order.js';
import type { Statement } from './statement.js';

/**
 * What DISTINCT ON is about must be ordered by first, or PostgreSQL fails: by the key where the order has one, and otherwise
 * by the expression itself.
 */
export function orderOfDistinct<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  order: readonly OrderKey[],
  statement: Statement,
): readonly (OrderKey | string)[] {
  if (!statement.dialect.distinctOn) return [];
  const { alias, expressionMap } = builder;
  return expressionMap.selectDistinctOn.map((selected) => {
    const key = order.find(({ rootColumn }) => `${alias}.${rootColumn?.metadata.propertyPath}` === selected);
    if (key !== undefined) return key;
    if (/^\w+\.\w+$/.test(selected)) return selected;
    const name = statement.name();
    builder.addSelect(selected, name);
    return name;
  });
}
