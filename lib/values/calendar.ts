import { DateTime } from 'luxon';
import { type Clock, clockOf, firstInstantFrom } from './clock.js';
import { type Day, type FilterValue, type Instant, type ValueResult, accepted, refused } from './value.js';
import type { Calendar, Dialect } from '../dialects/index.js';

const form = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

const oneDay = 86_400_000;
const daysIn = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/**
 * Returns true for a day of the Gregorian calendar. Databases extend it to the time before its invention, too.
 *
 * @param year astronomical year: 1 BC is 0
 */
function isDay(year: number, month: number, day: number): boolean {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = (daysIn[month - 1] ?? 0) + (month === 2 && isLeap ? 1 : 0);
  return day >= 1 && day <= days;
}

/**
 * Returns the start of a calendar date on a clock without a zone, in milliseconds since 1970.
 *
 * @param date such as `2024-02-29`
 * @returns undefined for a date that does not exist, and for the year 0, which PostgreSQL does not know
 */
export function midnightOf(date: string): number | undefined {
  if (!form.test(date)) return undefined;
  const year = Number(date.slice(0, 4));
  const month = Number(date.slice(5, 7));
  const day = Number(date.slice(8));
  if (year === 0 || !isDay(year, month, day)) return undefined;
  // The constructor would put a two-digit year into the twentieth century.
  return year < 100 ? Date.parse(`${date}T00:00:00.000Z`) : Date.UTC(year, month - 1, day);
}

/** Prints the date of a wall time, such as `2024-02-29`. */
export function dateOf(wallTime: number): string {
  return new Date(wallTime).toISOString().slice(0, 10);
}

const firstEpoch = Date.parse('0001-01-01T00:00:00.000Z');
const lastEpoch = Date.parse('9999-12-31T23:59:59.999Z');

/** Makes an instant of milliseconds since 1970, and microseconds beyond them. */
export function instant(epoch: number, micros = 0): Instant {
  return { type: 'instant', epoch, micros };
}

/** Ends of the range that all engines can write: years of four digits, and no year 0. */
const first = instant(firstEpoch);
const last = instant(lastEpoch, 999);

/** Returns true for an epoch in the years 0001 to 9999 of UTC, and false for the NaN of an invalid Date. */
export function isWritable(epoch: number): boolean {
  return epoch >= firstEpoch && epoch <= lastEpoch;
}

/** Returns the instant itself, or the nearest that all engines can write. */
function nearestWritable(value: Instant): Instant {
  if (value.epoch < firstEpoch) return first;
  return value.epoch > lastEpoch ? last : value;
}

/**
 * Returns the wall time of a clock at an instant, written as an instant of UTC. It is limited to the years that can be
 * written: at either end, some zones are already in another year.
 */
export function wallTimeAt(value: Instant, clock: Clock): Instant {
  return nearestWritable(instant(clock(value.epoch), value.micros));
}

/**
 * Prints an instant in UTC to the second, as SQLite's own functions do: `2024-03-01 10:00:00`. A fraction is left out.
 * Every bound moment is printed here: V8 takes three times as long for `toISOString` as for the parts.
 */
export function secondsSpelling({ epoch }: Instant): string {
  const at = new Date(epoch);
  const year = String(at.getUTCFullYear()).padStart(4, '0');
  const date = `${year}-${twoDigits(at.getUTCMonth() + 1)}-${twoDigits(at.getUTCDate())}`;
  return `${date} ${twoDigits(at.getUTCHours())}:${twoDigits(at.getUTCMinutes())}:${twoDigits(at.getUTCSeconds())}`;
}

function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : String(number);
}

/** Prints the fraction of an instant's second with its point, in three or six digits, or nothing without a fraction. */
export function fractionOf({ epoch, micros }: Instant): string {
  const milliseconds = ((epoch % 1_000) + 1_000) % 1_000;
  if (milliseconds === 0 && micros === 0) return '';
  return fractionText(String(milliseconds * 1_000 + micros).padStart(6, '0'));
}

/** Prints up to six digits of a fraction in canonical form: none, three or six of them, after a point. */
export function fractionText(digits: string): string {
  const micros = digits.padEnd(6, '0');
  if (micros === '000000') return '';
  return micros.endsWith('000') ? `.${micros.slice(0, 3)}` : `.${micros}`;
}

