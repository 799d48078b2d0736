import type { Dialect, StoredAs, ValueKindName } from '../dialects/index.js';

export type { ValueKindName };

/** Three bytes in UTF-8: MySQL's `utf8` ends here, and has no emoji. */
const threeBytes = /^[^\u{10000}-\u{10ffff}]*$/u;

/**
 * Patterns of the texts in character sets. No row contains a text with any other character, and MySQL fails to compare
 * one with the column.
 */
const declared: ReadonlyMap<string, RegExp> = new Map([
  ['utf8', threeBytes],
  ['utf8mb3', threeBytes],
  ['ucs2', threeBytes],
  ['ascii', /^[^\x80-\u{10ffff}]*$/u],
  // MySQL's `latin1` is windows-1252, with Latin-1 in its five empty places.
  ['latin1', /^(?:[^\x80-\u{10ffff}]|[\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ\x81\x8d\x8f\x90\x9d])*$/u],
]);

/**
 * Returns the characters of a MySQL character set by its declared name.
 *
 * @param charset name in lower case, such as `latin1`
 * @returns undefined for an unknown set; the server itself then refuses what it cannot compare
 */
export function declaredCharacters(charset: string): RegExp | undefined {
  return declared.get(charset);
}

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
  readonly characters?: RegExp | undefined;
  /** IANA time zone of dates, and of date-times without a zone. */
  readonly zone: string;
}

/** A value, or the end of the sentence that refuses it: `must be a whole number from -32768 to 32767`. */
export type ValueResult =
  { readonly ok: true; readonly value: FilterValue } | { readonly ok: false; readonly reason: string };

/** Facts that decide how a date-time is written, so that it equals what the driver has stored. */
export interface BindFacts {
  readonly dialect: Dialect;
  /** True where the column keeps an instant (`timestamp with time zone`) and not a wall time. */
  readonly zoned: boolean;
  /** Zone of stored date-times without a zone: an IANA name, an offset, or `local`. */
  readonly storedIn: string;
  /**
   * True where rows show fewer digits of a second than the column may keep: a Date has three. A value of three digits
   * then stands for all of its millisecond. False where it is left out.
   */
  readonly hidesDigits?: boolean;
}

/** Facts of a column that decide which values the database can print. */
export interface ColumnTraits {
  readonly dialect: Dialect;
  readonly facts: ValueFacts;
  /** Greatest number of digits of a decimal. Undefined where the entity declares none. */
  readonly precision?: number | null | undefined;
  /** Number of digits after the point. */
  readonly scale?: number | null | undefined;
}

/**
 * A kind of value as columns keep it, beyond the values of requests: a PostgreSQL date may be infinity. Cursors carry
 * such values out and in again, as texts.
 */
export interface StoredKind {
  /** Way in which the column's own type keeps the values. The dialects decide by it how to read and compare them. */
  readonly storedAs: StoredAs;
  /**
   * Returns true where a text can be a column's value as its database prints it. Any other text would fail as an
   * operand, and without a secret a client can make up a cursor.
   */
  isStored(text: string, column: ColumnTraits): boolean;
  /** Returns the value of such a text for the driver to bind. */
  bindStored(text: string, dialect: Dialect): unknown;
}

/** The least and the greatest value of a column of whole numbers. */
export interface WholeNumberBounds {
  readonly least: bigint;
  readonly most: bigint;
  /** True where 0 is also a value, outside the range. */
  readonly orZero: boolean;
}

/**
 * One kind of value: how it is read, printed, bound and stored. It is a row of the table in `index.ts`.
 * docs/dialect.md has its rules.
 */
export interface ValueKind extends StoredKind {
  readonly name: ValueKindName;
  /** Returns the end of the sentence that refuses a value: `must be a calendar date such as 2024-02-29`. */
  expects(facts: ValueFacts): string;
  /** True where values have an order to ask about: `$lt`, `$gte`, and sorting. */
  readonly ordered: boolean;
  /** True where `$between` makes sense. */
  readonly ranged: boolean;
  /** True where `$eq` and `$in` make sense: not for json and opaque columns. */
  readonly comparable: boolean;
  /** True where text matches make sense. */
  readonly textual: boolean;
  /** For whole numbers: returns the least and the greatest value of a column. */
  readonly bounds?: (facts: ValueFacts) => WholeNumberBounds;
  /** True where values are numbers, which JSON writes without quotes. */
  readonly numeric?: boolean;
  /** Reads the text of a value in a query string or in JSON. */
  read(text: string, facts: ValueFacts): ValueResult;
  /**
   * For dates and date-times: reads a relative date, such as `now-7d`, at a moment in milliseconds since 1970.
   *
   * @returns undefined for a text that is not meant as one
   */
  readonly readRelative?: (text: string, facts: ValueFacts, now: () => number) => ValueResult | undefined;
  /** Reads a native value from code: number, bigint, boolean, Date. Strings go to {@link read}. */
  readNative(value: unknown, facts: ValueFacts): ValueResult;
  /** Returns the canonical text of a value; reading it gives an equal value. */
  print(value: FilterValue): string;
  /** For dates and date-times: returns the text of what a relative date stands for, which {@link print} keeps. */
  readonly printResolved?: (value: FilterValue) => string;
  /** Returns the value as an entity's property holds it, for a column's transformer. */
  toProperty(value: FilterValue): unknown;
  /**
   * For numbers that answers show with fewer digits than the column keeps: returns the least and the greatest of the
   * numbers that are shown as a value.
   */
  readonly endsOf?: (value: FilterValue) => readonly [least: number, greatest: number];
  /** Returns the value for the driver to bind. A day was replaced by its instants before. */
  bind(value: FilterValue, facts: BindFacts): unknown;
}

