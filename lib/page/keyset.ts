import type { Dialect } from '../dialects/index.js';
import type { OrderKey, SqlChanges, Statement } from '../sql/index.js';
import type { Position } from './cursor.js';
import { type StoredValue, storedValue } from './stored-value.js';

/** A key of a total order, and how its values are compared. */
export interface KeysetKey {
  readonly key: OrderKey;
  readonly value: StoredValue;
}

/** The keys of an order, as values are read from the database and compared there. */
export function keysetOf({ order }: SqlChanges, dialect: Dialect): KeysetKey[] {
  return order.map((key) => ({ key, value: storedValue(key, dialect) }));
}

/**
 * The condition that a row comes after a position.
 *
 * `a >= x AND (a > x OR (a = x AND b > y))` is right and cheap on every engine: the first comparison lets an index start
 * where the page starts. Where every key has one direction and none can be NULL, PostgreSQL answers `(a, b) > (x, y)`
 * from an index at once, even in large groups of equal keys; servers that distribute rows push only the plain comparison
 * beside it down to them. An unknown position, NULL, has comparisons of its own.
 */
export function afterPosition(keys: readonly KeysetKey[], position: Position, statement: Statement): string {
  const after = rowComparison(keys, position, statement) ?? chain(keys, position, statement, 0);
  const [first] = keys;
  const start = position[0];
  if (first === undefined || start === undefined || start === null || keys.length === 1) return after;
  if (first.key.nullable && !first.key.nullsFirst) return after;
  const sign = first.key.direction === 'asc' ? '>=' : '<=';
  return `(${first.value.compared} ${sign} ${first.value.bind(start, statement)} AND ${after})`;
}

function rowComparison(keys: readonly KeysetKey[], position: Position, statement: Statement): string | undefined {
  if (!statement.dialect.rowComparison || keys.length < 2) return undefined;
  const [first] = keys;
  if (keys.some(({ key }) => key.nullable || key.direction !== first?.key.direction)) return undefined;
  const operands = keys.map(({ value }, index) => value.bind(position[index] ?? '', statement));
  const columns = keys.map(({ value }) => value.compared);
  return `(${columns.join(', ')}) ${first?.key.direction === 'asc' ? '>' : '<'} (${operands.join(', ')})`;
}

/** The row is beyond the position by this key, or equal by this key and beyond it by the next ones. */
function chain(keys: readonly KeysetKey[], position: Position, statement: Statement, index: number): string {
  const here = keys[index];
  if (here === undefined) return '';
  const value = position[index] ?? null;
  const beyond = beyondValue(here, value, statement);
  const rest = chain(keys, position, statement, index + 1);
  if (rest === '') return beyond ?? never;
  const tied = `(${equalTo(here, value, statement)} AND ${rest})`;
  return beyond === undefined ? tied : `(${beyond} OR ${tied})`;
}

const never = '1 = 0';

/** Undefined where nothing is beyond: NULL stands last, and the position is NULL. */
function beyondValue({ key, value }: KeysetKey, at: string | null, statement: Statement): string | undefined {
  const { compared } = value;
  if (at === null) return key.nullsFirst ? `${compared} IS NOT NULL` : undefined;
  const greater = `${compared} ${key.direction === 'asc' ? '>' : '<'} ${value.bind(at, statement)}`;
  return key.nullable && !key.nullsFirst ? `(${greater} OR ${compared} IS NULL)` : greater;
}

function equalTo({ value }: KeysetKey, at: string | null, statement: Statement): string {
  return at === null ? `${value.compared} IS NULL` : `${value.compared} = ${value.bind(at, statement)}`;
}
