import {
  dateOf,
  fractionOf,
  fractionText,
  instant,
  isStoredDate,
  isStoredDateTime,
  isStoredTime,
  isWritable,
  midnightOf,
  readRelative,
  secondsSpelling,
  wallTimeAt,
  wholeDays,
} from './calendar.js';
import { clockOf, instantShowing, offsetIn } from './clock.js';
import {
  type BindFacts,
  type FilterValue,
  type Instant,
  type ValueResult,
  type ValueFacts,
  type ValueKind,
  accepted,
  asText,
  instantOf,
  refused,
  scalar,
  textOf,
} from './value.js';

const expectation = 'must be a calendar date such as 2024-02-29';

/** A calendar date, whose canonical form is its text: `2024-02-29`. */
export const date: ValueKind = {
  ...scalar,
  ...asText,
  name: 'date',
  storedAs: 'date',
  expects: () => expectation,
  print: (value) => (typeof value === 'object' && value.type === 'days' ? value.relative : textOf(value)),
  printResolved: (value) =>
    typeof value === 'object' && value.type === 'days' ? `${value.first}/${value.last}` : textOf(value),
  // A moment is its day here, and a whole unit its days.
  readRelative: (text, { zone }, now) =>
    readRelative(text, zone, now, ({ first, last }) => ({ type: 'days', relative: text, first, last })),
  read: (text) => (midnightOf(text) === undefined ? refused(expectation) : accepted(text)),
  // A Date is an instant, which falls on different days in different zones.
  readNative: (value, { zone }) => {
    const wallTime = value instanceof Date ? clockOf(zone)(value.getTime()) : NaN;
    return isWritable(wallTime) ? accepted(dateOf(wallTime)) : refused(expectation);
  },
  isStored: (text, { dialect }) => isStoredDate(text, dialect),
};

const datetimeExpected =
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
  ...scalar,
  name: 'datetime',
  storedAs: 'datetime',
  expects: () => datetimeExpected,
  read,
  readNative: (value) => (value instanceof Date ? readInstant(value.getTime(), 0) : refused(datetimeExpected)),
  readRelative: (text, { zone }, now) =>
    readRelative(text, zone, now, ({ at, whole }) =>
      whole === undefined ? { ...instant(at), relative: text } : { type: 'day', date: text, ...whole },
    ),
  print,
  printResolved,
  toProperty: (value) => new Date(instantOf(value).epoch),
  bind: bindInstant,
  isStored: (text, { dialect }) => isStoredDateTime(text, dialect),
  bindStored: (text) => text,
};

function read(text: string, { zone }: ValueFacts) {
  const [, date = '', time, fraction = '', offset] = form.exec(text) ?? [];
  const midnight = midnightOf(date);
  if (midnight === undefined) return refused(lostPlus.test(text) ? lostPlusExpectation : datetimeExpected);
  if (time === undefined) return accepted({ type: 'day', date, ...wholeDays(midnight, midnight, zone) });
  const digits = fraction.padEnd(6, '0');
  const wallTime = midnight + secondsIn(time) * 1_000 + Number(digits.slice(0, 3));
  const epoch = offset === undefined ? instantShowing(wallTime, clockOf(zone)) : wallTime - offsetIn(offset);
  return epoch === undefined
    ? refused(`must be a time that the clocks of ${zone} show; they were put forward past it`)
    : readInstant(epoch, Number(digits.slice(3)));
}

/** Returns the number of seconds from midnight to `hh:mm:ss`. */
function secondsIn(time: string): number {
  return Number(time.slice(0, 2)) * 3_600 + Number(time.slice(3, 5)) * 60 + Number(time.slice(6, 8));
}

function readInstant(epoch: number, micros: number) {
  return isWritable(epoch) ? accepted(instant(epoch, micros)) : refused(datetimeExpected);
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

/** Returns the midnight of a date alone, as a date-time with its zone. Any other text is returned as it is. */
export function atMidnight(text: string, zone: string): string {
  const reading = text.length === 10 ? read(text, { zone }) : undefined;
  return reading?.ok === true ? printInstant(startOf(reading.value)) : text;
}

/** Returns the first instant of a whole day. Any other instant is returned as it is. */
export function startOf(value: FilterValue): Instant {
  return typeof value === 'object' && value.type === 'day' ? value.start : instantOf(value);
}

/**
 * A calendar date that is asked of a column of date-times. It is read as a date is, and means the whole day: the column
 * keeps moments of it.
 */
export const day: ValueKind = {
  ...datetime,
  name: date.name,
  expects: (facts) => date.expects(facts),
  read: (text, facts) => daysOf(date.read(text, facts), facts),
  readNative: (value, facts) => daysOf(date.readNative(value, facts), facts),
  readRelative: (text, facts, now) => {
    const reading = date.readRelative?.(text, facts, now);
    return reading && daysOf(reading, facts);
  },
};

/** Returns the instants of the days that were read. */
function daysOf(reading: ValueResult, facts: ValueFacts): ValueResult {
  if (!reading.ok) return reading;
  const { value } = reading;
  const text = date.print(value);
  const { first, last } = typeof value === 'object' && value.type === 'days' ? value : { first: text, last: text };
  const [from, to] = [midnightOf(first), midnightOf(last)];
  if (from === undefined || to === undefined) return refused(expectation);
  return accepted({ type: 'day', date: text, ...wholeDays(from, to, facts.zone) });
}

const timeExpected = 'must be a time of day such as 09:30, 09:30:15 or 09:30:15.123456';

const timeForm = /^((?:[01][0-9]|2[0-3]):[0-5][0-9])(:[0-5][0-9])?(?:\.([0-9]{1,6}))?$/;

/** A time of day. Its canonical form has seconds, and a fraction of three or six digits, if any: `09:30:00`. */
export const time: ValueKind = {
  ...scalar,
  ...asText,
  name: 'time',
  storedAs: 'time',
  expects: () => timeExpected,
  read: (text) => {
    const [, minutes, seconds, fraction = ''] = timeForm.exec(text) ?? [];
    if (minutes === undefined || (seconds === undefined && fraction !== '')) return refused(timeExpected);
    return accepted(`${minutes}${seconds ?? ':00'}${fractionText(fraction)}`);
  },
  readNative: () => refused(timeExpected),
  isStored: (text, { dialect }) => isStoredTime(text, dialect),
};
