import { type Carrier, rawText, utf8In } from './carrier.js';

/**
 * SQLite. A column keeps whatever is written into it, whatever its type: each value has a class of its own, and the classes
 * are ordered one after another. So the class is carried, too: `i` a whole number, `r` a float, `t` a text and `b` bytes,
 * these two as hexadecimal digits, because a text may be no UTF-8.
 */
export const sqliteCarrier: Carrier = {
  select: ({ sql }) =>
    `CASE TYPEOF(${sql}) WHEN 'text' THEN HEX('${sign}' || ${sql}) WHEN 'integer' THEN 'i' || ${sql} ` +
    `WHEN 'blob' THEN 'b' || HEX(${sql}) ELSE ${sql} END`,
  textOf: (raw, kind) => {
    // A float comes as it is: as text it would be rounded to 15 digits.
    if (typeof raw === 'number') return numberOf('r', String(raw), kind);
    const text = rawText(raw);
    if (text.startsWith('i')) return numberOf('i', text.slice(1), kind);
    if (text.startsWith('b')) return { plain: classOf(kind) === 'b' ? text.slice(1) : undefined, marked: text };
    return textIn(text, kind);
  },
  isMarked: (text) => shape.test(text),
  marked: operand,
  // Text is compared with a number only where the column has a type that makes a number of it, and those of views have none.
  plain: (text, kind, bind) => (classOf(kind) === 'r' ? operand(`r${text}`, bind) : undefined),
  readsBytes: true,
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
  decimal: 'r',
  real: 'r',
  float: 'r',
  opaque: 'b',
};

function classOf(kind: string): StorageClass {
  return classes[kind] ?? 't';
}

function numberOf(numberClass: 'i' | 'r', digits: string, kind: string) {
  return { plain: classOf(kind) === numberClass ? digits : undefined, marked: numberClass + digits };
}

/** Stands before each text, and tells by its bytes in which encoding the database keeps texts. */
const sign = '€';
const signs = { utf8: 'E282AC', utf16: /^(?:AC20|20AC)/ } as const;

function textIn(digits: string, kind: string) {
  if (signs.utf16.test(digits)) return { marked: `t${digits.slice(4)}` };
  const content = digits.slice(signs.utf8.length);
  return { plain: classOf(kind) === 't' ? utf8In(content) : undefined, marked: `t${content}` };
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
