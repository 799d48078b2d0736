import { type Carrier, rawText, textItself, wholeDecimal, wholeNumber } from './carrier.js';
import type { StoredColumn } from './stored.js';

/** Writes a value as text. A date is spelled as the session's DateStyle says, but as JSON always in ISO 8601. */
export function textIn({ sql, storedAs }: StoredColumn): string {
  return isDate({ storedAs }) ? `(to_json(${sql}) #>> '{}')` : `CAST(${sql} AS text)`;
}

function isDate({ storedAs }: Pick<StoredColumn, 'storedAs'>): boolean {
  return storedAs === 'date' || storedAs === 'datetime';
}

/**
 * The driver gives texts as the server writes them, but for small integers and booleans. A host may have told it to make other values of
 * decimals, which have lost digits: those that may have are not taken.
 */
const directTexts: Carrier['directTexts'] = {
  text: textItself,
  label: textItself,
  uuid: textItself,
  time: textItself,
  decimal: wholeDecimal,
  integer: wholeNumber,
  boolean: (raw) => (typeof raw === 'boolean' ? String(raw) : undefined),
};

/** Carrier of CockroachDB, which knows the functions that give a float's bytes by name only. */
export const cockroachCarrier: Carrier = {
  select: textIn,
  textOf: (raw) => ({ plain: rawText(raw) }),
  directTexts,
  isMarked: () => false,
  readsBytes: false,
};

/**
 * Carrier of PostgreSQL. A float is printed with as many digits as `extra_float_digits` says, so its bytes are read. Of a date the whole
 * JSON text is read: to take the quotation marks off costs the server more than to write the date.
 */
export const postgresCarrier: Carrier = {
  ...cockroachCarrier,
  // A parameter without a type takes that of the column beside it.
  carriesUnknown: true,
  select: (column) => {
    if (isDate(column)) return `CAST(to_json(${column.sql}) AS text)`;
    if (column.storedAs === 'double') return `ENCODE(FLOAT8SEND(${column.sql}), 'hex')`;
    return column.storedAs === 'single' ? `ENCODE(FLOAT4SEND(${column.sql}), 'hex')` : textIn(column);
  },
  textOf: (raw, storedAs) => {
    const text = rawText(raw);
    if (isDate({ storedAs })) return { plain: text.slice(1, -1) };
    if (storedAs === 'double') return { plain: String(Buffer.from(text, 'hex').readDoubleBE()) };
    return { plain: storedAs === 'single' ? String(Buffer.from(text, 'hex').readFloatBE()) : text };
  },
};
