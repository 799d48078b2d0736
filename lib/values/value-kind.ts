import type { Dialect } from '../dialects/index.js';
import type { FilterValue, Reading, ValueFacts, ValueKindName } from './value.js';

/** What must be known beside the dialect to write a date-time as the driver stored it. */
export interface BindFacts {
  readonly dialect: Dialect;
  /** Whether the column keeps a moment (`timestamp with time zone`) and not the face of a clock. */
  readonly zoned: boolean;
  /** The zone of the clock that date-times without one are stored in: an IANA name, an offset, or `local`. */
  readonly storedIn: string;
}

/**
 * One kind of value: how it is read, printed and bound. A row of the table in `index.ts`; the rules are those of the
 * dialect's documentation, docs/dialect.md.
 */
export interface ValueKind {
  readonly name: ValueKindName;

  /** What a value must be, continuing a sentence: `must be a calendar date such as 2024-02-29`. */
  expects(facts: ValueFacts): string;

  /** Whether values have an order to ask about: `$lt`, `$gte`, and sorting. */
  readonly ordered: boolean;

  /** Whether `$between` makes sense. */
  readonly ranged: boolean;

  /** Whether `$eq` and `$in` make sense: not for json and opaque columns. */
  readonly comparable: boolean;

  /** Whether text matches make sense. */
  readonly textual: boolean;

  /** Whether values are numbers, whose text is what JSON writes without quotes. */
  readonly numeric?: boolean;

  /** Reads the text that stands for a value in a query string or in JSON. */
  read(text: string, facts: ValueFacts): Reading;

  /** Reads a native value of an in-process call: number, bigint, boolean, Date. Strings go to {@link read}. */
  readNative(value: unknown, facts: ValueFacts): Reading;

  /** The canonical text of a value; reading it gives the same value again. */
  print(value: FilterValue): string;

  /** The value as an entity's property holds it: what a column's transformer expects. */
  toProperty(value: FilterValue): unknown;

  /** The value as the driver is to bind it. An instant gives one text; a day is lowered to instants before. */
  bind(value: FilterValue, facts: BindFacts): unknown;
}
