import { dateShown, midnightOf } from './calendar.js';
import { accepted, asText, refused } from './canonical.js';
import { clockOf } from './clock.js';
import { isWritable } from './instant.js';
import type { ValueKind } from './value-kind.js';
import type { ValueFacts } from './value.js';

const expectation = 'must be a calendar date such as 2024-02-29';

export const date: ValueKind = {
  ...asText,
  name: 'date',
  ordered: true,
  ranged: true,
  comparable: true,
  textual: false,
  expects: () => expectation,
  read: (text) => (midnightOf(text) === undefined ? refused(expectation) : accepted(text)),
  readNative,
};

/** A Date is a moment; the calendar day it belongs to depends on where the calendar hangs. */
function readNative(value: unknown, { zone }: ValueFacts) {
  const face = value instanceof Date ? clockOf(zone)(value.getTime()) : NaN;
  return isWritable(face) ? accepted(dateShown(face)) : refused(expectation);
}
