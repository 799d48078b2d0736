import { isUtf8 } from 'node:buffer';
import { type Carrier, rawText } from './carrier.js';

/**
 * SQLite. A column keeps whatever is written into it, whatever its type: each value has a class of its own, and the classes
 * are ordered one after another. So the class is carried, too: `i` a whole number, `r` a float, `t` a text and `b` bytes,
 * these two as hexadecimal digits, because a text may be no UTF-8.
 */
export const sqliteCarrier: Carrier = {
  select: ({ sql }) =>
    `CASE TYPEOF(${sql}) WHEN 'text' THEN 't' || HEX(${sql}) WHEN 'integer' THEN 'i' || ${sql} ` +
    `WHEN 'blob' THEN 'b' || HEX(${sql}) ELSE ${sql} END`,
  textOf: (raw, kind) => {
    // A float comes as it is: as text it would be rounded to 15 digits.
    const text = typeof raw === 'number' ? `r${String(raw)}` : rawText(raw);
    return { marked: text, plain: plainOf(text, kind) };
  },
  isMarked: (text) => shape.test(text),
  marked: operand,
  plain: (text, kind, bind) => operand(classOf(text, kind) + contentOf(text, kind), bind),
};

const shape = /^(?:i-?\d{1,19}|r-?(?:Infinity|\d{1,21}(?:\.\d{1,30})?(?:e[+-]\d{1,3})?)|[bt](?:[0-9A-F]{2})*)$/;

type StorageClass = 'i' | 'r' | 't' | 'b';

/** The class in which the values of a kind are, when they are what the column's type promises; text for all others. */
const classes: Readonly<Record<string, StorageClass>> = {
  tinyint: 'i',
  smallint: 'i',
  mediumint: 'i',
  integer: 'i',
  bigint: 'i',
  boolean: 'i',
  real: 'r',
  float: 'r',
  opaque: 'b',
};

function classOf(text: string, kind: string): StorageClass {
  if (kind === 'decimal') return /^-?\d{1,18}$/.test(text) ? 'i' : 'r';
  return classes[kind] ?? 't';
}

function contentOf(text: string, kind: string): string {
  if (kind === 'boolean') return text === 'true' ? '1' : text === 'false' ? '0' : text;
  return classOf(text, kind) === 't' ? Buffer.from(text).toString('hex').toUpperCase() : text;
}

function plainOf(carried: string, kind: string): string | undefined {
  const content = carried.slice(1);
  const plain = carried.startsWith('t') ? textIn(content) : content;
  return plain !== undefined && classOf(plain, kind) === carried[0] ? plain : undefined;
}

function textIn(digits: string): string | undefined {
  const bytes = Buffer.from(digits, 'hex');
  return isUtf8(bytes) ? bytes.toString() : undefined;
}

/** With the plus an operand has no affinity, so that it makes nothing else of the column's own value. */
function operand(text: string, bind: (value: unknown) => string): string {
  const content = text.slice(1);
  switch (text[0]) {
    case 'i':
      return `+CAST(${bind(content)} AS INTEGER)`;
    case 'r':
      return `+CAST(${bind(content.replace('Infinity', '9e999'))} AS REAL)`;
    case 't':
      return `+CAST(${bind(Buffer.from(content, 'hex'))} AS TEXT)`;
    default:
      return bind(Buffer.from(content, 'hex'));
  }
}
