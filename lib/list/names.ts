import { lookUp } from '../schema/index.js';

/**
 * Returns how many names of a path its first relation has: one, or more for a relation in an embedded object. Returns 0
 * where the context sees no such relation.
 */
export function lengthOfName(
  relations: ReadonlyMap<string, { isShown(context: unknown): boolean }>,
  names: readonly string[],
  context: unknown,
): number {
  for (let length = 1; length <= names.length; length += 1) {
    if (lookUp(relations, names.slice(0, length).join('.'))?.isShown(context) === true) return length;
  }
  return 0;
}
