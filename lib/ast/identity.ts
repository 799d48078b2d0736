import { valueKinds } from '../values/index.js';
import type { Comparison, Condition, CountComparison } from './condition.js';
import type { SortTerm } from './sort.js';

/**
 * Returns a text that is equal for equal conditions on the same columns. It names columns by their properties, not by the names
 * that clients see: two handlers may give one name to two columns.
 */
export function identityOf(condition: Condition): string {
  switch (condition.type) {
    case 'and':
    case 'or':
      return identityOfGroup(condition.type, condition.conditions);
    case 'not':
      return JSON.stringify(['not', identityOf(condition.condition)]);
    case 'comparison': {
      const { field, operator } = condition;
      const { kind } = field.expression;
      const values = valuesOf(condition, (value) => kind.print(value));
      return JSON.stringify(['is', field.propertyPath, kind.name, operator.token, ...values]);
    }
    case 'related': {
      const { relation, quantifier, where } = condition;
      const satisfied = where === undefined ? null : identityOf(where);
      return JSON.stringify(['related', quantifier, relation.propertyPath, satisfied]);
    }
    case 'relatedCount': {
      const { relation, comparisons, where } = condition;
      const counted = where === undefined ? null : identityOf(where);
      return JSON.stringify(['count', relation.propertyPath, counted, ...comparisons.map(identityOfCount).sort()]);
    }
  }
}

/** A count has no column: its operands are whole numbers. */
function identityOfCount({ operator, values }: CountComparison): string {
  const texts = valuesOf({ operator, values }, (value) => valueKinds.integer.print(value));
  return JSON.stringify([operator.token, ...texts]);
}

/** Returns a text that is equal for equal sort keys, by the same properties. */
export function identityOfTerm({ target, direction, nulls }: SortTerm): string {
  const { hops, field } = target;
  const path = [...hops.map(({ propertyPath }) => propertyPath), field === 'count' ? '$count' : field.propertyPath];
  return JSON.stringify([path, direction, nulls]);
}

/** Neither the order nor the repetition of conditions changes the meaning of a group. */
function identityOfGroup(type: 'and' | 'or', conditions: readonly Condition[]): string {
  const [first, ...more] = [...new Set(conditions.map(identityOf))].sort();
  return first !== undefined && more.length === 0 ? first : JSON.stringify([type, first, ...more]);
}

/** A list of values is a set: order and repetition mean nothing. The two values of a pair keep their order. */
function valuesOf(
  { operator, values }: Pick<Comparison, 'operator' | 'values'>,
  print: (value: Comparison['values'][number]) => string,
): readonly string[] {
  const texts = values.map(print);
  return operator.takes === 'list' ? [...new Set(texts)].sort() : texts;
}
