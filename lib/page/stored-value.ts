import { type Dialect, type StoredColumn, rawText } from '../dialects/index.js';
import type { ColumnSchema } from '../schema/index.js';
import type { OrderKey, Statement } from '../sql/index.js';
import type { ValueKindName } from '../values/index.js';
import { type Holder, isStoredText } from './stored-text.js';

/**
 * The value of a sort key as the database itself holds it, carried as text: a JavaScript Date would lose microseconds, a
 * number digits, and a page rows.
 */
export interface StoredValue {
  /** What is ordered and compared. */
  readonly compared: string;
  /** The expression that reads it. */
  readonly selected: string;
  /** The condition that rows are ordered by all of it, where that is not so by itself. */
  readonly isOrderedByAll: string | undefined;
  /** Whether it can be carried at all; of what the library does not know, only bytes can. */
  readonly isKnown: boolean;
  /** Makes of what the database gave the text that is carried. */
  textOf(raw: unknown): string | null;
  /** Whether a text can be such a value: nothing else may reach the database. */
  accepts(text: string): boolean;
  /** The text as an operand. */
  bind(text: string, statement: Statement): string;
}

/** What a text begins with that is no value as the column's type promises; such a value never begins with it. */
const mark = '\0';

export function storedValue(key: OrderKey, dialect: Dialect): StoredValue {
  const { column } = key;
  if (column === undefined) return countValue(key.comparand, dialect);
  const seconds = isSecondsColumn(column, dialect) ? dialect.secondsOf?.(key.comparand) : undefined;
  if (seconds !== undefined) return secondsValue(seconds, dialect);
  const holder = holderOf(column, key, dialect);
  const bytes = isBytes(column);
  const kind = key.isOrdinal ? 'integer' : holder.kind;
  return {
    ...carriedBy(dialect, { sql: key.comparand, kind }, (text) => isStoredText(text, holder), bytes),
    isKnown: isCarried(column),
    bind: (text, statement) => operandOf(text, { kind, bytes, scale: fractionOf(text) }, statement),
  };
}

/** Tells whether a cursor can carry the values of a column. */
export function isCarried(column: ColumnSchema): boolean {
  return isBytes(column) || (column.storedKind.name !== 'opaque' && column.storedKind.name !== 'json');
}

/** Whether moments are compared otherwise than they are ordered, unless they are read as seconds. */
export function isSecondsColumn({ metadata }: ColumnSchema, dialect: Dialect): boolean {
  return dialect.secondsOf !== undefined && metadata.type === 'timestamp';
}

type Texts = Pick<StoredValue, 'compared' | 'selected' | 'isOrderedByAll' | 'textOf' | 'accepts'>;

/** What the engine's carrier does for a value, with the marks that it does not know of. */
function carriedBy(dialect: Dialect, stored: StoredColumn, isPlain: (text: string) => boolean, bytes: boolean): Texts {
  const { carrier } = dialect;
  const { sql, kind } = stored;
  const asBytes = bytes && !carrier.readsBytes;
  return {
    compared: sql,
    selected: asBytes ? dialect.bytesAsText(sql) : carrier.select(stored),
    isOrderedByAll: kind === 'opaque' && !bytes ? undefined : carrier.isOrderedByAll?.(stored),
    textOf: (raw) => {
      if (raw === null || raw === undefined) return null;
      const { plain, marked } = carrier.textOf(raw, kind);
      if (plain !== undefined && (marked === undefined || isPlain(plain))) return plain;
      return mark + (marked ?? '');
    },
    accepts: (text) =>
      text.startsWith(mark) ? carrier.isMarked(text.slice(mark.length), kind, isPlain) : isPlain(text),
  };
}

