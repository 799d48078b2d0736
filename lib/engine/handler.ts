import type { Overrides } from './overrides.js';

/** The names of overrides that concern one call or one answer, and not the rows of a list or their order. */
const irrelevant: ReadonlySet<string> = new Set(['limits', 'pagination', 'context', 'trusted', 'source']);

/**
 * Prints a handler's overrides as a text, by which a cursor is known to belong to the handler that made it. It differs from
 * that of other overrides, and is the same in every process that runs the same code. Empty where nothing is overridden.
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
