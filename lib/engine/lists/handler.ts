import type { Overrides } from '../options/overrides.js';

/** Names of overrides about one call or one answer, which do not change a list's rows or their order. */
const irrelevant: ReadonlySet<string> = new Set([
  'limits',
  'pagination',
  'select',
  'aggregates',
  'populate',
  'deleted',
  'context',
  'trusted',
  'source',
  'answer',
  'onRamp',
  'strategy',
  'flat',
  'hydration',
  'relativeDates',
]);

/**
 * Prints the overrides that change a list's rows or their order, as a text that binds its cursors. It is the same in
 * every process that runs the same code. All functions are printed alike. Empty without such overrides.
 */
export function handlerOf(overrides: Overrides): string {
  const parts = Object.entries(overrides).filter(([key, value]) => value !== undefined && !irrelevant.has(key));
  return parts.length === 0 ? '' : JSON.stringify(parts.sort(byName), printable);
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

/** Replaces functions, whose text may change with every build, and bigints, which JSON lacks. */
function printable(_: string, value: unknown): unknown {
  if (typeof value === 'function') return 'a function';
  return typeof value === 'bigint' ? value.toString() : value;
}
