import { type Condition, and, or } from '../condition.js';
import { keyOfCondition } from './print-condition.js';
import { mapParts } from '../traverse.js';

/**
 * Removes repeated conditions from every group, so that equal requests have one canonical form. Conditions are equal
 * when they are printed alike: `$exists: true` and `$null: false` are two spellings of one.
 */
export function withoutRepetition(condition: Condition): Condition {
  // Of a named filter, only what the client has said is printed.
  if (condition.type === 'named') return condition;
  const result = mapParts(condition, withoutRepetition);
  if (result.type !== 'and' && result.type !== 'or') return result;
  const join = result.type === 'and' ? and : or;
  return join([...new Map(result.conditions.map((part) => [keyOfCondition(part), part])).values()]) ?? result;
}