/** A moment as a number of seconds since 1970; where the column has no moment but zeros, it is 0. */
function secondsValue(compared: string, dialect: Dialect): StoredValue {
  const holder: Holder = {
    kind: 'decimal',
    positional: false,
    dialect,
    facts: { zone: 'UTC' },
    precision: 20,
    scale: 6,
  };
  return {
    ...carriedBy(dialect, { sql: compared, kind: 'decimal' }, (text) => isStoredText(text, holder), false),
    isKnown: true,
    bind: (text, statement) => operandOf(text, { kind: 'decimal', bytes: false, scale: 6 }, statement),
  };
}

/** A count is a whole number on every engine, and has no column. */
function countValue(compared: string, dialect: Dialect): StoredValue {
  const holder: Holder = { kind: 'bigint', positional: false, dialect, facts: { zone: 'UTC' } };
  return {
    compared,
    selected: dialect.exactValue({ sql: compared, kind: 'bigint' }),
    isOrderedByAll: undefined,
    isKnown: true,
    textOf: (raw) => (raw === null || raw === undefined ? null : rawText(raw)),
    accepts: (text) => isStoredText(text, holder),
    bind: (text, statement) => statement.bind(bound('bigint', text, dialect)),
  };
}

function holderOf({ storedKind, facts, metadata }: ColumnSchema, { isOrdinal }: OrderKey, dialect: Dialect): Holder {
  const { precision, scale } = metadata;
  return { kind: storedKind.name, positional: isOrdinal, dialect, facts, precision, scale };
}

const byteTypes: ReadonlySet<unknown> = new Set([
  ...['bytea', 'binary', 'varbinary', 'blob', 'tinyblob', 'mediumblob', 'longblob', 'bytes'],
]);

function isBytes({ storedKind, metadata }: ColumnSchema): boolean {
  return storedKind.name === 'opaque' && byteTypes.has(metadata.type);
}

interface Operand {
  readonly kind: ValueKindName;
  readonly bytes: boolean;
  /** How many digits a decimal has after the point. */
  readonly scale: number;
}

function operandOf(text: string, { kind, bytes, scale }: Operand, statement: Statement): string {
  const { dialect } = statement;
  const { carrier } = dialect;
  const bind = (value: unknown): string => statement.bind(value);
  const isMarked = text.startsWith(mark);
  const content = isMarked ? text.slice(mark.length) : text;
  if (isMarked && carrier.marked !== undefined) return carrier.marked(content, bind);
  const plain = isMarked ? undefined : carrier.plain?.(content, kind, bind);
  if (plain !== undefined) return plain;
  const parameter = bind(bytes ? Buffer.from(content, 'hex') : bound(kind, content, dialect));
  return kind === 'decimal' ? dialect.decimalOperand(parameter, scale) : parameter;
}

/** As many digits as the value itself has: what the entity says of the column may be less than there is. */
function fractionOf(text: string): number {
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}

/** As the driver takes it: see the flags of a dialect. Kinds that have no row are bound as text. */
function bound(kind: ValueKindName, text: string, dialect: Dialect): unknown {
  const binder = binders[kind];
  return binder === undefined ? text : binder(text, dialect);
}

type Binder = (text: string, dialect: Dialect) => unknown;

const wholeNumber: Binder = (text, { wholeNumbers }) => (wholeNumbers === 'bigint' ? BigInt(text) : text);

/** Nearest to what was said: a number that is too small for the type is zero, where PostgreSQL would fail. */
const float =
  (nearest: (value: number) => number): Binder =>
  (text, { floats }) =>
    floats === 'number' ? nearest(Number(text)) : String(nearest(Number(text)));

const binders: Partial<Record<ValueKindName, Binder>> = {
  tinyint: wholeNumber,
  smallint: wholeNumber,
  mediumint: wholeNumber,
  integer: wholeNumber,
  bigint: wholeNumber,
  boolean: (text, { booleans }) => (booleans === 'integer' ? BigInt(booleanDigits.get(text) ?? text) : text),
  real: float(Math.fround),
  float: float(Number),
};

const booleanDigits: ReadonlyMap<string, string> = new Map([
  ['true', '1'],
  ['false', '0'],
]);
