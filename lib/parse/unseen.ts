import type { IssueCollector, Location } from '../issues/index.js';
import { isPlainObject } from '../wire/index.js';
import { refuse } from './reading/refusals.js';

/** Depth where the search ends. Every limit is lower, so that anything deeper is refused for its depth. */
const deepest = 128;

/**
 * Refuses the parts of an object in code that its keys do not show: symbols, properties that are not enumerable, names
 * on a list. Nobody would read them, and their conditions would be lost.
 */
export function refuseUnseen(value: unknown, at: Location, issues: IssueCollector): void {
  new UnseenParts(issues).look(value, at, 0);
}

class UnseenParts {
  /** Objects that were visited: an object may contain itself, more than once. */
  private readonly seen = new Set<object>();

  constructor(private readonly issues: IssueCollector) {}

  look(value: unknown, at: Location, depth: number): void {
    const { issues, seen } = this;
    if (issues.isFull || depth === deepest || typeof value !== 'object' || value === null || seen.has(value)) return;
    const isList = Array.isArray(value);
    if (!isList && !isPlainObject(value)) return;
    seen.add(value);
    if (Reflect.ownKeys(value).some((key) => isUnseen(value, key, isList))) {
      const text = isList
        ? 'is a list with names on it'
        : 'has a symbol for a name, or a property that is not enumerable';
      refuse.malformedKey({ issues, at }, text);
      return;
    }
    for (const [key, inner] of Object.entries(value)) this.look(inner, at.child(key), depth + 1);
  }
}

function isUnseen(owner: object, key: string | symbol, isList: boolean): boolean {
  if (typeof key === 'symbol') return true;
  return isList ? key !== 'length' && !/^\d+$/.test(key) : !Object.prototype.propertyIsEnumerable.call(owner, key);
}
