import type { Dialect, StoredAs } from '../dialects/index.js';
import type { FilterValue, Reading, ValueFacts, ValueKindName } from './value.js';

/** Facts beside the value by which a date-time is written as the driver has stored it. */
export interface BindFacts {
  readonly dialect: Dialect;
  /** True where the column keeps an instant (`timestamp with time zone`) and not a wall time. */
  readonly zoned: boolean;
  /** Zone of the clock that date-times without one are stored in: an IANA name, an offset, or `local`. */
  readonly storedIn: string;
}

/** Facts of a column that decide which values the database can print of it. */
export interface ColumnTraits {
  readonly dialect: Dialect;
  readonly facts: ValueFacts;
  /** Greatest number of digits of a decimal; undefined where the entity declares none. */
  readonly precision?: number | null | undefined;
  /** Number of those digits that are after the point. */
  readonly scale?: number | null | undefined;
}

/**
 * A kind of value as columns keep it, beyond the values that requests can name: a date of PostgreSQL may be infinity. Cursors
 * carry such values out and in again, as texts.
 */
export interface StoredKind {
  /** Way in which the column's own type keeps the values, by which the dialects decide how to read and compare them. */
  readonly storedAs: StoredAs;

  /**
   * Returns true where a text can be the value of a column as its database prints it. Any other would fail as an operand, and
   * a client can make up a cursor where there is no secret.
   */
  isStored(text: string, column: ColumnTraits): boolean;

  /** Returns the value of such a text as the driver is to bind it. */
  bindStored(text: string, dialect: Dialect): unknown;
}

/** The values of a column of whole numbers. */
export interface WholeNumberBounds {
  readonly least: bigint;
  readonly most: bigint;
  /** True where 0 is a value, too, although it is not between them. */
  readonly orZero: boolean;
}

/**
 * One kind of value: how it is read, printed, bound and stored. It is a row of the table in `index.ts`; the rules are those of
 * the dialect's documentation, docs/dialect.md.
 */
export interface ValueKind extends StoredKind {
  readonly name: ValueKindName;

  /** Returns the end of the sentence about a value that is refused: `must be a calendar date such as 2024-02-29`. */
  expects(facts: ValueFacts): string;

  /** True where values have an order to ask about: `$lt`, `$gte`, and sorting. */
  readonly ordered: boolean;

  /** True where `$between` makes sense. */
  readonly ranged: boolean;

  /** True where `$eq` and `$in` make sense: not for json and opaque columns. */
  readonly comparable: boolean;

  /** True where text matches make sense. */
  readonly textual: boolean;

  /** For whole numbers: returns the least and the greatest value of a column, and whether 0 is one as well. */
  readonly bounds?: (facts: ValueFacts) => WholeNumberBounds;

  /** True where values are numbers, whose text is what JSON writes without quotes. */
  readonly numeric?: boolean;

  /** Reads the text of a value in a query string or in JSON. */
  read(text: string, facts: ValueFacts): Reading;

  /** Reads a native value of a call in code: number, bigint, boolean, Date. Strings go to {@link read}. */
  readNative(value: unknown, facts: ValueFacts): Reading;

  /** Returns the canonical text of a value; reading it gives an equal value. */
  print(value: FilterValue): string;

  /** Returns the value as an entity's property holds it, which is what a column's transformer expects. */
  toProperty(value: FilterValue): unknown;

  /** Returns the value as the driver is to bind it. An instant gives one text; a day is lowered to instants before. */
  bind(value: FilterValue, facts: BindFacts): unknown;
}
