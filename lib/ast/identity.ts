import { part, partsOf } from '../caches/index.js';
import { valueKinds } from '../values/index.js';
import { type Comparison, type Condition, type CountComparison, relatedCount } from './condition.js';
import type { SortTerm } from './sort.js';

/**
 * Returns a text that is equal for equal conditions on the same columns. Columns appear by their properties, because
 * two handlers may give one client name to two columns.
 */
export function identityOf(condition: Condition): string {
  switch (condition.type) {
    case 'and':
    case 'or':
      return identityOfGroup(condition.type, condition.conditions);
    case 'not':
      return `not${part(identityOf(condition.condition))}`;
    case 'comparison': {
      const { field, operator } = condition;
      const { kind } = field.expression;
      const values = valuesOf(condition, (value) => kind.printResolved?.(value) ?? kind.print(value));
      const where = condition.where === undefined ? '' : `where${part(identityOf(condition.where))}`;
      return `is${part(field.propertyPath)}${part(kind.name)}${part(operator.token)}${partsOf(values)}${where}`;
    }
    case 'named':
      // The answer depends on what it stands for in this context.
      return identityOf(condition.condition);
    case 'related': {
      const { relation, quantifier, where } = condition;
      return `related ${quantifier}${part(relation.propertyPath)}${where === undefined ? '' : part(identityOf(where))}`;
    }
    case 'relatedCount': {
      const { relation, comparisons, where } = condition;
      const [only, ...more] = comparisons;
      if (only === undefined || more.length > 0) return identityOfGroup('and', countsOf(condition));
      const count = identityOfCount(only);
      return `count${part(relation.propertyPath)}${part(count)}${where === undefined ? '' : part(identityOf(where))}`;
    }
  }
}

/** A count has no column: its operands are whole numbers. */
function identityOfCount({ operator, values }: CountComparison): string {
  const texts = valuesOf({ operator, values }, (value) => valueKinds.integer.print(value));
  return `${part(operator.token)}${partsOf(texts)}`;
}

/** Returns a text that is equal for equal sort keys, by the same properties. */
export function identityOfTerm({ target, direction, nulls }: SortTerm): string {
  const { hops, field } = target;
  const path = [...hops.map(({ propertyPath }) => propertyPath), field === 'count' ? '$count' : field.propertyPath];
  return JSON.stringify([path, direction, nulls]);
}

/** Splits a count with several comparisons: written apart, as in two members of `$and`, they mean the same. */
function countsOf(condition: Condition): readonly Condition[] {
  if (condition.type !== 'relatedCount') return [condition];
  const { relation, comparisons, where } = condition;
  return comparisons.map((each) => relatedCount(relation, [each], where));
}

/** Neither the order nor the repetition of conditions changes the meaning of a group. */
function identityOfGroup(type: 'and' | 'or', conditions: readonly Condition[]): string {
  const apart = type === 'and' ? conditions.flatMap(countsOf) : conditions;
  const [first, ...more] = [...new Set(apart.map(identityOf))].sort();
  if (first !== undefined && more.length === 0) return first;
  return first === undefined ? type : `${type}${part(first)}${partsOf(more)}`;
}

/** A list of values is a set: its order and repetitions mean nothing. The two values of a pair keep their order. */
function valuesOf(
  { operator, values }: Pick<Comparison, 'operator' | 'values'>,
  print: (value: Comparison['values'][number]) => string,
): readonly string[] {
  const texts = values.map(print);
  return operator.takes === 'list' ? [...new Set(texts)].sort() : texts;
}
