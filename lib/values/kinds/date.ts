import { dateOf, midnightOf } from '../calendar/calendar.js';
import { accepted, asText, refused, textOf } from '../canonical.js';
import { clockOf } from '../calendar/clock.js';
import { isWritable } from '../calendar/instant.js';
import { isMeantAsMoment, readMoment, whyNoMoment } from '../calendar/moment.js';
import { isStoredDate } from '../calendar/stored-calendar.js';
import type { ValueKind } from '../value-kind.js';
import type { ValueFacts } from '../value.js';

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
  print: (value) => (typeof value === 'object' && value.type === 'days' ? value.relative : textOf(value)),
  printResolved: (value) =>
    typeof value === 'object' && value.type === 'days' ? `${value.first}/${value.last}` : textOf(value),
  readRelative,
  read: (text) => (midnightOf(text) === undefined ? refused(expectation) : accepted(text)),
  readNative,
  isStored: (text, { dialect }) => isStoredDate(text, dialect),
};

/** A moment is its day here, and a whole unit its days. */
function readRelative(text: string, { zone }: ValueFacts, now: () => number) {
  if (!isMeantAsMoment(text)) return undefined;
  const moment = readMoment(text, zone, now());
  if (moment === undefined) return refused(whyNoMoment(text));
  const { date, unit } = moment;
  const days = unit === undefined ? { first: date, last: date } : { first: unit.firstDate, last: unit.lastDate };
  return accepted({ type: 'days', relative: text, ...days });
}

/** Reads the calendar date of a Date. A Date is an instant, which falls on different days in different zones. */
function readNative(value: unknown, { zone }: ValueFacts) {
  const wallTime = value instanceof Date ? clockOf(zone)(value.getTime()) : NaN;
  return isWritable(wallTime) ? accepted(dateOf(wallTime)) : refused(expectation);
}
