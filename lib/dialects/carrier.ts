/** A column, or an expression, as the database holds its values. */
export interface StoredColumn {
  readonly sql: string;
  /** The kind of value, as the column's type alone tells it. */
  readonly kind: string;
}

/**
 * How a cursor carries the values of sort keys out of an engine and back into it, so that each stands where it stood. A
 * position is text. What a column's type promises is carried as plain text; whatever else the engine keeps in such a column
 * has a text of its own, which is told from the first by a mark.
 */
export interface Carrier {
  /** Writes the expression that reads a value, with nothing of it lost on the way through the driver. */
  select(column: StoredColumn): string;

  /** Makes text of what that expression gave. */
  textOf(raw: unknown, kind: string): CarriedText;

  /**
   * Tells whether a marked text can be a value of such a column; whatever it lets through is compared by the engine without
   * an error.
   *
   * @param isPlain whether a text can be a value as the column's type promises
   */
  isMarked(text: string, kind: string, isPlain: (text: string) => boolean): boolean;

  /** Writes the operand of a marked text; undefined where it is that of the same text without the mark. */
  marked?(text: string, bind: (value: unknown) => string): string;

  /** Writes the operand of a plain text; undefined where the kind of value says how it is bound. */
  plain?(text: string, kind: string, bind: (value: unknown) => string): string | undefined;

  /** Whether {@link select} reads columns of bytes, too; otherwise they are read as hexadecimal digits. */
  readonly readsBytes: boolean;

  /** Writes the condition that the engine orders rows by all of a value; undefined where it always does. */
  isOrderedByAll?(column: StoredColumn): string | undefined;
}

/** The text of a value in one form or the other; undefined where it has none in that form. */
export interface CarriedText {
  readonly plain?: string | undefined;
  readonly marked?: string | undefined;
}

/** Reads what a driver gives of a text or a number. */
export function rawText(raw: unknown): string {
  return typeof raw === 'string' ? raw : String(raw);
}

/** Reads hexadecimal digits as UTF-8; undefined where the bytes are none. */
export function utf8In(digits: string): string | undefined {
  const bytes = Buffer.from(digits, 'hex');
  const text = bytes.toString();
  return Buffer.from(text).equals(bytes) ? text : undefined;
}
