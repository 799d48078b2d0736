import type { IssueCollector, Location } from '../issues.js';
import { isPlainObject } from './nodes.js';
import { refuse } from './refusals.js';

/** More than any limit allows: what is deeper is refused by them. */
const deepest = 128;

/**
 * Refuses what an object that a program made can hold, and what looking at its keys does not show: symbols, hidden
 * properties, names on a list. A condition would be gone.
 *
 * @param seen what was looked at already: an object may hold itself, more than once
 */
export function refuseUnseen(
  node: unknown,
  at: Location,
  issues: IssueCollector,
  seen = new Set<object>(),
  depth = 0,
): void {
  if (issues.isFull || depth === deepest || typeof node !== 'object' || node === null || seen.has(node)) return;
  const isList = Array.isArray(node);
  if (!isList && !isPlainObject(node)) return;
  seen.add(node);
  if (Reflect.ownKeys(node).some((key) => isUnseen(node, key, isList))) {
    const text = isList
      ? 'is a list with names on it'
      : 'has a symbol for a name, or a property that is not enumerable';
    refuse.malformedKey(issues, at, text);
    return;
  }
  for (const [key, inner] of Object.entries(node)) refuseUnseen(inner, at.child(key), issues, seen, depth + 1);
}

function isUnseen(node: object, key: string | symbol, isList: boolean): boolean {
  if (typeof key === 'symbol') return true;
  return isList ? key !== 'length' && !/^\d+$/.test(key) : !Object.prototype.propertyIsEnumerable.call(node, key);
}
