import type { Condition } from '../../ast/index.js';
import type { Node } from '../reading/node.js';

/** Reads one node, or returns undefined for a node that was refused, or is empty. */
type ReadCondition = (node: Node) => Condition | undefined;

/**
 * Reads the conditions under the names of an object. A refused name gives none. Reading ends once the report is full: a
 * request within the limits can have thousands of unknown names.
 */
export function conditionsUnder(node: Node, keys: readonly string[], read: ReadCondition): Condition[] {
  const conditions: Condition[] = [];
  for (const key of keys) {
    if (node.issues.isFull) break;
    const condition = read(node.child(key));
    if (condition !== undefined) conditions.push(condition);
  }
  return conditions;
}

/**
 * Reads the conditions of a list's members, as many as {@link conditionsUnder} would. A hole in the list is a member.
 */
export function conditionsIn(node: Node, read: ReadCondition): Condition[] {
  const conditions: Condition[] = [];
  const length = node.members?.length ?? 0;
  for (let index = 0; index < length && !node.issues.isFull; index += 1) {
    const condition = read(node.member(index));
    if (condition !== undefined) conditions.push(condition);
  }
  return conditions;
}
