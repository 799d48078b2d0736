import type { Comparison, Condition } from '../ast/index.js';
import type { StoredAs } from '../dialects/index.js';
import type { FilterSchema } from '../schema/index.js';

/** Returns true where an index that the entity declares begins with a column, by its escaped name. */
export function startsIndex({ indexes }: FilterSchema, column: string): boolean {
  return indexes.some(([first]) => first === column);
}

/** Returns true where an index that the entity declares begins with columns, by their escaped names, in this order. */
export function startsWith({ indexes }: FilterSchema, columns: readonly string[]): boolean {
  return indexes.some((index) => columns.every((column, place) => index[place] === column));
}

/**
 * Returns true where one declared index finds exactly the rows that satisfy conditions, so that asking whether there are more than
 * a few reads no more than a few: equalities on its first columns, and at most one range on the next. No condition is about all rows,
 * which are found without an index.
 */
export function isServed({ indexes }: FilterSchema, conditions: readonly Condition[]): boolean {
  const fixed = new Set<string>();
  const ranges = new Set<string>();
  for (const condition of conditions) {
    const column = condition.type === 'comparison' ? condition.field.expression.columnName : undefined;
    const use = condition.type === 'comparison' ? useOf(condition) : undefined;
    if (column === undefined || use === undefined) return false;
    (use === 'point' ? fixed : ranges).add(column);
  }
  for (const column of ranges) fixed.delete(column);
  if (fixed.size + ranges.size === 0) return true;
  return ranges.size < 2 && indexes.some((columns) => isPrefix(columns, fixed, ranges));
}

function isPrefix(columns: readonly string[], fixed: ReadonlySet<string>, ranges: ReadonlySet<string>): boolean {
  if (!columns.slice(0, fixed.size).every((column) => fixed.has(column)) || columns.length < fixed.size) return false;
  const [range] = ranges;
  return range === undefined || columns[fixed.size] === range;
}

/** Storage of values that are equal exactly where neither is less, so that an equality is one point of an index. */
const exact: ReadonlySet<StoredAs> = new Set(['integer', 'boolean', 'text', 'uuid', 'date'] as const);

const points: ReadonlySet<string> = new Set(['$eq', '$in']);
const ranges: ReadonlySet<string> = new Set(['$lt', '$lte', '$gt', '$gte', '$between']);

/** Returns how an index on its column serves a comparison; undefined where it does not. */
function useOf({ operator: { token }, field }: Comparison): 'point' | 'range' | undefined {
  if (points.has(token)) return exact.has(field.expression.stored.storedAs) ? 'point' : 'range';
  return ranges.has(token) ? 'range' : undefined;
}