/*
 * Relative dates: `now`, offsets, and at the end a rounding, as in `now-1M/M`. Years to days follow the calendar
 * in a zone, where the end of a month is its last day; hours, minutes and seconds are exact.
 */

/** The units by the letters that stand for them, in luxon's names. */
const units = {
  ...({ y: 'year', Q: 'quarter', M: 'month', w: 'week' } as const),
  ...({ d: 'day', h: 'hour', m: 'minute', s: 'second' } as const),
};

type Letter = keyof typeof units;
type Unit = (typeof units)[Letter];

const letters = Object.keys(units).join('');
/** The most offsets of one text: each is a calculation in a calendar, and one for each unit says every moment. */
const mostOffsets = 8;
const shape = new RegExp(`^now((?:[+-][0-9]{1,9}[${letters}]){0,${mostOffsets}})(?:/([${letters}]))?$`);
const longShape = new RegExp(`^now(?:[+-][0-9]{1,9}[${letters}]){${mostOffsets + 1}}`);
const offsets = new RegExp(`([+-][0-9]{1,9})([${letters}])`, 'g');

/** Exact units, in milliseconds. */
const exactly: Readonly<Partial<Record<Unit, number>>> = { hour: 3_600_000, minute: 60_000, second: 1_000 };

/** A word that relative dates begin with, or that others have for them. */
const beginning = /^\s*(?:now|today|tomorrow|yesterday)/i;

/** A moment, and the day of it in the zone. Where the text ends with a rounding, the whole unit around it, too. */
export interface Moment {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** First and last day: `2024-02-29`. */
  readonly first: string;
  readonly last: string;
  readonly whole?: WholeDays;
}

/** The instants of days or of another whole unit: from its start up to the start of the next. */
type WholeDays = Pick<Day, 'start' | 'end'>;

/**
 * Reads a relative date as the value that a kind makes of it. One outside of the years 0001 to 9999 is refused.
 *
 * @returns undefined for a text that is not meant as one
 */
export function readRelative(
  text: string,
  zone: string,
  now: () => number,
  valueOf: (moment: Moment) => FilterValue,
): ValueResult | undefined {
  if (!beginning.test(text)) return undefined;
  const moment = readMoment(text, zone, now());
  return moment === undefined ? refused(whyNoMoment(text)) : accepted(valueOf(moment));
}

function whyNoMoment(text: string): string {
  if (longShape.test(text)) return `must be a moment of at most ${mostOffsets} offsets, such as now-1M+2d`;
  return /^now(?:[+-][0-9]+[A-Za-z])* [0-9]/.test(text)
    ? 'must be a moment whose "+" is written as %2B: now%2B1d'
    : 'must be a moment such as now, now-7d, now/d or now-1M/M: now, offsets in ' +
        `${Object.keys(units).join(' ')}, and at the end one rounding`;
}

function readMoment(text: string, zone: string, now: number): Moment | undefined {
  const [matched, moves = '', letter] = shape.exec(text) ?? [];
  if (matched === undefined) return undefined;
  let moment = DateTime.fromMillis(now, { zone });
  for (const [, number, unit] of moves.matchAll(offsets)) moment = moment.plus({ [unitOf(unit)]: Number(number) });
  if (!moment.isValid || !isWithinYears(moment)) return undefined;
  if (letter !== undefined) return roundedTo(unitOf(letter), moment, zone);
  const date = dateIn(moment);
  return { at: moment.toMillis(), first: date, last: date };
}

/** The patterns above match no other letter. */
function unitOf(letter: string | undefined): Unit {
  return units[letter as Letter];
}

