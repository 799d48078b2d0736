import type { Condition } from '../ast/index.js';
import type { Node } from './node.js';

/** A function that reads one node; undefined where it was refused, or says nothing. */
type ReadCondition = (node: Node) => Condition | undefined;

/**
 * Reads the conditions under the names of an object. A name that is refused gives none. Reading ends when as many issues
 * were found as are reported: a request within the limits can have thousands of names that do not exist.
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

/** Reads the conditions of a list's members, as many as {@link conditionsUnder} would. A hole in the list is a member. */
export function conditionsIn(node: Node, read: ReadCondition): Condition[] {
  const conditions: Condition[] = [];
  const length = node.members?.length ?? 0;
  for (let index = 0; index < length && !node.issues.isFull; index += 1) {
    const condition = read(node.member(index));
    if (condition !== undefined) conditions.push(condition);
  }
  return conditions;
}
