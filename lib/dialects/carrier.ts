import type { DeclaredType, StoredAs, StoredColumn } from './stored.js';

/**
 * Codec of sort-key values, which cursors carry out of an engine and back into it. A JavaScript Date would lose
 * microseconds, a number would lose digits, and the page would then lose rows, so a value travels as text. A
 * value that the column's type promises has a plain text. Any other value that the engine keeps in such a
 * column has a marked text.
 */
export interface Carrier {
  /** Writes the expression that reads a value, so that the driver loses nothing of it. */
  select(column: StoredColumn): string;

  /** Returns the text of a value that {@link select} has read. */
  textOf(raw: unknown, storedAs: StoredAs): CarriedText;

  /**
   * Functions that read a value from the plain column, by storage, where no expression needs to be
   * selected. Each returns undefined for a value that the driver may have rounded, and for one that the
   * column's type does not promise.
   */
  readonly directTexts?: Readonly<Partial<Record<StoredAs, DirectText>>>;

  /**
   * Returns true where a marked text can be a value of such a column, which the engine then compares without an error.
   * Without a secret, a client can make up a cursor.
   */
  isMarked(text: string, storedAs: StoredAs, isPlain: (text: string) => boolean): boolean;

  /** Writes the operand of a marked text. Missing where the mark changes nothing. */
  marked?(text: string, bind: (value: unknown) => string): string;

  /** Writes the operand of a plain text, or returns undefined where the value's kind binds it. */
  plain?(text: string, storedAs: StoredAs, bind: (value: unknown) => string): string | undefined;

  /** True where {@link select} reads columns of bytes, too. Otherwise bytes are read as hexadecimal digits. */
  readonly readsBytes: boolean;

  /**
   * True where a value of any type is read as text and bound again as it was, even if the library does not know the
   * type. No client is given such a text, because the library cannot tell which texts the engine accepts.
   */
  readonly carriesUnknown?: boolean;

  /** Writes the condition that the engine orders rows by the whole value. Undefined where it always does. */
  isOrderedByAll?(column: StoredColumn): string | undefined;
}

/** Returns the text of a value as a column gives it; see {@link Carrier.directTexts}. */
export type DirectText = (raw: unknown, declared: Pick<DeclaredType, 'precision' | 'scale'>) => string | undefined;

/** Returns a carrier that reads every value of a storage by an expression. */
export function withoutDirectTexts(carrier: Carrier, storedAs: StoredAs): Carrier {
  const others = Object.entries(carrier.directTexts ?? {}).filter(([name]) => name !== storedAs);
  return { ...carrier, directTexts: Object.fromEntries(others) };
}

/** Text of a value, in the plain or the marked form. */
export interface CarriedText {
  readonly plain?: string | undefined;
  readonly marked?: string | undefined;
}

/** Returns a text as it is. */
export const textItself: DirectText = (raw) => (typeof raw === 'string' ? raw : undefined);

/** Returns the digits of a whole number, or undefined where the driver has rounded it. */
export const wholeNumber: DirectText = (raw) =>
  typeof raw === 'string' || typeof raw === 'bigint' || Number.isSafeInteger(raw) ? String(raw) : undefined;

/** Number of digits that a JavaScript number always holds exactly. */
const exactDigits = 15;

/**
 * Returns the text of a decimal with as many digits after its point as its column declares, and at most
 * {@link exactDigits} in all. Any other may have lost digits, because a host can tell the driver to round, or to
 * read a number and print it.
 */
export const wholeDecimal: DirectText = (raw, { precision, scale }) => {
  if (typeof raw !== 'string' || typeof (scale ?? precision) !== 'number') return undefined;
  const [, whole, fraction = ''] = /^-?(\d+)(?:\.(\d+))?$/.exec(raw) ?? [];
  if (whole === undefined || fraction.length !== (scale ?? 0)) return undefined;
  return whole.length + fraction.length <= exactDigits ? raw : undefined;
};

/** Returns what a driver has read, a text or a number, as text. */
export function rawText(raw: unknown): string {
  return typeof raw === 'string' ? raw : String(raw);
}

/**
 * Decodes hexadecimal digits as UTF-8.
 *
 * @returns the text, or undefined where the bytes are not UTF-8
 */
export function utf8In(digits: string): string | undefined {
  const bytes = Buffer.from(digits, 'hex');
  const text = bytes.toString();
  return Buffer.from(text).equals(bytes) ? text : undefined;
}
