const form = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

const february = 2;
const daysIn = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/**
 * Returns true for a day of the Gregorian calendar. Databases extend it to the time before its invention, too.
 *
 * @param year astronomical year: 1 BC is 0
 */
export function isDay(year: number, month: number, day: number): boolean {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = (daysIn[month - 1] ?? 0) + (month === february && isLeap ? 1 : 0);
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
