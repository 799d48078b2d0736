import { type Carrier, rawText } from './carrier.js';
import type { StoredColumn } from './stored.js';

/** Writes a value as text. A date is spelled as the session's DateStyle says, but as JSON always in ISO 8601. */
export function textIn({ sql, storedAs }: StoredColumn): string {
  return storedAs === 'date' || storedAs === 'datetime' ? `(to_json(${sql}) #>> '{}')` : `CAST(${sql} AS text)`;
}

/** Carrier of CockroachDB, which knows the functions that give a float's bytes by name only. */
export const cockroachCarrier: Carrier = {
  select: textIn,
  textOf: (raw) => ({ plain: rawText(raw) }),
  isMarked: () => false,
  readsBytes: false,
};

/** Carrier of PostgreSQL. A float is printed with as many digits as `extra_float_digits` says, so its bytes are read. */
export const postgresCarrier: Carrier = {
  ...cockroachCarrier,
  // A parameter without a type takes that of the column beside it.
  carriesUnknown: true,
  select: (column) => {
    if (column.storedAs === 'double') return `ENCODE(FLOAT8SEND(${column.sql}), 'hex')`;
    return column.storedAs === 'single' ? `ENCODE(FLOAT4SEND(${column.sql}), 'hex')` : textIn(column);
  },
  textOf: (raw, storedAs) => {
    const text = rawText(raw);
    if (storedAs === 'double') return { plain: String(Buffer.from(text, 'hex').readDoubleBE()) };
    return { plain: storedAs === 'single' ? String(Buffer.from(text, 'hex').readFloatBE()) : text };
  },
};
