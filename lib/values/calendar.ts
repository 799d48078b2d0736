const shape = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

const february = 2;
const daysIn = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/**
 * Returns true where the Gregorian calendar has a day, which databases reckon back before its invention, too.
 *
 * @param year astronomical year, in which 1 BC is 0
 */
export function isDay(year: number, month: number, day: number): boolean {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = (daysIn[month - 1] ?? 0) + (month === february && isLeap ? 1 : 0);
  return day >= 1 && day <= days;
}

/**
 * Returns the start of a calendar date on a clock without a zone, in milliseconds since 1970; undefined where the calendar has
 * no such date, or it is in the year 0, which PostgreSQL does not know.
 *
 * @param date such as `2024-02-29`
 */
export function midnightOf(date: string): number | undefined {
  if (!shape.test(date)) return undefined;
  const year = Number(date.slice(0, 4));
  const month = Number(date.slice(5, 7));
  const day = Number(date.slice(8));
  if (year === 0 || !isDay(year, month, day)) return undefined;
  // The constructor takes a year of two digits for one of the twentieth century.
  return year < 100 ? Date.parse(`${date}T00:00:00.000Z`) : Date.UTC(year, month - 1, day);
}

/** Prints the date of a wall time, such as `2024-02-29`. */
export function dateOf(wallTime: number): string {
  return new Date(wallTime).toISOString().slice(0, 10);
}
