import type { Dialect } from '../dialects/index.js';

type Traits = Pick<Dialect, 'boundlessValues' | 'dateTimesAreText' | 'timesAreDurations'>;

const clock = '(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,9})?)?';
const offset = 'Z|[+-](?:0\\d|1[0-5])(?::?[0-5]\\d){0,2}';

const shape = new RegExp(
  `^(?<year>\\d{4,7})-(?<month>\\d\\d)-(?<day>\\d\\d)(?<time>[T ]${clock}(?<zone>${offset})?)?(?<era> BC)?$`,
);

const infinities: ReadonlySet<string> = new Set(['infinity', '-infinity']);

/** The years that PostgreSQL's types reach; nobody else's go beyond four digits. */
const last = { date: 5_874_897, datetime: 294_276, beforeChrist: 4_714 };

/** Whether a text is a date-time as a database prints one: a real day, and nothing that would fail as an operand. */
export function isStoredDateTime(text: string, traits: Traits): boolean {
  return isCalendarText(text, traits, last.datetime);
}

/** The same of a date. Where both are text, a column of dates may hold the one and the other. */
export function isStoredDate(text: string, traits: Traits): boolean {
  return isCalendarText(text, traits, last.date) && (traits.dateTimesAreText || !/[T ]\d/.test(text));
}

function isCalendarText(text: string, traits: Traits, lastYear: number): boolean {
  if (traits.boundlessValues && infinities.has(text)) return true;
  const { year, month, day, zone, era } = shape.exec(text)?.groups ?? {};
  if (year === undefined) return false;
  const isCommon = year.length === 4 && era === undefined;
  if (!isCommon && !(traits.boundlessValues && Number(year) <= (era === undefined ? lastYear : last.beforeChrist))) {
    return false;
  }
  if (zone !== undefined && !traits.boundlessValues && !traits.dateTimesAreText) return false;
  return isDay(era === undefined ? Number(year) : 1 - Number(year), Number(month), Number(day));
}

/** The calendar repeats itself every 400 years, and JavaScript knows those around 2000. */
function isDay(year: number, month: number, day: number): boolean {
  const alike = 2000 + (((year % 400) + 400) % 400);
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(alike, month, 0)).getUTCDate();
}

const timeOfDay = new RegExp(`^${clock}$`);
const duration = /^-?(\d{2,3}):[0-5]\d:[0-5]\d(\.\d{1,6})?$/;

/** The same of a time. PostgreSQL's day ends at 24:00:00. */
export function isStoredTime(text: string, traits: Traits): boolean {
  if (timeOfDay.test(text)) return true;
  if (traits.boundlessValues) return text === '24:00:00';
  return traits.timesAreDurations && Number(duration.exec(text)?.[1] ?? Infinity) <= 838;
}
