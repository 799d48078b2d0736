import type { FilterValue, Instant, Reading } from './value.js';

/** A value that was understood. */
export function accepted(value: FilterValue): Reading {
  return { ok: true, value };
}

/** A value that was not, and the sentence that says what would have been one. It never repeats what the client sent. */
export function refused(reason: string): Reading {
  return { ok: false, reason };
}

/**
 * What a kind whose canonical form is text gets back. A value of another form is a mistake of the library's own: every
 * value a client sends has been through the same kind's `read` before.
 */
export function textOf(value: FilterValue): string {
  if (typeof value === 'string') return value;
  throw new TypeError(`Expected a value whose canonical form is text, not ${typeof value}`);
}

export function numberOf(value: FilterValue): number {
  if (typeof value === 'number') return value;
  throw new TypeError(`Expected a value whose canonical form is a number, not ${typeof value}`);
}

export function instantOf(value: FilterValue): Instant {
  if (typeof value === 'object' && value.type === 'instant') return value;
  throw new TypeError(`Expected an instant, not ${typeof value === 'object' ? 'a whole day' : typeof value}`);
}

/** For kinds that are printed, kept and bound as the very text that they are read into. */
export const asText = { print: textOf, toProperty: textOf, bind: textOf };
