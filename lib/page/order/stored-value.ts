import { type Dialect, type DirectText, rawText } from '../../dialects/index.js';
import type { ExpressionSchema } from '../../schema/index.js';
import type { Binder, OrderKey, StoredValue } from '../../sql/index.js';
import { type ColumnTraits, type StoredKind, memberPosition, valueKinds } from '../../values/index.js';

/** First character of a text for a value that the column's type does not promise. No other value begins with it. */
const mark = '\0';

export function storedValue(key: OrderKey, dialect: Dialect): StoredValue {
  const { expression } = key;
  if (expression === undefined) return countValue(key.comparand, dialect);
  const seconds = isSecondsColumn(expression, dialect) ? dialect.secondsOf?.(key.comparand) : undefined;
  if (seconds !== undefined) return secondsValue(seconds, dialect);
  const stored = key.isOrdinal ? memberPosition : expression.stored;
  const { precision, scale } = expression.column ?? {};
  return keyValue(key, stored, { dialect, facts: expression.facts, precision, scale }, isCarried(expression));
}

/** Makes the value of a key, which may be ordered by an expression. */
function keyValue(key: OrderKey, stored: StoredKind, traits: ColumnTraits, isKnown: boolean): StoredValue {
  const { comparand: compared, exact } = key;
  if (exact === undefined) return carriedValue({ sql: compared, stored, traits, isKnown });
  const around = (operand: string): string => exact.order.operand(exact.sql, operand);
  return carriedValue({ sql: exact.sql, stored, traits, isKnown, compared, around });
}

/**
 * Makes the value of a sort key that stays on the server. No client can make it up, so it may be of an unknown type, if
 * the engine reads and binds any.
 */
export function valueWithin(key: OrderKey, dialect: Dialect): StoredValue {
  const { expression, comparand: sql } = key;
  if (expression === undefined || isCarried(expression)) return storedValue(key, dialect);
  if (dialect.orderedAsNumbers?.has(expression.column?.type)) return countValue(`(${sql} + 0)`, dialect);
  if (dialect.carrier.carriesUnknown !== true) return storedValue(key, dialect);
  const stored: StoredKind = { storedAs: 'unknown', isStored: () => false, bindStored: (text) => text };
  return keyValue(key, stored, { dialect, facts: expression.facts }, true);
}

/** Returns true where a cursor can carry the values of an expression, and the engine orders rows by all of them. */
export function isCarried(expression: ExpressionSchema): boolean {
  // The stored kind of a list is its elements'.
  return expression.list === undefined && expression.stored.storedAs !== 'unknown' && isSortedWhole(expression);
}

/** Types of at most 255 characters, unless they declare another length. */
const shortTypes: ReadonlySet<unknown> = new Set([
  String,
  'varchar',
  'char',
  'nvarchar',
  'varbinary',
  'binary',
  'tinytext',
  'tinyblob',
]);

/** Returns false for texts and bytes that may be longer than what the engine orders by. Those of documents are cut. */
function isSortedWhole({ stored: { storedAs }, column, document, bindFacts }: ExpressionSchema): boolean {
  const { sortedLength } = bindFacts.dialect;
  if (sortedLength === undefined || document !== undefined || (storedAs !== 'text' && storedAs !== 'bytes'))
    return true;
  return shortTypes.has(column?.type) && !(Number(column?.length) > sortedLength);
}

/** Returns true where instants are compared and ordered differently, unless they are read as seconds. */
export function isSecondsColumn({ column }: ExpressionSchema, dialect: Dialect): boolean {
  return dialect.secondsOf !== undefined && column?.type === 'timestamp';
}

interface StoredExpression {
  readonly sql: string;
  readonly stored: StoredKind;
  readonly traits: ColumnTraits;
  /** What operands are compared with, and how an operand is written for it. By default the value itself. */
  readonly compared?: string;
  readonly around?: (operand: string) => string;
  readonly isKnown?: boolean;
  /** Number of digits after the point of a decimal operand. By default the value's own. */
  readonly scale?: number;
}

/** Makes the value of an expression by the engine's carrier, and adds the marks, which carriers do not know. */
function carriedValue({
  sql,
  stored,
  traits,
  compared = sql,
  around,
  isKnown = true,
  scale,
}: StoredExpression): StoredValue {
  const { storedAs } = stored;
  const { dialect } = traits;
  const { carrier } = dialect;
  const isPlain = (text: string): boolean => stored.isStored(text, traits);
  return {
    compared,
    selected:
      storedAs === 'bytes' && !carrier.readsBytes ? dialect.bytesAsText(sql) : carrier.select({ sql, storedAs }),
    isKnown,
    textOf: (raw) => {
      if (raw === null || raw === undefined) return null;
      const { plain, marked } = carrier.textOf(raw, storedAs);
      if (plain !== undefined && (marked === undefined || isPlain(plain))) return plain;
      return mark + (marked ?? '');
    },
    directTextOf: directReader(carrier.directTexts?.[storedAs], traits, isPlain),
    accepts: (text) =>
      text.startsWith(mark) ? carrier.isMarked(text.slice(mark.length), storedAs, isPlain) : isPlain(text),
    bind: (text, binder) => {
      const operand = operandOf(text, stored, scale ?? decimalsOf(text), binder);
      return around === undefined ? operand : around(operand);
    },
  };
}

function directReader(
  directText: DirectText | undefined,
  traits: ColumnTraits,
  isPlain: (text: string) => boolean,
): StoredValue['directTextOf'] {
  if (directText === undefined) return undefined;
  return (raw) => {
    if (raw === null) return null;
    const text = directText(raw, traits);
    return text !== undefined && isPlain(text) ? text : undefined;
  };
}

/** Makes the value of an instant as seconds since 1970. A zero date is 0. */
function secondsValue(sql: string, dialect: Dialect): StoredValue {
  const traits: ColumnTraits = { dialect, facts: { zone: 'UTC' }, precision: 20, scale: 6 };
  return carriedValue({ sql, stored: valueKinds.decimal, traits, scale: 6 });
}

/** Makes the value of a count, which is a whole number on every engine, and has no column. */
function countValue(compared: string, dialect: Dialect): StoredValue {
  const { bigint } = valueKinds;
  const traits: ColumnTraits = { dialect, facts: { zone: 'UTC' } };
  return {
    compared,
    selected: dialect.exactValue({ sql: compared, storedAs: bigint.storedAs }),
    isKnown: true,
    textOf: (raw) => (raw === null || raw === undefined ? null : rawText(raw)),
    accepts: (text) => bigint.isStored(text, traits),
    bind: (text, binder) => binder.bind(bigint.bindStored(text, dialect)),
  };
}

function operandOf(text: string, stored: StoredKind, scale: number, binder: Binder): string {
  const { dialect } = binder;
  const { carrier } = dialect;
  const bind = (value: unknown): string => binder.bind(value);
  const isMarked = text.startsWith(mark);
  const content = isMarked ? text.slice(mark.length) : text;
  if (isMarked && carrier.marked !== undefined) return carrier.marked(content, bind);
  const plain = isMarked ? undefined : carrier.plain?.(content, stored.storedAs, bind);
  if (plain !== undefined) return plain;
  const parameter = bind(stored.bindStored(content, dialect));
  return stored.storedAs === 'decimal' ? dialect.decimalOperand(parameter, scale) : parameter;
}

/** Counts the digits after a value's point, which may be more than the entity declares for the column. */
function decimalsOf(text: string): number {
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}
