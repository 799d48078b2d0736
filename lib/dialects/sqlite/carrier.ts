import { type CarriedText, type Carrier, type DirectText, rawText, utf8In } from '../carrier.js';
import type { StoredAs } from '../stored.js';

/**
 * Carrier of SQLite. A column keeps any value in spite of its type: each value has a storage class of its own, and the
 * classes are ordered one after another. So the class is carried, too: `i` for a whole number, `r` for a float, `t` for
 * a text and `b` for bytes. The last two travel as hexadecimal digits, because a text may not be UTF-8.
 */
export const sqliteCarrier: Carrier = {
  select: ({ sql }) =>
    `CASE TYPEOF(${sql}) WHEN 'text' THEN HEX('${sign}' || ${sql}) WHEN 'integer' THEN 'i' || ${sql} ` +
    `WHEN 'blob' THEN 'b' || HEX(${sql}) ELSE ${sql} END`,
  textOf: (raw, storedAs) => {
    // A float comes as it is: as text it would be rounded to 15 digits.
    if (typeof raw === 'number') return numberOf('r', String(raw), storedAs);
    const text = rawText(raw);
    if (text.startsWith('i')) return numberOf('i', text.slice(1), storedAs);
    if (text.startsWith('b')) return { plain: classes[storedAs] === 'b' ? text.slice(1) : undefined, marked: text };
    return textIn(text, storedAs);
  },
  isMarked: (text) => shape.test(text),
  marked: operand,
  // A text equals a number only where the column's type converts it, and columns of views have no type.
  plain: (text, storedAs, bind) => (classes[storedAs] === 'r' ? operand(`r${text}`, bind) : undefined),
  readsBytes: true,
  carriesUnknown: true,
};

const shape = /^(?:i-?\d{1,19}|r-?(?:Infinity|\d{1,21}(?:\.\d{1,30})?(?:e[+-]\d{1,3})?)|[bt](?:[0-9A-F]{2})*)$/;

type StorageClass = 'i' | 'r' | 't' | 'b';

/** Storage class of the values that a column's type promises. Every value of an unknown type is marked. */
const classes: Readonly<Record<StoredAs, StorageClass>> = {
  text: 't',
  integer: 'i',
  boolean: 'i',
  decimal: 'r',
  single: 'r',
  double: 'r',
  date: 't',
  datetime: 't',
  time: 't',
  uuid: 't',
  label: 't',
  bytes: 'b',
  unknown: 'b',
};

/** The driver puts U+FFFD in the place of bytes that are not UTF-8. */
const directText: DirectText = (raw) => (typeof raw === 'string' && !raw.includes('\uFFFD') ? raw : undefined);

const directInteger: DirectText = (raw) => (Number.isSafeInteger(raw) ? String(raw) : undefined);

/** Whole floats compare as integers do. The driver rounds greater integers. */
const directFloat: DirectText = (raw) =>
  typeof raw === 'number' && (Number.isSafeInteger(raw) || !Number.isInteger(raw)) ? String(raw) : undefined;

const directTexts: Readonly<Record<StorageClass, DirectText | undefined>> = {
  t: directText,
  i: directInteger,
  r: directFloat,
  b: undefined,
};

/** Carrier for a driver that gives whole texts, and numbers as they are. */
export const betterSqliteCarrier: Carrier = {
  ...sqliteCarrier,
  directTexts: Object.fromEntries(
    Object.entries(classes).map(([storedAs, storageClass]) => [storedAs, directTexts[storageClass]]),
  ),
};

function numberOf(numberClass: 'i' | 'r', digits: string, storedAs: StoredAs): CarriedText {
  return { plain: classes[storedAs] === numberClass ? digits : undefined, marked: numberClass + digits };
}

/** Character put before each text; its bytes tell the encoding of the database. */
const sign = '€';
const signs = { utf8: 'E282AC', utf16: /^(?:AC20|20AC)/ } as const;

function textIn(digits: string, storedAs: StoredAs): CarriedText {
  if (signs.utf16.test(digits)) return { marked: `t${digits.slice(4)}` };
  const content = digits.slice(signs.utf8.length);
  return { plain: classes[storedAs] === 't' ? utf8In(content) : undefined, marked: `t${content}` };
}

/** Writes the operand of a marked text. With the plus it has no affinity, so the column's value is not converted. */
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
