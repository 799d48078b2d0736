import { type Carrier, rawText, textItself, wholeDecimal, wholeNumber } from '../carrier.js';
import type { StoredAs, StoredColumn } from '../stored.js';

/** Writes a value as text. A FLOAT is printed with six digits; as a DOUBLE it is printed, and compared, exactly. */
export function textIn({ sql, storedAs }: StoredColumn): string {
  return storedAs === 'single' || storedAs === 'double' ? `(${sql} + 0e0)` : `CAST(${sql} AS CHAR)`;
}

/**
 * Carrier of MariaDB and MySQL. A text may contain NUL, TINYINT(1) may be any small number, and the year, month and day
 * of a date may be zero if the sql_mode of the writing session allowed it.
 */
export const mysqlCarrier: Carrier = {
  select: textIn,
  textOf: (raw) => {
    const text = rawText(raw);
    return { plain: text, marked: text };
  },
  directTexts: { integer: wholeNumber, boolean: wholeNumber, decimal: wholeDecimal, uuid: textItself },
  isMarked: (text, storedAs, isPlain) => beyond[storedAs]?.(text, isPlain) ?? false,
  readsBytes: false,
  // The server orders rows by the text itself or by its collation weights, whichever it finds better.
  isOrderedByAll: ({ sql, storedAs }) => {
    const lengths = [`LENGTH(${sql})`, `LENGTH(WEIGHT_STRING(${sql}))`];
    // MariaDB gives each character the room of the longest one.
    if (storedAs === 'text')
      return `GREATEST(${[...lengths, `CHAR_LENGTH(${sql}) * 4`].join(', ')}) <= @@max_sort_length`;
    return storedAs === 'bytes' ? `GREATEST(${lengths.join(', ')}) <= @@max_sort_length` : undefined;
  },
};

const dateWithGaps = /^\d{4}-(?:00-(?:[0-2]\d|3[01])|(?:0\d|1[0-2])-00)$/;
const clock = /^ (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?$/;

/** Values that the column types do not promise, although the engine keeps them. */
const beyond: Partial<Record<StoredAs, (text: string, isPlain: (text: string) => boolean) => boolean>> = {
  text: (text, isPlain) => isPlain(text.replaceAll('\0', '')),
  boolean: (text) => /^-?\d{1,3}$/.test(text),
  date: (text) => dateWithGaps.test(text),
  datetime: (text) => dateWithGaps.test(text.slice(0, 10)) && clock.test(text.slice(10)),
};
