import type { Characters } from './charsets.js';

export type { ValueKindName } from '../dialects/index.js';

/** An instant, exact to the microsecond. A JavaScript Date would lose the last three digits, and rows with them. */
export interface Instant {
  readonly type: 'instant';
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly epoch: number;
  /** Microseconds beyond them, 0 to 999. */
  readonly micros: number;
  /** The relative date that the instant was read of: `now-7d`. */
  readonly relative?: string | undefined;
}

/** A whole unit in place of an instant, such as a day: from its start up to the start of the next unit. */
export interface Day {
  readonly type: 'day';
  /** The text that it was read of: `2024-02-29`, or a relative date such as `now/M`. */
  readonly date: string;
  readonly start: Instant;
  readonly end: Instant;
}

/** What a relative date is on a column of dates: a day, or the days of a whole unit. */
export interface Days {
  readonly type: 'days';
  /** The text that it was read of: `now-1M/M`. */
  readonly relative: string;
  /** `YYYY-MM-DD` */
  readonly first: string;
  readonly last: string;
}

/**
 * A value as it was understood, in one canonical form for each kind, so that equal values are equal here too. Text,
 * date, time and uuid are strings. Whole numbers and decimals are digits without superfluous zeros, because JavaScript
 * numbers are not exact. A float is a number, an enum the member itself, and a date-time an instant or a day. A
 * relative date on a date is days.
 */
export type FilterValue = string | number | boolean | Instant | Day | Days;

/** Facts of the column and the module for reading a value. */
export interface ValueFacts {
  /** Members of an enum column, as its entity declares them. */
  readonly members?: readonly (string | number)[];
  /** True for MySQL's unsigned numbers. */
  readonly unsigned?: boolean;
  /** True for MySQL's YEAR. It reads other numbers as two-digit years, or as no year. */
  readonly year?: boolean;
  /** Characters that a text column can hold, where its entity declares a character set smaller than Unicode. */
  readonly characters?: Characters | undefined;
  /** IANA time zone of dates, and of date-times without a zone. */
  readonly zone: string;
}

/**
 * Result of reading a value: the value, or the end of the sentence that refuses it: `must be a whole
 * number from -32768 to 32767`.
 */
export type Reading =
  { readonly ok: true; readonly value: FilterValue } | { readonly ok: false; readonly reason: string };
