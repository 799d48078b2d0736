import { dateOf, midnightOf } from './calendar.js';
import { accepted, asText, refused } from './canonical.js';
import { clockOf } from './clock.js';
import { isWritable } from './instant.js';
import { isStoredDate } from './stored-calendar.js';
import type { ValueKind } from './value-kind.js';
import type { ValueFacts } from './value.js';

const expectation = 'must be a calendar date such as 2024-02-29';

/** A calendar date, whose canonical form is its text: `2024-02-29`. */
export const date: ValueKind = {
  ...asText,
  name: 'date',
  ordered: true,
  ranged: true,
  comparable: true,
  textual: false,
  storedAs: 'date',
  expects: () => expectation,
  read: (text) => (midnightOf(text) === undefined ? refused(expectation) : accepted(text)),
  readNative,
  isStored: (text, { dialect }) => isStoredDate(text, dialect),
};

/** Reads the date of a Date, which is an instant: it is on different days in different zones. */
function readNative(value: unknown, { zone }: ValueFacts) {
  const wallTime = value instanceof Date ? clockOf(zone)(value.getTime()) : NaN;
  return isWritable(wallTime) ? accepted(dateOf(wallTime)) : refused(expectation);
}
