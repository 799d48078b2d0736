import { isUtf8 } from 'node:buffer';
import { type Carrier, rawText } from './carrier.js';
import type { StoredColumn } from './dialect.js';

const dates: ReadonlySet<string> = new Set(['date', 'datetime']);

/** As text a date is spelled as the session's DateStyle says, as JSON always in ISO 8601. */
export function textIn({ sql, kind }: StoredColumn): string {
  return dates.has(kind) ? `(to_json(${sql}) #>> '{}')` : `CAST(${sql} AS text)`;
}

/** The engines that speak PostgreSQL's language but cannot show a value's bytes. */
export const plainPostgresCarrier: Carrier = {
  select: textIn,
  textOf: (raw) => ({ plain: rawText(raw) }),
  isMarked: () => false,
};

/**
 * PostgreSQL. A float is printed with as many digits as `extra_float_digits` says, and a database in SQL_ASCII keeps texts
 * that are no UTF-8, so both are read as the bytes they are.
 */
export const postgresCarrier: Carrier = {
  select: (column) => {
    const { sql, kind } = column;
    if (kind === 'float') return `ENCODE(FLOAT8SEND(${sql}), 'hex')`;
    if (kind === 'real') return `ENCODE(FLOAT4SEND(${sql}), 'hex')`;
    return kind === 'text' ? `ENCODE(TEXTSEND(CAST(${sql} AS text)), 'hex')` : textIn(column);
  },
  textOf: (raw, kind) => {
    const given = rawText(raw);
    if (kind !== 'float' && kind !== 'real' && kind !== 'text') return { plain: given };
    const bytes = Buffer.from(given, 'hex');
    if (kind === 'text') return { plain: isUtf8(bytes) ? bytes.toString() : undefined, marked: given };
    return { plain: String(kind === 'float' ? bytes.readDoubleBE() : bytes.readFloatBE()) };
  },
  isMarked: (text, kind) => kind === 'text' && /^(?:[0-9a-f]{2})*$/.test(text) && !/^(?:..)*00/.test(text),
  // Other databases would fail at bytes that are no text. They cannot have printed them, so any place will do there; the
  // condition is within, because what is constant is computed whether it is needed or not.
  marked: (text, bind) =>
    "CONVERT_FROM(CASE CURRENT_SETTING('server_encoding') WHEN 'SQL_ASCII' " +
    `THEN ${bind(Buffer.from(text, 'hex'))} ELSE CAST('' AS bytea) END, 'SQL_ASCII')`,
};
