import { midnightOf } from '../calendar/calendar.js';
import { accepted, instantOf, refused } from '../canonical.js';
import { clockOf, instantShowing, offsetIn } from '../calendar/clock.js';
import { isMeantAsMoment, readMoment, whyNoMoment } from '../calendar/moment.js';
import { fractionOf, instant, isWritable, secondsSpelling, wallTimeAt } from '../calendar/instant.js';
import { isStoredDateTime } from '../calendar/stored-calendar.js';
import { wholeDays } from '../calendar/whole-days.js';
import type { BindFacts, ValueKind } from '../value-kind.js';
import type { FilterValue, Instant, ValueFacts } from '../value.js';

const expectation =
  'must be a date-time such as 2024-03-01T10:00:00Z, with at most 6 digits after the second, ' +
  'or a calendar date such as 2024-03-01, in the years 0001 to 9999';

const lostPlusExpectation = 'must be a date-time whose "+" is written as %2B: 2024-03-01T10:00:00%2B02:00';

/** A date, and after it, if any, a `T` or a space with a time, a fraction of its second, and an offset. */
const form = new RegExp(
  '^(.{10})' +
    '(?:[Tt ]((?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9])' +
    '(?:[.]([0-9]{1,6}))?' +
    '([Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])?)?$',
);

/** A date-time whose offset has lost its plus: in a query string an unencoded plus is a space. */
const lostPlus = /^[0-9-]{10}[Tt ][0-9:]{8}(?:\.[0-9]{1,9})? [0-9]{2}:[0-9]{2}$/;

/** An instant, exact to the microsecond, or a whole day. */
export const datetime: ValueKind = {
  name: 'datetime',
  ordered: true,
  ranged: true,
  comparable: true,
  textual: false,
  storedAs: 'datetime',
  expects: () => expectation,
  read,
  readNative: (value) => (value instanceof Date ? readInstant(value.getTime(), 0) : refused(expectation)),
  readRelative,
  print,
  printResolved,
  toProperty: (value) => new Date(instantOf(value).epoch),
  bind: (value, facts) => bindInstant(value, facts),
  isStored: (text, { dialect }) => isStoredDateTime(text, dialect),
  bindStored: (text) => text,
};

function read(text: string, { zone }: ValueFacts) {
  const [, date = '', time, fraction = '', offset] = form.exec(text) ?? [];
  const midnight = midnightOf(date);
  if (midnight === undefined) return refused(lostPlus.test(text) ? lostPlusExpectation : expectation);
  if (time === undefined) return accepted({ type: 'day', date, ...wholeDays(midnight, midnight, zone) });
  const digits = fraction.padEnd(6, '0');
  const wallTime = midnight + secondsIn(time) * 1_000 + Number(digits.slice(0, 3));
  const epoch = offset === undefined ? instantShowing(wallTime, clockOf(zone)) : wallTime - offsetOf(offset);
  return epoch === undefined ? refused(skippedIn(zone)) : readInstant(epoch, Number(digits.slice(3)));
}

/** Returns the number of seconds from midnight to `hh:mm:ss`. */
function secondsIn(time: string): number {
  return Number(time.slice(0, 2)) * 3_600 + Number(time.slice(3, 5)) * 60 + Number(time.slice(6, 8));
}

function skippedIn(zone: string): string {
  return `must be a time that the clocks of ${zone} show; they were put forward past it`;
}

function offsetOf(text: string): number {
  return /^z$/i.test(text) ? 0 : offsetIn(text);
}

function readInstant(epoch: number, micros: number) {
  return isWritable(epoch) ? accepted(instant(epoch, micros)) : refused(expectation);
}

function readRelative(text: string, { zone }: ValueFacts, now: () => number) {
  if (!isMeantAsMoment(text)) return undefined;
  const moment = readMoment(text, zone, now());
  if (moment === undefined) return refused(whyNoMoment(text));
  const { at, unit } = moment;
  if (unit === undefined) return accepted({ ...instant(at), relative: text });
  return accepted({ type: 'day', date: text, start: unit.start, end: unit.end });
}

function print(value: FilterValue): string {
  if (typeof value === 'object' && value.type === 'day') return value.date;
  const exact = instantOf(value);
  return exact.relative ?? printInstant(exact);
}

function printResolved(value: FilterValue): string {
  if (typeof value !== 'object' || value.type !== 'day') return printInstant(instantOf(value));
  return `${printInstant(value.start)}/${printInstant(value.end)}`;
}

function printInstant(exact: Instant): string {
  return `${secondsSpelling(exact).replace(' ', 'T')}${fractionOf(exact)}Z`;
}

/** Returns the text that TypeORM and the driver have written into the rows. A dialect's members say how. */
function bindInstant(value: FilterValue, { dialect, zoned, storedIn }: BindFacts): string {
  const exact = instantOf(value);
  // TypeORM always writes milliseconds there, and as text `10:00:00` is less than `10:00:00.000`.
  if (dialect.dateTimesAreText) return `${secondsSpelling(exact)}${fractionOf(exact) || '.000'}`;
  if (zoned) return `${secondsSpelling(exact)}${fractionOf(exact)}+00`;
  const wallTime = wallTimeAt(exact, clockOf(storedIn));
  return `${secondsSpelling(wallTime)}${fractionOf(wallTime)}`;
}
