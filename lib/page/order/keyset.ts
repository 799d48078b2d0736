import type { Dialect } from '../../dialects/index.js';
import type { Binder, OrderKey, StoredValue } from '../../sql/index.js';
import type { Position } from './cursor.js';
import { isSecondsColumn, storedValue, valueWithin } from './stored-value.js';

/** A key of a total order. Its value is read, carried in a cursor, and compared. */
export interface KeysetKey {
  readonly key: OrderKey;
  readonly value: StoredValue;
}

/** A key with its value at a position, bound once for all comparisons with it. Undefined stands for NULL. */
interface BoundKey extends KeysetKey {
  readonly operand: string | undefined;
}

export function keysetOf(order: readonly OrderKey[], dialect: Dialect): readonly KeysetKey[] {
  return order.map((key) => ({ key, value: (key.value ??= storedValue(key, dialect)) }));
}

/** Returns the keys of an order for an export, whose values stay on the server. */
export function keysetWithin(order: readonly OrderKey[], dialect: Dialect): readonly KeysetKey[] {
  return order.map((key) => ({ key, value: valueWithin(key, dialect) }));
}

/**
 * Returns the condition that a row comes after a position, as SQL.
 *
 * `a >= x AND (a > x OR (a = x AND b > y))` is right and cheap on every engine: the first comparison lets an index
 * start where the page starts. Where every key has one direction and none can be NULL, PostgreSQL answers `(a, b) > (x,
 * y)` from an index at once, even in large groups of equal keys. Servers that distribute rows push down only the plain
 * comparison beside it. NULL is unknown to `>` and `=`, so a NULL at the position has comparisons of its own.
 */
function afterPosition(keys: readonly KeysetKey[], position: Position, binder: Binder): string {
  const bounds = keys.map(({ key, value }, index): BoundKey => {
    const text = position[index] ?? null;
    return { key, value, operand: text === null ? undefined : value.bind(text, binder) };
  });
  const after = rowComparison(bounds, binder.dialect) ?? alternatives(bounds);
  const [first] = bounds;
  if (first?.operand === undefined || bounds.length === 1) return after;
  // NULL in the first key comes after every value here, and `>=` would lose it.
  if (first.key.nullable && !first.key.nullsFirst) return after;
  const sign = first.key.direction === 'asc' ? '>=' : '<=';
  return `(${first.value.compared} ${sign} ${first.operand} AND ${after})`;
}

/** Returns `(a, b) > (x, y)`, or undefined where the engine has no index for it, or the keys do not allow it. */
function rowComparison(bounds: readonly BoundKey[], dialect: Dialect): string | undefined {
  if (!dialect.rowComparison || bounds.length < 2) return undefined;
  const [first] = bounds;
  const isUneven = ({ key, operand }: BoundKey): boolean =>
    key.nullable || operand === undefined || key.direction !== first?.key.direction;
  if (bounds.some(isUneven)) return undefined;
  const operands = bounds.map(({ operand }) => operand);
  const columns = bounds.map(({ value }) => value.compared);
  return `(${columns.join(', ')}) ${first?.key.direction === 'asc' ? '>' : '<'} (${operands.join(', ')})`;
}

/** Returns `a > x OR (a = x AND …)`: beyond the position by the first key, or equal there and beyond by the rest. */
function alternatives([first, ...others]: readonly BoundKey[]): string {
  if (first === undefined) return '';
  const beyond = beyondValue(first);
  const rest = alternatives(others);
  // Nothing comes after a last NULL.
  if (rest === '') return beyond ?? '1 = 0';
  const tied = `(${equalTo(first)} AND ${rest})`;
  return beyond === undefined ? tied : `(${beyond} OR ${tied})`;
}

/** Returns the condition that a key comes after its value. Undefined after a NULL that sorts last: nothing does. */
function beyondValue({ key, value: { compared }, operand }: BoundKey): string | undefined {
  if (operand === undefined) return key.nullsFirst ? `${compared} IS NOT NULL` : undefined;
  const greater = `${compared} ${key.direction === 'asc' ? '>' : '<'} ${operand}`;
  return key.nullable && !key.nullsFirst ? `(${greater} OR ${compared} IS NULL)` : greater;
}

/** Returns the condition that a key equals its value at the position. NULL equals NULL here. */
function equalTo({ value: { compared }, operand }: BoundKey): string {
  return operand === undefined ? `${compared} IS NULL` : `${compared} = ${operand}`;
}

/** Returns the condition that a row comes after a position, which is not empty. */
export function beginningAfter(at: Position, keys: readonly KeysetKey[], binder: Binder): string {
  const after = afterPosition(keys, at, binder);
  const start = indexStart(keys, at, binder);
  return start === undefined ? after : `${start} AND ${after}`;
}

/**
 * Returns a condition from which an index can start, and which every row after a position satisfies. It is for a first
 * key that is compared by an expression, which no index serves.
 *
 * @returns undefined where the key is compared by its column, or no such condition is safe
 */
function indexStart([first]: readonly KeysetKey[], [at]: Position, binder: Binder): string | undefined {
  const { dialect } = binder;
  if (first === undefined || at === undefined || at === null) return undefined;
  const { key, value } = first;
  const isColumn = key.rootColumn !== undefined || key.joined;
  if (!isColumn || key.expression === undefined || !isSecondsColumn(key.expression, dialect)) return undefined;
  // MySQL's zero date is 0 seconds and has no instant; a NULL that sorts last comes after every instant.
  if (Number(at) === 0 || (key.nullable && !key.nullsFirst)) return undefined;
  const [sign, side] = key.direction === 'asc' ? (['>=', 'before'] as const) : (['<=', 'after'] as const);
  const bound = dialect.clockNear?.(value.bind(at, binder), side);
  return bound && `${key.sql} ${sign} ${bound}`;
}