function roundedTo(unit: Unit, moment: DateTime, zone: string): Moment | undefined {
  const at = moment.toMillis();
  const length = exactly[unit];
  if (length !== undefined) {
    // By the offset of the moment itself: where clocks are set back by half an hour, the wall's unit begins twice.
    const wall = at + Math.round(moment.offset * 60_000);
    const start = at - (((wall % length) + length) % length);
    const date = dateIn(moment);
    if (!isWritable(start + length)) return undefined;
    return { at, first: date, last: date, whole: { start: instant(start), end: instant(start + length) } };
  }
  // Days are reckoned on a calendar without clocks. Each begins at its first instant that clocks of the zone show.
  const first = DateTime.utc(moment.year, moment.month, moment.day).startOf(unit);
  const next = first.plus({ [unit]: 1 });
  if (!isWithinYears(first) || !isWithinYears(next)) return undefined;
  const [start, end] = [first, next].map((date) => startOfDay(dateIn(date), zone));
  if (start === undefined || end === undefined) return undefined;
  return { at, first: dateIn(first), last: dateIn(next.minus({ days: 1 })), whole: { start, end } };
}

function startOfDay(date: string, zone: string): Instant | undefined {
  const midnight = midnightOf(date);
  const epoch = midnight === undefined ? NaN : firstInstantFrom(midnight, clockOf(zone));
  return isWritable(epoch) ? instant(epoch) : undefined;
}

function isWithinYears({ year }: DateTime): boolean {
  return year >= 1 && year <= 9_999;
}

function dateIn({ year, month, day }: DateTime): string {
  return dateOf(Date.parse(DateTime.utc(year, month, day).toISO() ?? ''));
}

const clock = '(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,9})?)?';
const offset = 'Z|[+-](?:0\\d|1[0-5])(?::?[0-5]\\d){0,2}';

/** A year, a month and a day, and after them, if any, a time, its zone, and the era before Christ. */
const storedForm = new RegExp(`^(\\d{4,7})-(\\d\\d)-(\\d\\d)(?:[T ]${clock}(${offset})?)?( BC)?$`);

/** Returns true for a date-time as the database prints one: a real day, within its years. */
export function isStoredDateTime(text: string, { calendar }: Pick<Dialect, 'calendar'>): boolean {
  return isIn(calendar, text, calendar.lastYear.datetime);
}

/**
 * Returns true for a date as the database prints one. Where date-times are text, too, a date column may hold either.
 */
export function isStoredDate(
  text: string,
  { calendar, dateTimesAreText }: Pick<Dialect, 'calendar' | 'dateTimesAreText'>,
): boolean {
  return isIn(calendar, text, calendar.lastYear.date) && (dateTimesAreText || !/[T ]\d/.test(text));
}

function isIn({ hasInfinity, yearsBeforeChrist, printsOffsets }: Calendar, text: string, lastYear: number): boolean {
  if (hasInfinity && /^-?infinity$/.test(text)) return true;
  const [, year, month, day, zone, era] = storedForm.exec(text) ?? [];
  if (year === undefined || (zone !== undefined && !printsOffsets)) return false;
  const number = Number(year);
  const isBeforeChrist = era !== undefined;
  if (isBeforeChrist && number > yearsBeforeChrist) return false;
  if (!isBeforeChrist && (number > lastYear || year.length > String(lastYear).length)) return false;
  return isDay(isBeforeChrist ? 1 - number : number, Number(month), Number(day));
}

const timeOfDay = new RegExp(`^${clock}$`);
const duration = /^-?(\d{2,3}):[0-5]\d:[0-5]\d(\.\d{1,6})?$/;

/** Returns true for a time as the database prints one. */
export function isStoredTime(text: string, { calendar: { times } }: Pick<Dialect, 'calendar'>): boolean {
  if (timeOfDay.test(text)) return true;
  if (times === 'to 24:00') return text === '24:00:00';
  return times === 'duration' && Number(duration.exec(text)?.[1] ?? Infinity) <= 838;
}

/**
 * Returns the instants of whole days in a zone, within the years that engines can write: the last day of the year 9999
 * ends a microsecond early. A day that a zone left out, as Samoa did in 2011, starts where it ends and contains
 * nothing.
 *
 * @param first the midnight of the first day on a clock without a zone, in milliseconds since 1970
 * @param last the midnight of the last day
 */
export function wholeDays(first: number, last: number, zone: string): WholeDays {
  const clock = clockOf(zone);
  const firstInstant = (wallTime: number) => nearestWritable(instant(firstInstantFrom(wallTime, clock)));
  return { start: firstInstant(first), end: firstInstant(last + oneDay) };
}