export function accepted(value: FilterValue): ValueResult {
  return { ok: true, value };
}

/** Refuses a value, by the end of a sentence that describes a valid one. It never repeats the client's input. */
export function refused(reason: string): ValueResult {
  return { ok: false, reason };
}

/** Returns the text of a kind whose canonical form is text. Any other value is a bug of the library: a TypeError. */
export function textOf(value: FilterValue): string {
  if (typeof value === 'string') return value;
  throw new TypeError(`Expected a value whose canonical form is text, not ${typeof value}`);
}

/** Returns a value of a kind whose canonical form is a number. See {@link textOf}. */
export function numberOf(value: FilterValue): number {
  if (typeof value === 'number') return value;
  throw new TypeError(`Expected a value whose canonical form is a number, not ${typeof value}`);
}

/** Returns a date-time as an instant. A day was replaced by its two ends before. See {@link textOf}. */
export function instantOf(value: FilterValue): Instant {
  if (typeof value === 'object' && value.type === 'instant') return value;
  throw new TypeError(`Expected an instant, not ${typeof value === 'object' ? 'a whole day' : typeof value}`);
}

/** Returns true for a value that stands for a range of stored ones: days, and any date-time where digits are hidden. */
export function isRange(value: FilterValue, { hidesDigits = false }: Pick<BindFacts, 'hidesDigits'>): boolean {
  return typeof value === 'object' && (value.type !== 'instant' || hidesDigits);
}

/**
 * Returns the last stored instant that a value stands for: where digits are hidden, the end of the millisecond that it
 * shows, and itself where it says microseconds. This end is on the same side of a change of clocks as the value, and
 * in a year that can be written.
 */
export function lastShownAs(value: Instant, { hidesDigits = false }: Pick<BindFacts, 'hidesDigits'>): Instant {
  return hidesDigits && value.micros === 0 ? { type: 'instant', epoch: value.epoch, micros: 999 } : value;
}

/** Members of most kinds: their values are compared and have an order, and are no texts to look in. */
export const scalar = { ordered: true, ranged: true, comparable: true, textual: false };

/** Members of kinds that are printed, kept and bound as the text that was read. */
export const asText = { print: textOf, toProperty: textOf, bind: textOf, bindStored: (text: string) => text };

/** Implements {@link ValueKind.isStored} for kinds whose columns hold only what requests can name. */
export function isReadable(this: Pick<ValueKind, 'read'>, text: string, { facts }: ColumnTraits): boolean {
  return this.read(text, facts).ok;
}

/** Number of digits that a JavaScript number always holds exactly. */
const exactDigits = 15;
/** Codes of the characters `0` and `9`. */
const [zero, nine] = [0x30, 0x39];

/** Returns the index after the digits that begin at an index. Without digits this is the index itself. */
export function endOfDigits(text: string, first: number): number {
  let end = first;
  while (isDigit(text.charCodeAt(end))) end += 1;
  return end;
}

/** Returns false also for NaN, the code beyond the end of a text. */
function isDigit(code: number): boolean {
  return code >= zero && code <= nine;
}

/**
 * Reads the whole number between two indexes of a text, in canonical form: digits alone, without leading zeros.
 *
 * @returns undefined for `007`, `-1`, `1e3`, and for a number too long to be exact
 */
export function canonicalNumber(text: string, first = 0, end = text.length): number | undefined {
  const length = end - first;
  if (length < 1 || length > exactDigits) return undefined;
  if (text.charCodeAt(first) === zero && length > 1) return undefined;
  let number = 0;
  for (let at = first; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (!isDigit(code)) return undefined;
    number = number * 10 + (code - zero);
  }
  return number;
}

/** Binds the stored text of a whole number; see {@link Dialect.wholeNumbers}. */
export function bindWholeNumber(text: string, { wholeNumbers }: Dialect): unknown {
  if (wholeNumbers === 'text') return text;
  // A BigInt is made three times as fast from a number as from a text.
  return BigInt(text.length <= exactDigits ? Number(text) : text);
}

/**
 * Binds a float; see {@link Dialect.floats}. SQLite reads a text of digits alone as a whole number of 64 bits, which
 * beyond 2^53 is another number than the float that JavaScript writes so.
 */
export function bindFloat(value: number, { floats }: Dialect): unknown {
  if (floats === 'number') return value;
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? value.toExponential() : String(value);
}

/** Returns true for NaN and infinity where columns of numbers can hold them. */
export function isNotFinite(text: string, { notFiniteNumbers }: Dialect): boolean {
  return notFiniteNumbers && /^(?:NaN|-?Infinity)$/.test(text);
}

/** Columns of bytes, printed as hexadecimal digits. Requests cannot name bytes, so this is not a kind of value. */
const bytes: StoredKind = {
  storedAs: 'bytes',
  isStored: (text) => /^([0-9A-Fa-f]{2})*$/.test(text),
  bindStored: (text) => Buffer.from(text, 'hex'),
};

/**
 * Positions of enum members, where the engine orders by them. Zero is the position of the empty text, which MySQL keeps
 * for a value that is not a member.
 */
export const memberPosition: StoredKind = {
  storedAs: 'integer',
  isStored: (text, { facts: { members = [] } }) => /^\d{1,5}$/.test(text) && Number(text) <= members.length,
  bindStored: bindWholeNumber,
};

/**
 * Returns how a column keeps its values: by its kind, or as bytes where only that is known of its type.
 *
 * @param kind the kind of the column's own type
 */
export function storedKindOf(
  { type, isArray }: { readonly type: unknown; readonly isArray?: boolean },
  kind: ValueKind,
  { byteTypes }: Dialect,
): StoredKind {
  return kind.name === 'opaque' && byteTypes.has(type) && isArray !== true ? bytes : kind;
}
