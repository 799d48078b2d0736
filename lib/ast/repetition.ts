import { type Condition, and, not, or, related, relatedCount } from './condition.js';
import { keyOfCondition } from './print-condition.js';

/**
 * The same condition with nothing in it said twice. There are several ways of saying some things (`$exists: true` and
 * `$null: false`), and they may stand beside one another.
 */
export function withoutRepetition(condition: Condition): Condition {
  switch (condition.type) {
    case 'and':
    case 'or':
      return joined(condition.type, condition.conditions) ?? condition;
    case 'not':
      return not(withoutRepetition(condition.condition));
    case 'related': {
      const { relation, quantifier, where } = condition;
      return where === undefined ? condition : related(relation, quantifier, withoutRepetition(where));
    }
    case 'relatedCount': {
      const { relation, comparisons, where } = condition;
      return where === undefined ? condition : relatedCount(relation, comparisons, withoutRepetition(where));
    }
    case 'comparison':
      return condition;
  }
}

function joined(type: 'and' | 'or', conditions: readonly Condition[]): Condition | undefined {
  const join = type === 'and' ? and : or;
  const flat = join(conditions.map((part) => withoutRepetition(part)));
  if (flat?.type !== type) return flat;
  return join([...new Map(flat.conditions.map((part) => [keyOfCondition(part), part])).values()]);
}
