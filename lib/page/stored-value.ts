import type { Dialect } from '../dialects/index.js';
import type { OrderKey, Statement } from '../sql/index.js';
import { type ValueKind, type ValueKindName, valueKinds } from '../values/index.js';

/**
 * The value of a sort key as the database itself holds it, carried as text: a JavaScript Date would lose microseconds, a
 * number digits, and a page rows.
 */
export interface StoredValue {
  /** What is ordered and compared. */
  readonly compared: string;
  /** The expression that reads it. */
  readonly selected: string;
  /** Whether a text can be such a value: nothing else may reach the database. */
  accepts(text: string): boolean;
  /** The text as an operand. */
  bind(text: string, statement: Statement): string;
}

export function storedValue({ sql, column }: OrderKey, dialect: Dialect): StoredValue {
  const type = column?.metadata.type ?? 'integer';
  const kind = column?.storedKind ?? valueKinds.integer;
  const stored = { sql, kind: kind.name, type: typeof type === 'string' ? type : type.name };
  const compared = dialect.orderedValue(stored);
  // What is ordered by something else than itself is ordered by a position.
  const carried = compared === sql ? kind : valueKinds.integer;
  return {
    compared,
    selected: dialect.exactValue(stored),
    accepts: (text) => accepts(carried, text, dialect, column?.facts.members, column?.facts.unsigned),
    bind: (text, statement) => {
      const parameter = statement.bind(bound(carried, text, dialect));
      return carried.name === 'decimal' ? dialect.decimalOperand(parameter) : parameter;
    },
  };
}

function accepts(
  kind: ValueKind,
  text: string,
  dialect: Dialect,
  members: readonly (string | number)[] | undefined,
  unsigned: boolean | undefined,
): boolean {
  switch (kind.name) {
    case 'text':
      return isStorable(text);
    case 'datetime':
      return dialect.dateTimesAreText ? isStorable(text) : isDateTime(text);
    case 'decimal':
      return /^-?\d{1,200}(\.\d{1,200})?$/.test(text) || isFinite(text);
    case 'float':
    case 'real':
      return isFinite(text);
    case 'boolean':
      return booleans.has(text);
    default:
      return kind.read(text, { zone: 'UTC', ...(members && { members }), ...(unsigned && { unsigned }) }).ok;
  }
}

function bound(kind: ValueKind, text: string, dialect: Dialect): unknown {
  if (wholeNumbers.has(kind.name)) return dialect.wholeNumbers === 'bigint' ? BigInt(text) : text;
  if (kind.name === 'boolean') return dialect.booleans === 'integer' ? BigInt(booleans.get(text) ?? 0) : text;
  return floats.has(kind.name) && dialect.floats === 'number' ? Number(text) : text;
}

const wholeNumbers: ReadonlySet<ValueKindName> = new Set(['tinyint', 'smallint', 'mediumint', 'integer', 'bigint']);

const floats: ReadonlySet<ValueKindName> = new Set(['float', 'real']);

const booleans: ReadonlyMap<string, number> = new Map([
  ['true', 1],
  ['false', 0],
  ['1', 1],
  ['0', 0],
]);

function isStorable(text: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(text);
}

function isFinite(text: string): boolean {
  return /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) && Number.isFinite(Number(text));
}

/** `2024-03-01 10:00:00.123456+02`, as PostgreSQL prints it, or without a zone. */
function isDateTime(text: string): boolean {
  const iso = text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
  return valueKinds.datetime.read(iso, { zone: 'UTC' }).ok && /T/.test(iso);
}
