import type { IssueCollector, Location } from '../issues/index.js';
import { canonicalNumber } from '../values/index.js';
import { isPlainObject } from '../wire/index.js';
import { isList } from './reading/node.js';
import { refuse } from './reading/refusals.js';

/** Depth where the search ends. Every limit is lower, so that anything deeper is refused for its depth. */
const deepest = 128;

/**
 * Refuses the parts of an object in code that its keys do not show: symbols, properties that are not enumerable, names
 * on a list. Nobody would read them, and their conditions would be lost.
 */
export function refuseUnseen(value: unknown, at: Location, issues: IssueCollector): void {
  if (typeof value === 'object' && value !== null) new UnseenParts(issues).look(value, at, 0);
}

class UnseenParts {
  /** Objects that were visited: an object may contain itself, more than once. */
  private readonly seen = new Set<object>();

  constructor(private readonly issues: IssueCollector) {}

  look(value: object, at: Location, depth: number): void {
    const { issues, seen } = this;
    const isOfMembers = isList(value);
    if (issues.isFull || depth === deepest || seen.has(value) || (!isOfMembers && !isPlainObject(value))) return;
    seen.add(value);
    const keys = Object.keys(value);
    if (hasOthers(value, keys)) {
      const text = isOfMembers
        ? 'is a list with names on it'
        : 'has a symbol for a name, or a property that is not enumerable';
      refuse.malformedKey({ issues, at }, text);
      return;
    }
    for (const key of keys) {
      const inner: unknown = isOfMembers ? value[Number(key)] : value[key];
      if (typeof inner === 'object' && inner !== null) this.look(inner, at.child(key), depth + 1);
    }
  }
}

/**
 * Returns true where an object has more than the keys that it shows, or a list more than its members and its length. In
 * the order of keys, names follow the indexes of a list, so that the last one tells.
 */
function hasOthers(owner: object, keys: readonly string[]): boolean {
  if (!isList(owner)) return Reflect.ownKeys(owner).length > keys.length;
  return Reflect.ownKeys(owner).length > keys.length + 1 || !isIndexIn(owner, keys.at(-1));
}

/** Returns true for the index of a member, and for the last key of an empty list, which has none. */
function isIndexIn({ length }: readonly unknown[], key: string | undefined): boolean {
  const index = key === undefined ? -1 : canonicalNumber(key);
  return index !== undefined && index < length;
}
