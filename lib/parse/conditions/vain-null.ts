import { type Condition, someCondition } from '../../ast/index.js';
import type { Node } from '../reading/node.js';
import { refuse } from '../reading/refusals.js';
import type { OneRow } from './name-scope.js';

/** Names under a field by which a request asks for NULL. */
const asking: ReadonlySet<string> = new Set(['$null', '$notNull', '$eq']);

/**
 * Returns true for NULL of a field that is never NULL. Of a related row it never holds: whoever asks for it means that
 * there is no related row.
 */
export function isVainNull(condition: Condition): boolean {
  if (condition.type !== 'comparison' || condition.operator.token !== '$null') return false;
  return !condition.field.expression.nullable;
}

/** Returns the condition on a field of a related row, unless it can never hold. */
export function withoutVainNull(condition: Condition, { node: relation, canBeAbsent }: OneRow, node: Node) {
  if (canBeAbsent && isVainNull(condition)) return condition;
  if (!someCondition(condition, isVainNull)) return condition;
  return refuse.neverNull(placeOf(node), `${relation.at.path}[$null]=true`);
}

/** Returns the place of the operator that asks for NULL. */
function placeOf(node: Node): Node {
  for (const key of node.keys) {
    if (asking.has(key)) return node.child(key);
    if (key === '$not') return placeOf(node.child(key));
  }
  return node;
}
