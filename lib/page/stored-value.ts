import type { Dialect } from '../dialects/index.js';
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
  /** Whether it can be carried at all; of what the library does not know, only bytes can. */
  readonly isKnown: boolean;
  /** Whether a text can be such a value: nothing else may reach the database. */
  accepts(text: string): boolean;
  /** The text as an operand. */
  bind(text: string, statement: Statement): string;
}

export function storedValue(key: OrderKey, dialect: Dialect): StoredValue {
  const { compared, column } = key;
  const holder = holderOf(key, dialect);
  const bytes = isBytes(key);
  const kind = key.positional ? 'integer' : holder.kind;
  return {
    compared,
    selected: bytes ? dialect.bytesAsText(compared) : dialect.exactValue({ sql: compared, kind }),
    isKnown: bytes || holder.kind !== 'opaque',
    accepts: (text) => isStoredText(text, holder),
    bind: (text, statement) => {
      const parameter = statement.bind(bytes ? Buffer.from(text, 'hex') : bound(kind, text, dialect));
      if (kind !== 'decimal') return parameter;
      return dialect.decimalOperand(parameter, column?.metadata.scale ?? undefined);
    },
  };
}

/** A count is a whole number, and has no column. */
function holderOf({ column, positional }: OrderKey, dialect: Dialect): Holder {
  if (column === undefined) return { kind: 'bigint', positional, dialect, facts: { zone: 'UTC' } };
  const { storedKind, facts, metadata } = column;
  const { precision, scale } = metadata;
  return { kind: storedKind.name, positional, dialect, facts, precision, scale };
}

const byteTypes: ReadonlySet<unknown> = new Set([
  ...['bytea', 'binary', 'varbinary', 'blob', 'tinyblob', 'mediumblob', 'longblob', 'bytes'],
]);

function isBytes({ column }: OrderKey): boolean {
  return column?.storedKind.name === 'opaque' && byteTypes.has(column.metadata.type);
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
  boolean: (text, { booleans }) => (booleans === 'integer' ? BigInt(text === 'true' || text === '1') : text),
  real: float(Math.fround),
  float: float(Number),
};
