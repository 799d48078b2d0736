import { valueKinds } from '../values/index.js';
import type { Comparison, Condition, CountComparison } from './condition.js';
import type { SortTerm } from './sort.js';

/**
 * A text that is equal for conditions that ask the same of the same columns. Unlike what is printed for clients, it names
 * columns by their properties: two handlers may call two columns alike.
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
      const { kind } = field.column;
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

function identityOfCount({ operator, values }: CountComparison): string {
  const texts = valuesOf({ operator, values }, (value) => valueKinds.integer.print(value));
  return JSON.stringify([operator.token, ...texts]);
}

/** The same of a key of an order. */
export function identityOfTerm({ target, direction, nulls }: SortTerm): string {
  const { hops, field } = target;
  const path = [...hops.map(({ propertyPath }) => propertyPath), field === 'count' ? '$count' : field.propertyPath];
  return JSON.stringify([path, direction, nulls]);
}

/** Neither the order of a group says anything, nor what is said twice. */
function identityOfGroup(type: 'and' | 'or', conditions: readonly Condition[]): string {
  const [first, ...more] = [...new Set(conditions.map(identityOf))].sort();
  return first !== undefined && more.length === 0 ? first : JSON.stringify([type, first, ...more]);
}

/** A list is a set. */
function valuesOf(
  { operator, values }: Pick<Comparison, 'operator' | 'values'>,
  print: (value: Comparison['values'][number]) => string,
): readonly string[] {
  const texts = values.map(print);
  return operator.takes === 'list' ? [...new Set(texts)].sort() : texts;
}
