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

/** The operands of a request's conditions, in their order: the values of each. */
export type Operands = readonly (readonly FilterValue[])[];

/** Makes the condition of a request out of its operands. */
export type ConditionTemplate = (operands: Operands) => Condition;

/** The place of each operand among those of the request, by the list of values that was read first. */
export type Positions = ReadonlyMap<readonly FilterValue[], number>;

/** Returns the values of each operand of a condition; an operator without an operand has none. */
export function valuesIn(condition: Condition): Operands {
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
  if (!hasValues(condition)) return constantTemplate(condition);
  switch (condition.type) {
    case 'and':
    case 'or':
      return groupTemplate(condition.type, partsOf(condition.conditions, positions));
    case 'not': {
      const inner = templateOf(condition.condition, positions);
      return (operands) => not(inner(operands));
    }
    case 'comparison': {
      const { field, operator } = condition;
      const at = positions.get(condition.values) ?? NaN;
      return (operands) => comparison(field, operator, operands[at] ?? []);
    }
    case 'related': {
      const { relation, quantifier } = condition;
      const where = templateOfWhere(condition.where, positions);
      return (operands) => related(relation, quantifier, where?.(operands));
    }
    case 'relatedCount': {
      const { relation } = condition;
      const where = templateOfWhere(condition.where, positions);
      const countsFrom = countsTemplate(condition.comparisons, positions);
      return (operands) => relatedCount(relation, countsFrom(operands), where?.(operands));
    }
  }
}

/** A function of its own, because a closure keeps all that the closures beside it use: the templates would keep the condition. */
function constantTemplate(condition: Condition): ConditionTemplate {
  return () => condition;
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
  return (operands) => Object.freeze({ type, conditions: Object.freeze(parts.map((part) => part(operands))) });
}

function templateOfWhere(where: Condition | undefined, positions: Positions): ConditionTemplate | undefined {
  return where && templateOf(where, positions);
}

function countsTemplate(
  comparisons: readonly CountComparison[],
  positions: Positions,
): (operands: Operands) => readonly CountComparison[] {
  const counts = comparisons.map(({ operator, values }) => ({ operator, at: positions.get(values) ?? NaN }));
  return countsMaker(counts);
}

/** Makes the comparisons of a count; apart from what they were made of, for the same reason. */
function countsMaker(
  counts: readonly { readonly operator: CountComparison['operator']; readonly at: number }[],
): (operands: Operands) => readonly CountComparison[] {
  return (operands) => counts.map(({ operator, at }) => ({ operator, values: operands[at] ?? [] }));
}
