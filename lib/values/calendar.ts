const shape = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

/**
 * The start of a calendar date on a clock without a zone, or undefined when the calendar has no such date. There is no
 * year 0, for PostgreSQL at least.
 */
export function midnightOf(date: string): number | undefined {
  if (!shape.test(date) || date.startsWith('0000')) return undefined;
  const midnight = Date.parse(`${date}T00:00:00.000Z`);
  // An engine may take February 30 for a day in March; then it does not come back. An invalid date has the day NaN.
  return new Date(midnight).getUTCDate() === Number(date.slice(8)) ? midnight : undefined;
}

/** The date on a clock's face. */
export function dateShown(face: number): string {
  return new Date(face).toISOString().slice(0, 10);
}
