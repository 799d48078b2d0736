import type { DeclaredType, StoredAs, StoredColumn } from './stored.js';

/**
 * Codec of the values of sort keys, which cursors carry out of an engine and back into it: a JavaScript Date would lose
 * microseconds, a number digits, and a page rows. A value travels as text. One that the column's type promises has a plain
 * text; any other that the engine keeps in such a column has a text of its own, and a mark tells the two apart.
 */
export interface Carrier {
  /** Writes the expression that reads a value, with nothing of it lost on the way through the driver. */
  select(column: StoredColumn): string;

  /** Returns the text of a value that {@link select} has read. */
  textOf(raw: unknown, storedAs: StoredAs): CarriedText;

  /**
   * For each storage whose columns give most values as they are, the function that returns the text of such a value: no expression needs
   * to be selected for it. The function returns undefined for what may not be the whole value, or no value as the column's type promises.
   */
  readonly directTexts?: Readonly<Partial<Record<StoredAs, DirectText>>>;

  /**
   * Returns true where a marked text can be a value of such a column, which the engine then compares without an error: a
   * client can make up a cursor where there is no secret.
   *
   * @param isPlain test whether a text can be a value as the column's type promises
   */
  isMarked(text: string, storedAs: StoredAs, isPlain: (text: string) => boolean): boolean;

  /** Writes the operand of a marked text; undefined where it is that of the same text without the mark. */
  marked?(text: string, bind: (value: unknown) => string): string;

  /** Writes the operand of a plain text; undefined where the kind of value says how it is bound. */
  plain?(text: string, storedAs: StoredAs, bind: (value: unknown) => string): string | undefined;

  /** True where {@link select} reads columns of bytes, too; otherwise they are read as hexadecimal digits. */
  readonly readsBytes: boolean;

  /**
   * True where a value of any type, even one that the library knows nothing of, is read as text and bound again as it was. No
   * client can be given such texts, because nothing tells which of them the engine accepts.
   */
  readonly carriesUnknown?: boolean;

  /** Writes the condition that the engine orders rows by all of a value; undefined where it always does. */
  isOrderedByAll?(column: StoredColumn): string | undefined;
}

/** Returns the text of a value as a column gives it; see {@link Carrier.directTexts}. */
export type DirectText = (raw: unknown, declared: Pick<DeclaredType, 'precision' | 'scale'>) => string | undefined;

/** Text of a value in one form or the other; undefined where it has none in that form. */
export interface CarriedText {
  readonly plain?: string | undefined;
  readonly marked?: string | undefined;
}

/** Returns a text as it is. */
export const textItself: DirectText = (raw) => (typeof raw === 'string' ? raw : undefined);

/** Returns the digits of a whole number, as far as the driver has given all of them. */
export const wholeNumber: DirectText = (raw) =>
  typeof raw === 'string' || typeof raw === 'bigint' || Number.isSafeInteger(raw) ? String(raw) : undefined;

/** The number of digits that a number holds exactly, whatever they are. */
const exactDigits = 15;

/**
 * Returns the text of a decimal that has as many digits after its point as its column declares, and no more in all than a number holds
 * exactly. Any other may have lost some: a host may have told the driver to round, or to make a text of a number.
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

/** Decodes hexadecimal digits as UTF-8; undefined where the bytes are no UTF-8. */
export function utf8In(digits: string): string | undefined {
  const bytes = Buffer.from(digits, 'hex');
  const text = bytes.toString();
  return Buffer.from(text).equals(bytes) ? text : undefined;
}
