import { DateTime } from 'luxon';
import type { Field, Kind } from './expected-model.js';
import { digitsOf } from './numbers.js';

/** The comparable form of a value. */
export type Scalar = string | number | bigint;

/** A value: a single point, or, for a day among date-times, all from `start` to before `end`. */
export interface Span {
  readonly start: Scalar;
  readonly end: Scalar | undefined;
}

/** Circumstances on which the meaning of a request depends. */
export interface Reading {
  /** The zone in which days and zoneless date-times are read. */
  readonly zone: string;
  /** True if the columns' collation treats `a` and `A` as equal, as MariaDB's default does. */
  readonly ignoresCase: boolean;
  /** Position of NULL unless a key sets it: first or last in both directions, or the engine's own. */
  readonly nullsAre: 'first' | 'last' | 'smallest' | 'largest';
  /** True if decimals are doubles in documents, as in SQLite's. */
  readonly decimalsAreDoubles: boolean;
  /** True if the handler includes soft-deleted rows. */
  readonly withDeleted: boolean;
}

const readers: Readonly<Record<Kind, (text: string, reading: Reading) => Scalar>> = {
  text: (text, { ignoresCase }) => (ignoresCase ? text.toLowerCase() : text),
  tinyint: (text) => BigInt(text),
  smallint: (text) => BigInt(text),
  integer: (text) => BigInt(text),
  bigint: (text) => BigInt(text),
  decimal: (text, { decimalsAreDoubles }) => scaled(digitsOf(text, decimalsAreDoubles) ?? text),
  float: Number,
  boolean: (text) => (text === 'true' || text === '1' ? 1 : 0),
  date: (text) => text,
  datetime: (text, { zone }) => DateTime.fromISO(text, { zone }).toMillis(),
  uuid: (text) => text.toLowerCase(),
  enum: (text) => text,
  json: (text) => text,
};

/** The circumstances under which the values of a field are compared. */
export function readingOf({ exact }: Pick<Field, 'exact'>, reading: Reading): Reading {
  return exact && reading.ignoresCase ? { ...reading, ignoresCase: false } : reading;
}

const known = new Map<string, Span>();

/** A value by its text. The domains are small, so each is read once. */
export function spanOf(kind: Kind, text: string, reading: Reading): Span {
  const key = `${kind} ${reading.zone} ${reading.ignoresCase} ${reading.decimalsAreDoubles} ${text}`;
  const span = known.get(key) ?? read(kind, text, reading);
  known.set(key, span);
  return span;
}

function read(kind: Kind, text: string, reading: Reading): Span {
  const isDay = kind === 'datetime' && text.length === 'YYYY-MM-DD'.length;
  return { start: readers[kind](text, reading), end: isDay ? endOfDay(text, reading) : undefined };
}

function endOfDay(text: string, { zone }: Reading): number {
  return DateTime.fromISO(text, { zone }).plus({ days: 1 }).toMillis();
}

/** A decimal without its point, with thirty digits after it: exact, and `4.5` is `4.50`. */
function scaled(text: string): bigint {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  return BigInt(`${sign}${whole}${fraction.padEnd(30, '0')}`);
}

export function isBefore(value: Scalar, span: Span): boolean {
  return value < span.start;
}

export function isAfter(value: Scalar, span: Span): boolean {
  return span.end === undefined ? value > span.start : value >= span.end;
}

export function isWithin(value: Scalar, span: Span): boolean {
  return !isBefore(value, span) && !isAfter(value, span);
}
