import type { Dialect, StoredAs } from '../dialects/index.js';
import type { FilterValue, Reading, ValueFacts, ValueKindName } from './value.js';

/** Facts that decide how a date-time is written, so that it equals what the driver has stored. */
export interface BindFacts {
  readonly dialect: Dialect;
  /** True where the column keeps an instant (`timestamp with time zone`) and not a wall time. */
  readonly zoned: boolean;
  /** Zone of stored date-times without a zone: an IANA name, an offset, or `local`. */
  readonly storedIn: string;
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

/** The values of a column of whole numbers. */
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
  read(text: string, facts: ValueFacts): Reading;

  /**
   * For dates and date-times: reads a relative date, such as `now-7d`, at a moment in milliseconds since 1970.
   *
   * @returns undefined for a text that is not meant as one
   */
  readonly readRelative?: (text: string, facts: ValueFacts, now: () => number) => Reading | undefined;

  /** Reads a native value from code: number, bigint, boolean, Date. Strings go to {@link read}. */
  readNative(value: unknown, facts: ValueFacts): Reading;

  /** Returns the canonical text of a value; reading it gives an equal value. */
  print(value: FilterValue): string;

  /** For dates and date-times: returns the text of what a relative date stands for, which {@link print} keeps. */
  readonly printResolved?: (value: FilterValue) => string;

  /** Returns the value as an entity's property holds it, for a column's transformer. */
  toProperty(value: FilterValue): unknown;

  /** Returns the value for the driver to bind. A day was replaced by its instants before. */
  bind(value: FilterValue, facts: BindFacts): unknown;
}
