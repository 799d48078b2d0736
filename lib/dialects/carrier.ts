import type { DeclaredType, StoredAs, StoredColumn } from './dialect.js';

/**
 * Codec of sort-key values, which cursors carry out of an engine and back into it. A JavaScript Date would lose
 * microseconds, a number would lose digits, and the page would then lose rows, so a value travels as text. A
 * value that the column's type promises has a plain text. Any other value that the engine keeps in such a
 * column has a marked text.
 */
export interface Carrier {
  /** Writes the expression that reads a value, so that the driver loses nothing of it. */
  select(column: StoredColumn): string;
  /** Returns the text of a value that {@link select} has read. */
  textOf(raw: unknown, storedAs: StoredAs): CarriedText;
  /**
   * Functions that read a value from the plain column, by storage, where no expression needs to be
   * selected. Each returns undefined for a value that the driver may have rounded, and for one that the
   * column's type does not promise.
   */
  readonly directTexts?: Readonly<Partial<Record<StoredAs, DirectText>>>;
  /** Returns true where the engine compares a marked text without an error. A client can make up a cursor. */
  isMarked(text: string, storedAs: StoredAs, isPlain: (text: string) => boolean): boolean;
  /** Writes the operand of a marked text. Missing where the mark changes nothing. */
  marked?(text: string, bind: (value: unknown) => string): string;
  /** Writes the operand of a plain text, or returns undefined where the value's kind binds it. */
  plain?(text: string, storedAs: StoredAs, bind: (value: unknown) => string): string | undefined;
  /** True where {@link select} reads columns of bytes, too. Otherwise bytes are read as hexadecimal digits. */
  readonly readsBytes: boolean;
  /** True where a value of an unknown type is read as text, and bound again as it was. No client is given one. */
  readonly carriesUnknown?: boolean;
}

/** Returns the text of a value as a column gives it; see {@link Carrier.directTexts}. */
export type DirectText = (raw: unknown, declared: Pick<DeclaredType, 'precision' | 'scale'>) => string | undefined;

/** Returns a carrier that reads every value of a storage by an expression. */
export function withoutDirectTexts(carrier: Carrier, storedAs: StoredAs): Carrier {
  const others = Object.entries(carrier.directTexts ?? {}).filter(([name]) => name !== storedAs);
  return { ...carrier, directTexts: Object.fromEntries(others) };
}

/** Text of a value: plain, if the column's type promises it, or marked. */
export interface CarriedText {
  readonly plain?: string | undefined;
  readonly marked?: string | undefined;
}

const textItself: DirectText = (raw) => (typeof raw === 'string' ? raw : undefined);

/** Returns the digits of a whole number, or undefined where the driver has rounded it. */
const wholeNumber: DirectText = (raw) =>
  typeof raw === 'string' || typeof raw === 'bigint' || Number.isSafeInteger(raw) ? String(raw) : undefined;

/** Number of digits that a JavaScript number always holds exactly. */
const exactDigits = 15;

/**
 * Returns the text of a decimal with as many digits after its point as its column declares, and at most
 * {@link exactDigits} in all. Any other may have lost digits, because a host can tell the driver to round, or to
 * read a number and print it.
 */
const wholeDecimal: DirectText = (raw, { precision, scale }) => {
  if (typeof raw !== 'string' || typeof (scale ?? precision) !== 'number') return undefined;
  const [, whole, fraction = ''] = /^-?(\d+)(?:\.(\d+))?$/.exec(raw) ?? [];
  if (whole === undefined || fraction.length !== (scale ?? 0)) return undefined;
  return whole.length + fraction.length <= exactDigits ? raw : undefined;
};

/** Returns what a driver has read, a text or a number, as text. */
export function rawText(raw: unknown): string {
  return typeof raw === 'string' ? raw : String(raw);
}

/** Decodes hexadecimal digits as UTF-8. Undefined for other bytes. */
function utf8In(digits: string): string | undefined {
  const bytes = Buffer.from(digits, 'hex');
  const text = bytes.toString();
  return Buffer.from(text).equals(bytes) ? text : undefined;
}

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
    return sqliteTextOf(text, storedAs);
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
  ...({ integer: 'i', boolean: 'i' } as const),
  ...({ decimal: 'r', single: 'r', double: 'r' } as const),
  ...({ text: 't', date: 't', datetime: 't', time: 't', uuid: 't', label: 't' } as const),
  ...({ bytes: 'b', unknown: 'b' } as const),
};

const directTexts: Readonly<Record<StorageClass, DirectText | undefined>> = {
  // The driver puts U+FFFD in the place of bytes that are not UTF-8.
  t: (raw) => (typeof raw === 'string' && !raw.includes('\uFFFD') ? raw : undefined),
  i: (raw) => (Number.isSafeInteger(raw) ? String(raw) : undefined),
  // Whole floats compare as integers do. The driver rounds greater integers.
  r: (raw) =>
    typeof raw === 'number' && (Number.isSafeInteger(raw) || !Number.isInteger(raw)) ? String(raw) : undefined,
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

function sqliteTextOf(digits: string, storedAs: StoredAs): CarriedText {
  if (/^(?:AC20|20AC)/.test(digits)) return { marked: `t${digits.slice(4)}` };
  const content = digits.slice('E282AC'.length);
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

/** Writes a value as text. A date is spelled by the session's DateStyle, but in JSON always as ISO 8601. */
export function textIn({ sql, storedAs }: StoredColumn): string {
  return isDate(storedAs) ? `(to_json(${sql}) #>> '{}')` : `CAST(${sql} AS text)`;
}

function isDate(storedAs: StoredAs): boolean {
  return storedAs === 'date' || storedAs === 'datetime';
}

/** node-postgres gives texts as the server writes them. A host may have set a parser for decimals that loses digits. */
const textsOfPostgres: Carrier['directTexts'] = {
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
  directTexts: textsOfPostgres,
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
    if (isDate(column.storedAs)) return `CAST(to_json(${column.sql}) AS text)`;
    if (column.storedAs === 'double') return `ENCODE(FLOAT8SEND(${column.sql}), 'hex')`;
    return column.storedAs === 'single' ? `ENCODE(FLOAT4SEND(${column.sql}), 'hex')` : textIn(column);
  },
  textOf: (raw, storedAs) => {
    const text = rawText(raw);
    if (isDate(storedAs)) return { plain: text.slice(1, -1) };
    if (storedAs === 'double') return { plain: String(Buffer.from(text, 'hex').readDoubleBE()) };
    return { plain: storedAs === 'single' ? String(Buffer.from(text, 'hex').readFloatBE()) : text };
  },
};

/** Writes a value as text. A FLOAT is printed with six digits; as a DOUBLE it is printed, and compared, exactly. */
export function mysqlTextOf({ sql, storedAs }: StoredColumn): string {
  return storedAs === 'single' || storedAs === 'double' ? `(${sql} + 0e0)` : `CAST(${sql} AS CHAR)`;
}

/**
 * Carrier of MariaDB and MySQL. A text may contain NUL, TINYINT(1) may be any small number, and the year, month and day
 * of a date may be zero if the sql_mode of the writing session allowed it.
 */
export const mysqlCarrier: Carrier = {
  select: mysqlTextOf,
  textOf: (raw) => {
    const text = rawText(raw);
    return { plain: text, marked: text };
  },
  directTexts: { integer: wholeNumber, boolean: wholeNumber, decimal: wholeDecimal, uuid: textItself },
  isMarked: (text, storedAs, isPlain) => beyond[storedAs]?.(text, isPlain) ?? false,
  readsBytes: false,
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
