import {
  type Condition,
  type CountComparison,
  comparison,
  forEachCondition,
  not,
  related,
  relatedCount,
  someCondition,
} from '../ast/index.js';
import type { FilterValue } from '../values/index.js';

/** Makes the condition of a request out of its values. */
export type ConditionTemplate = (values: readonly FilterValue[]) => Condition;

/** The positions of an operand's values among all values of the request, by the list of values that was read first. */
export type Positions = ReadonlyMap<readonly FilterValue[], readonly number[]>;

/** Returns the values of each operand of a condition; an operator without an operand has none. */
export function valuesIn(condition: Condition): readonly (readonly FilterValue[])[] {
  const operands: (readonly FilterValue[])[] = [];
  forEachCondition(condition, (each) => {
    if (each.type === 'comparison') operands.push(each.values);
    if (each.type === 'relatedCount') operands.push(...each.comparisons.map(({ values }) => values));
  });
  return operands.filter((values) => values.length > 0);
}

/**
 * Makes the template of a condition. It keeps the parts without values, which all requests then share, and nothing of the
 * values that the condition itself has.
 *
 * @param positions those of every operand of the condition
 */
export function templateOf(condition: Condition, positions: Positions): ConditionTemplate {
  if (!hasValues(condition)) return () => condition;
  switch (condition.type) {
    case 'and':
    case 'or':
      return groupTemplate(condition.type, partsOf(condition.conditions, positions));
    case 'not': {
      const inner = templateOf(condition.condition, positions);
      return (values) => not(inner(values));
    }
    case 'comparison': {
      const { field, operator } = condition;
      const valuesFrom = pickerOf(condition.values, positions);
      return (values) => comparison(field, operator, valuesFrom(values));
    }
    case 'related': {
      const { relation, quantifier } = condition;
      const where = templateOfWhere(condition.where, positions);
      return (values) => related(relation, quantifier, where?.(values));
    }
    case 'relatedCount': {
      const { relation } = condition;
      const where = templateOfWhere(condition.where, positions);
      const counts = condition.comparisons.map((each) => countTemplate(each, positions));
      return (values) =>
        relatedCount(
          relation,
          counts.map((count) => count(values)),
          where?.(values),
        );
    }
  }
}

function hasValues(condition: Condition): boolean {
  return someCondition(
    condition,
    (each) => each.type === 'relatedCount' || (each.type === 'comparison' && each.values.length > 0),
  );
}

function partsOf(conditions: readonly Condition[], positions: Positions): readonly ConditionTemplate[] {
  return conditions.map((part) => templateOf(part, positions));
}

/** A group was flattened when it was read, and stays as it is. */
function groupTemplate(type: 'and' | 'or', parts: readonly ConditionTemplate[]): ConditionTemplate {
  return (values) => Object.freeze({ type, conditions: Object.freeze(parts.map((part) => part(values))) });
}

function templateOfWhere(where: Condition | undefined, positions: Positions): ConditionTemplate | undefined {
  return where && templateOf(where, positions);
}

function countTemplate(
  { operator, values }: CountComparison,
  positions: Positions,
): (values: readonly FilterValue[]) => CountComparison {
  const valuesFrom = pickerOf(values, positions);
  return (all) => ({ operator, values: valuesFrom(all) });
}

/** Makes the function that takes the values of one operand out of all values. */
function pickerOf(
  operand: readonly FilterValue[],
  positions: Positions,
): (values: readonly FilterValue[]) => FilterValue[] {
  const indexes = positions.get(operand) ?? [];
  return (values) => {
    const picked: FilterValue[] = [];
    for (const index of indexes) {
      const value = values[index];
      if (value !== undefined) picked.push(value);
    }
    return picked;
  };
}
