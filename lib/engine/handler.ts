import type { Overrides } from './overrides.js';

/** The names of overrides that concern one call or one answer, and not the rows of a list or their order. */
const irrelevant: ReadonlySet<string> = new Set([
  'limits',
  'pagination',
  'select',
  'context',
  'trusted',
  'source',
  'strategy',
]);

/**
 * Prints the overrides that change which rows a handler's list has, or their order, as a text that binds its cursors. It is the
 * same in every process that runs the same code. Functions are not told apart. Empty where there are no such overrides.
 */
export function handlerOf(overrides: Overrides): string {
  const parts = Object.entries(overrides).filter(([key, value]) => value !== undefined && !irrelevant.has(key));
  return parts.length === 0 ? '' : JSON.stringify(parts.sort(byName), printable);
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

/** Replaces functions, which have no text that is the same after every build, and bigints, which JSON lacks. */
function printable(_: string, value: unknown): unknown {
  if (typeof value === 'function') return 'a function';
  return typeof value === 'bigint' ? value.toString() : value;
}
