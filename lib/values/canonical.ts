import type { ColumnTraits, ValueKind } from './value-kind.js';
import type { FilterValue, Instant, Reading } from './value.js';

/** Makes the result for a value that was understood. */
export function accepted(value: FilterValue): Reading {
  return { ok: true, value };
}

/**
 * Makes the result for a value that was not understood.
 *
 * @param reason end of the sentence that describes a valid value. It never repeats the client's input
 */
export function refused(reason: string): Reading {
  return { ok: false, reason };
}

/**
 * Returns the text of a kind whose canonical form is text.
 *
 * @throws TypeError for any other value, which is a bug of the library: `read` of the same kind has
 * seen every value of a client
 */
export function textOf(value: FilterValue): string {
  if (typeof value === 'string') return value;
  throw new TypeError(`Expected a value whose canonical form is text, not ${typeof value}`);
}

/** Returns a value of a kind whose canonical form is a number. See {@link textOf}. */
export function numberOf(value: FilterValue): number {
  if (typeof value === 'number') return value;
  throw new TypeError(`Expected a value whose canonical form is a number, not ${typeof value}`);
}

/** Returns a date-time as an instant. A day was replaced by its two ends before. See {@link textOf}. */
export function instantOf(value: FilterValue): Instant {
  if (typeof value === 'object' && value.type === 'instant') return value;
  throw new TypeError(`Expected an instant, not ${typeof value === 'object' ? 'a whole day' : typeof value}`);
}

/** Members of kinds that are printed, kept and bound as the text that was read. */
export const asText = { print: textOf, toProperty: textOf, bind: textOf, bindStored: (text: string) => text };

/** Implements {@link ValueKind.isStored} for kinds whose columns hold only what requests can name. */
export function isReadable(this: Pick<ValueKind, 'read'>, text: string, { facts }: ColumnTraits): boolean {
  return this.read(text, facts).ok;
}
