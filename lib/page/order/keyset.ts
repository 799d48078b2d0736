import type { Dialect } from '../../dialects/index.js';
import type { Binder, OrderKey } from '../../sql/index.js';
import type { Position } from './cursor.js';
import { type StoredValue, storedValue, valueWithin } from './stored-value.js';

/** A key of a total order. Its value is read, carried in a cursor, and compared. */
export interface KeysetKey {
  readonly key: OrderKey;
  readonly value: StoredValue;
}

/** A key with its value at a position, bound once for all comparisons with it. Undefined stands for NULL. */
interface BoundKey extends KeysetKey {
  readonly operand: string | undefined;
}

/** Keys of orders that many requests share. */
const keysets = new WeakMap<readonly OrderKey[], { readonly dialect: Dialect; readonly keys: readonly KeysetKey[] }>();

/** Returns the keys of an order, the first one first. They are made once for each order that plans share. */
export function keysetOf(order: readonly OrderKey[], dialect: Dialect): readonly KeysetKey[] {
  const known = keysets.get(order);
  if (known?.dialect === dialect) return known.keys;
  const keys = keysBy(order, dialect, storedValue);
  keysets.set(order, { dialect, keys });
  return keys;
}

/** Returns the keys of an order for an export, whose values stay on the server. */
export function keysetWithin(order: readonly OrderKey[], dialect: Dialect): readonly KeysetKey[] {
  return keysBy(order, dialect, valueWithin);
}

function keysBy(
  order: readonly OrderKey[],
  dialect: Dialect,
  valueOf: (key: OrderKey, dialect: Dialect) => StoredValue,
): readonly KeysetKey[] {
  return order.map((key) => ({ key, value: valueOf(key, dialect) }));
}

/**
 * Returns the condition that a row comes after a position, as SQL.
 *
 * `a >= x AND (a > x OR (a = x AND b > y))` is right and cheap on every engine: the first comparison lets an index
 * start where the page starts. Where every key has one direction and none can be NULL, PostgreSQL answers `(a, b) > (x,
 * y)` from an index at once, even in large groups of equal keys. Servers that distribute rows push down only the plain
 * comparison beside it. NULL is unknown to `>` and `=`, so a NULL at the position has comparisons of its own.
 */
export function afterPosition(keys: readonly KeysetKey[], position: Position, binder: Binder): string {
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

/**
 * Returns `a > x OR (a = x AND …)`: a row is beyond the position by the first key, or equal
 * there and beyond by the rest.
 */
function alternatives([first, ...others]: readonly BoundKey[]): string {
  if (first === undefined) return '';
  const beyond = beyondValue(first);
  const rest = alternatives(others);
  if (rest === '') return beyond ?? never;
  const tied = `(${equalTo(first)} AND ${rest})`;
  return beyond === undefined ? tied : `(${beyond} OR ${tied})`;
}

/** Condition that no row satisfies: nothing comes after a last NULL. */
const never = '1 = 0';

/**
 * Returns the condition that a key comes after its value. Undefined where nothing does: after a NULL that sorts last.
 */
function beyondValue({ key, value: { compared }, operand }: BoundKey): string | undefined {
  if (operand === undefined) return key.nullsFirst ? `${compared} IS NOT NULL` : undefined;
  const greater = `${compared} ${key.direction === 'asc' ? '>' : '<'} ${operand}`;
  return key.nullable && !key.nullsFirst ? `(${greater} OR ${compared} IS NULL)` : greater;
}

/** Returns the condition that a key equals its value at the position. NULL equals NULL here. */
function equalTo({ value: { compared }, operand }: BoundKey): string {
  return operand === undefined ? `${compared} IS NULL` : `${compared} = ${operand}`;
}
