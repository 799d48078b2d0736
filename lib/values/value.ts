import type { Characters } from './charsets.js';

export type { ValueKindName } from '../dialects/index.js';

/** An instant, exact to the microsecond. A JavaScript Date would lose the last three digits, and rows with them. */
export interface Instant {
  readonly type: 'instant';
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly epoch: number;
  /** Microseconds beyond them, 0 to 999. */
  readonly micros: number;
}

/** A calendar day in the place of an instant: the half-open range from its start to the start of the next. */
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

/** Facts of the column and the module by which a value is read. */
export interface ValueFacts {
  /** Members of an enum column, as its entity declares them. */
  readonly members?: readonly (string | number)[];
  /** True for MySQL's unsigned numbers. */
  readonly unsigned?: boolean;
  /** True for MySQL's YEAR, which takes any other number for a year of two digits, or for no year. */
  readonly year?: boolean;
  /** Characters that a column of text can hold, where its entity declares a character set without all of Unicode. */
  readonly characters?: Characters | undefined;
  /** IANA time zone in which dates, and date-times without a zone, are read. */
  readonly zone: string;
}

/**
 * Result of reading a value: the value, or the end of the sentence about a text that is none: `must be a whole number from
 * -32768 to 32767`.
 */
export type Reading =
  { readonly ok: true; readonly value: FilterValue } | { readonly ok: false; readonly reason: string };
