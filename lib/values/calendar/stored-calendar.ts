import type { Calendar, Dialect } from '../../dialects/index.js';
import { isDay } from './calendar.js';

const clock = '(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,9})?)?';
const offset = 'Z|[+-](?:0\\d|1[0-5])(?::?[0-5]\\d){0,2}';

/** A year, a month and a day, and after them, if any, a time, its zone, and the era before Christ. */
const form = new RegExp(`^(\\d{4,7})-(\\d\\d)-(\\d\\d)(?:[T ]${clock}(${offset})?)?( BC)?$`);

const infinities: ReadonlySet<string> = new Set(['infinity', '-infinity']);

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
  if (hasInfinity && infinities.has(text)) return true;
  const [, year, month, day, zone, era] = form.exec(text) ?? [];
  if (year === undefined || (zone !== undefined && !printsOffsets)) return false;
  const number = Number(year);
  const isBeforeChrist = era !== undefined;
  if (isBeforeChrist && number > yearsBeforeChrist) return false;
  if (!isBeforeChrist && (number > lastYear || year.length > String(lastYear).length)) return false;
  return isDay(isBeforeChrist ? 1 - number : number, Number(month), Number(day));
}

const timeOfDay = new RegExp(`^${clock}$`);
const duration = /^-?(\d{2,3}):[0-5]\d:[0-5]\d(\.\d{1,6})?$/;
const mostHours = 838;

/** Returns true for a time as the database prints one. */
export function isStoredTime(text: string, { calendar: { times } }: Pick<Dialect, 'calendar'>): boolean {
  if (timeOfDay.test(text)) return true;
  switch (times) {
    case 'of day':
      return false;
    case 'to 24:00':
      return text === '24:00:00';
    case 'duration':
      return Number(duration.exec(text)?.[1] ?? Infinity) <= mostHours;
  }
}
