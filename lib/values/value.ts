import type { Characters } from './charsets.js';

export type { ValueKindName } from '../dialects/index.js';

/** A moment, exact to the microsecond. A JavaScript Date would lose the last three digits, and rows with them. */
export interface Instant {
  readonly type: 'instant';
  /** Whole milliseconds since 1970-01-01T00:00:00Z. */
  readonly epoch: number;
  /** Microseconds beyond them, 0 to 999. */
  readonly micros: number;
}

/** A calendar day where a moment is expected: the half-open range from its start to the start of the next. */
export interface Day {
  readonly type: 'day';
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly start: Instant;
  readonly end: Instant;
}

/**
 * A value as it was understood, in one canonical form for each kind, so that equal values are equal here too:
 * text, date, time, uuid as strings; whole numbers and decimals as digits without superfluous zeros (JavaScript numbers
 * are not exact); float as a number; enum as the member itself; date-time as an instant or a day.
 */
export type FilterValue = string | number | boolean | Instant | Day;

/** What a value kind must know of the column and the host to read a value. */
export interface ValueFacts {
  /** The members of an enum column, as TypeORM declares them. */
  readonly members?: readonly (string | number)[];
  /** MySQL's unsigned numbers. */
  readonly unsigned?: boolean;
  /** MySQL's years: whatever else YEAR is compared with is taken for a year of two digits, or for no year. */
  readonly year?: boolean;
  /** Characters that a column of text can hold, where its entity declares a character set without all of Unicode. */
  readonly characters?: Characters | undefined;
  /** The IANA time zone in which dates and zoneless date-times are read. */
  readonly zone: string;
}

/** A value, or the sentence that says what would have been one: `must be a whole number from -32768 to 32767`. */
export type Reading =
  { readonly ok: true; readonly value: FilterValue } | { readonly ok: false; readonly reason: string };
