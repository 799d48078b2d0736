import { midnightOf } from './calendar.js';
import { accepted, instantOf, refused } from './canonical.js';
import { clockOf, firstMomentFrom, momentShowing, offsetIn } from './clock.js';
import { faceAt, fractionOf, instant, isWritable, nearestWritable, secondsSpelling } from './instant.js';
import type { BindFacts, ValueKind } from './value-kind.js';
import type { FilterValue, ValueFacts } from './value.js';

const expectation =
  'must be a date-time such as 2024-03-01T10:00:00Z, with at most 6 digits after the second, ' +
  'or a calendar date such as 2024-03-01, in the years 0001 to 9999';

const lostPlusExpectation = 'must be a date-time whose "+" is written as %2B: 2024-03-01T10:00:00%2B02:00';

const day = 86_400_000;

/** A date, and after it a time, a fraction of its second, and an offset. */
const shape = new RegExp(
  '^(.{10})' +
    '(?:[Tt]((?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9])' +
    '(?:[.]([0-9]{1,6}))?' +
    '([Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])?)?$',
);

/** In a query string an unencoded plus is a space. */
const lostPlus = /^[0-9-]{10}[Tt][0-9:]{8}(?:\.[0-9]{1,9})? [0-9]{2}:[0-9]{2}$/;

/** A moment, exact to the microsecond, or the whole of a day. */
export const datetime: ValueKind = {
  name: 'datetime',
  ordered: true,
  ranged: true,
  comparable: true,
  textual: false,
  expects: () => expectation,
  read,
  readNative: (value) => (value instanceof Date ? readMoment(value.getTime(), 0) : refused(expectation)),
  print,
  toProperty: (value) => new Date(instantOf(value).epoch),
  bind: (value, facts) => bindInstant(value, facts),
};

function read(text: string, { zone }: ValueFacts) {
  const [, date = '', time, fraction = '', offset] = shape.exec(text) ?? [];
  const midnight = midnightOf(date);
  if (midnight === undefined) return refused(lostPlus.test(text) ? lostPlusExpectation : expectation);
  if (time === undefined) return readDay(date, midnight, zone);
  const digits = fraction.padEnd(6, '0');
  const face = midnight + secondsIn(time) * 1_000 + Number(digits.slice(0, 3));
  const moment = offset === undefined ? momentShowing(face, clockOf(zone)) : face - offsetOf(offset);
  return moment === undefined ? refused(skippedIn(zone)) : readMoment(moment, Number(digits.slice(3)));
}

/** How many seconds after midnight `hh:mm:ss` is. */
function secondsIn(time: string): number {
  return Number(time.slice(0, 2)) * 3_600 + Number(time.slice(3, 5)) * 60 + Number(time.slice(6, 8));
}

function skippedIn(zone: string): string {
  return `must be a time that the clocks of ${zone} show; they were put forward past it`;
}

function offsetOf(text: string): number {
  return /^z$/i.test(text) ? 0 : offsetIn(text);
}

function readMoment(epoch: number, micros: number) {
  return isWritable(epoch) ? accepted(instant(epoch, micros)) : refused(expectation);
}

/**
 * The range of a day is held to what engines can write, so the last day of the year 9999 ends a microsecond early. A day
 * that a zone left out, as Samoa did in 2011, starts where it ends and holds nothing.
 */
function readDay(date: string, midnight: number, zone: string) {
  const clock = clockOf(zone);
  const firstMoment = (face: number) => nearestWritable(instant(firstMomentFrom(face, clock)));
  return accepted({ type: 'day', date, start: firstMoment(midnight), end: firstMoment(midnight + day) });
}

function print(value: FilterValue): string {
  if (typeof value === 'object' && value.type === 'day') return value.date;
  const moment = instantOf(value);
  return `${secondsSpelling(moment).replace(' ', 'T')}${fractionOf(moment)}Z`;
}

/** As TypeORM and the driver have written the rows: see the flags of a dialect for who writes what. */
function bindInstant(value: FilterValue, { dialect, zoned, storedIn }: BindFacts): string {
  const moment = instantOf(value);
  // TypeORM always writes milliseconds there, and as text `10:00:00` is less than `10:00:00.000`.
  if (dialect.dateTimesAreText) return `${secondsSpelling(moment)}${fractionOf(moment) || '.000'}`;
  if (zoned) return `${secondsSpelling(moment)}${fractionOf(moment)}+00`;
  const face = faceAt(moment, clockOf(storedIn));
  return `${secondsSpelling(face)}${fractionOf(face)}`;
}
