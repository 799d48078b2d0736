import { type Carrier, rawText, textItself, wholeDecimal, wholeNumber } from '../carrier.js';
import type { StoredColumn } from '../stored.js';

/** Writes a value as text. A date is spelled by the session's DateStyle, but in JSON always as ISO 8601. */
export function textIn({ sql, storedAs }: StoredColumn): string {
  return isDate({ storedAs }) ? `(to_json(${sql}) #>> '{}')` : `CAST(${sql} AS text)`;
}

function isDate({ storedAs }: Pick<StoredColumn, 'storedAs'>): boolean {
  return storedAs === 'date' || storedAs === 'datetime';
}

/**
 * node-postgres gives texts as the server writes them, except for small integers and booleans. A host may have set
 * another parser for decimals, which loses digits: such a value is refused here.
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

/** Carrier of CockroachDB, which only has the functions for a float's bytes under other names. */
export const cockroachCarrier: Carrier = {
  select: textIn,
  textOf: (raw) => ({ plain: rawText(raw) }),
  directTexts,
  isMarked: () => false,
  readsBytes: false,
};

/**
 * Carrier of PostgreSQL. A float is printed with as many digits as `extra_float_digits` says, so its bytes are read. A
 * date is read as JSON text with its quotation marks: stripping them costs the server more than writing the date.
 */
export const postgresCarrier: Carrier = {
  ...cockroachCarrier,
  // A parameter without a type takes the type of the column beside it.
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
