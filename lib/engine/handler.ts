import type { Overrides } from './overrides.js';

/** What is about one call or one answer, and not about which rows a list has in which order. */
const beside: ReadonlySet<string> = new Set(['limits', 'pagination', 'context', 'trusted', 'source']);

/**
 * A text that tells one handler's overrides from another's, the same in every process that runs the same code: a cursor
 * belongs to the handler that printed it. Empty where nothing is overridden.
 */
export function handlerOf(overrides: Overrides): string {
  const parts = Object.entries(overrides).filter(([key, value]) => value !== undefined && !beside.has(key));
  return parts.length === 0 ? '' : JSON.stringify(parts.sort(byName), printable);
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

/** Functions have no text that is the same after every build. */
function printable(_: string, value: unknown): unknown {
  if (typeof value === 'function') return 'a function';
  return typeof value === 'bigint' ? value.toString() : value;
}
