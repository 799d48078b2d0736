import type { Comparison, Condition } from '../ast/index.js';
import { isOnePoint } from '../dialects/index.js';
import type { FilterSchema } from '../schema/index.js';

/** Returns true where a declared index begins with a column, by its escaped name. */
export function startsIndex({ indexes }: FilterSchema, column: string): boolean {
  return indexes.some(([first]) => first === column);
}

/** Returns true where a declared index begins with columns, by their escaped names, in this order. */
export function startsWith({ indexes }: FilterSchema, columns: readonly string[]): boolean {
  return indexes.some((index) => columns.every((column, place) => index[place] === column));
}

/**
 * True when a declared index covers the conditions, so that a probe reads at most a few entries: equalities on its
 * first columns, and at most one range on the next. Without conditions, all rows match, and no index is needed.
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

/** Returns how an index on its column serves a comparison, or undefined where it does not. */
function useOf({ operator: { indexUse }, field }: Comparison): 'point' | 'range' | undefined {
  if (indexUse === 'point') return isOnePoint(field.expression.stored.storedAs) ? 'point' : 'range';
  return indexUse === 'range' ? 'range' : undefined;
}
