import { type Carrier, type StoredColumn, rawText } from './carrier.js';

const dates: ReadonlySet<string> = new Set(['date', 'datetime']);

/** As text a date is spelled as the session's DateStyle says, as JSON always in ISO 8601. */
export function textIn({ sql, kind }: StoredColumn): string {
  return dates.has(kind) ? `(to_json(${sql}) #>> '{}')` : `CAST(${sql} AS text)`;
}

/** CockroachDB, which knows the functions that give a float's bytes by name only. */
export const cockroachCarrier: Carrier = {
  select: textIn,
  textOf: (raw) => ({ plain: rawText(raw) }),
  isMarked: () => false,
  readsBytes: false,
};

/** PostgreSQL. A float is printed with as many digits as `extra_float_digits` says, so its bytes are read. */
export const postgresCarrier: Carrier = {
  ...cockroachCarrier,
  select: (column) => {
    if (column.kind === 'float') return `ENCODE(FLOAT8SEND(${column.sql}), 'hex')`;
    return column.kind === 'real' ? `ENCODE(FLOAT4SEND(${column.sql}), 'hex')` : textIn(column);
  },
  textOf: (raw, kind) => {
    const text = rawText(raw);
    if (kind === 'float') return { plain: String(Buffer.from(text, 'hex').readDoubleBE()) };
    return { plain: kind === 'real' ? String(Buffer.from(text, 'hex').readFloatBE()) : text };
  },
};
