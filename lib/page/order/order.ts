import { type Dialect, isOnePoint } from '../../dialects/index.js';
import type { Binder, OrderKey, SqlChanges, SqlPlan } from '../../sql/index.js';
import type { Position } from './cursor.js';
import { type StoredValue, isSecondsColumn, storedValue, valueWithin } from './stored-value.js';
import {
  type Comparison,
  type Condition,
  type CursorSlice,
  type Related,
  type SortTerm,
  comparison,
  conjunctsOf,
  mapParts,
} from '../../ast/index.js';
import { builtIn } from '../../operators/index.js';
import { type FilterSchema, keyOf, propertyKeysOf } from '../../schema/index.js';

/** Replaces the keys that the engine orders differently from how it compares them; see `Dialect.exactOrders`. */
function exactKeys(order: readonly OrderKey[], dialect: Dialect): readonly OrderKey[] {
  const { exactOrders } = dialect;
  if (exactOrders === undefined || !order.some(isInexact)) return order;
  return order.flatMap((key) => {
    const name = key.expression?.exactOrder;
    if (name === undefined || !isInexact(key)) return key;
    const exactOrder = exactOrders.orders[name];
    const sql = exactOrder.of(key.sql);
    const exact = { ...key, sql, comparand: sql, rootColumn: undefined, exact: { sql: key.sql, order: exactOrder } };
    // A primary key is also looked up by the column itself. Its values are unique.
    return key.rootColumn?.metadata.isPrimary === true ? [exact, key] : exact;
  });
}

function isInexact({ expression, isOrdinal }: OrderKey): boolean {
  return expression?.exactOrder !== undefined && !isOrdinal && expression.stored.storedAs === 'text';
}

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
  const keys = order.map((key) => ({ key, value: storedValue(key, dialect) }));
  keysets.set(order, { dialect, keys });
  return keys;
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

/**
 * Returns `a > x OR (a = x AND …)`: a row is beyond the position by the first key, or equal
 * there and beyond by the rest.
 */
function alternatives([first, ...others]: readonly BoundKey[]): string {
  if (first === undefined) return '';
  const beyond = beyondValue(first);
  const rest = alternatives(others);
  // Nothing comes after a last NULL.
  if (rest === '') return beyond ?? '1 = 0';
  const tied = `(${equalTo(first)} AND ${rest})`;
  return beyond === undefined ? tied : `(${beyond} OR ${tied})`;
}

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

/**
 * Rewrites the order of a query so that pages can be read by cursor: rows must be ordered and compared alike. MySQL and
 * MariaDB compare TIMESTAMP as wall time, and have collations that sort and compare differently. On other engines it
 * changes nothing.
 */
export function cursorOrder(changes: SqlChanges, dialect: Dialect): SqlChanges {
  if (dialect.secondsOf === undefined) return changes;
  const order = changes.order.map((key) => comparable(key, dialect));
  return { ...changes, order: exactKeys(order, dialect) };
}

/** Returns the order of {@link cursorOrder} in the direction of a slice. */
export function turnedOrder(changes: SqlChanges, dialect: Dialect, direction: CursorSlice['direction']): SqlChanges {
  const ordered = cursorOrder(changes, dialect);
  if (direction === 'after') return ordered;
  // The rows before a position are the first ones after it in the opposite order. That moves NULL to the other end on
  // every engine, so an explicit placement is as necessary as it was before.
  const reversed = ordered.order.map((key): OrderKey => {
    return { ...key, direction: key.direction === 'asc' ? 'desc' : 'asc', nullsFirst: !key.nullsFirst };
  });
  return { ...ordered, order: reversed };
}

/** Reads the instants of an expression as seconds. A TIMESTAMP column is ordered by its instants and by its index. */
function comparable(key: OrderKey, dialect: Dialect): OrderKey {
  const { expression, rootColumn, joined, sql } = key;
  // A subquery's result is ordered as wall time.
  const isExpression = rootColumn === undefined && !joined;
  if (expression === undefined || !isExpression || !isSecondsColumn(expression, dialect)) return key;
  return { ...key, sql: dialect.secondsOf?.(sql) ?? sql };
}

/** Returns the condition that a row comes after a position. Empty for an empty position, which precedes all rows. */
export function beginningAfter(at: Position, keys: readonly KeysetKey[], binder: Binder): string {
  if (at.length === 0) return '';
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

/**
 * Rewrites the plan of a page after a cursor so that MariaDB starts to read an index at the cursor. With an index
 * on `tenant` and the sort key, MariaDB would look up `tenant = 3` and then read all rows of that tenant up to
 * the cursor. With `tenant >= 3 AND tenant <= 3`, and `tenant` as the first key of ORDER BY, it reads a range
 * that begins at the cursor.
 *
 * @returns the same plan on other engines, and without a declared index that begins with such columns
 */
export function alongIndex(plan: SqlPlan): SqlPlan {
  const { schema, scopes } = plan;
  if (schema.dialect.readsUpToCursor !== true) return plan;
  const scope = scopes.get(schema);
  const fixed = new Set([...plan.conditions, ...(scope ? [scope] : [])].flatMap(fixedColumns));
  const leading = fixed.size === 0 ? undefined : leadingColumns(plan, fixed);
  if (leading === undefined) return plan;
  const columns = new Set(leading);
  return {
    ...plan,
    leading,
    conditions: plan.conditions.map((condition) => withRanges(condition, columns)),
    scopes: scope === undefined ? scopes : new Map([...scopes, [schema, withRanges(scope, columns)]]),
  };
}

/** Returns the columns before the first sort key in an index, if each of them has a fixed value. */
function leadingColumns({ schema, sort }: SqlPlan, fixed: ReadonlySet<string>): readonly string[] | undefined {
  const first = firstColumn(schema, sort);
  if (first === undefined) return undefined;
  for (const columns of schema.indexes) {
    // In InnoDB every secondary index ends with the primary key, so it can serve an order by that key, too.
    const index = [...columns, schema.primaryKey[0]?.columnName].indexOf(first);
    const before = columns.slice(0, Math.max(index, 0));
    if (before.length > 0 && before.every((column) => fixed.has(column))) return before;
  }
  return undefined;
}

/** Returns the first column of the order. Undefined for a column of another table, and for a count. */
function firstColumn({ primaryKey }: FilterSchema, [first]: SqlPlan['sort']): string | undefined {
  if (first === undefined) return primaryKey[0]?.columnName;
  const { hops, field } = first.target;
  return hops.length > 0 || field === 'count' ? undefined : field.expression.columnName;
}

/** Returns the entity's columns that a condition fixes at one value. */
function fixedColumns(condition: Condition): readonly string[] {
  return conjunctsOf(condition).flatMap((part) => {
    if (part.type === 'comparison') return (isEquality(part) && part.field.expression.columnName) || [];
    return (part.type === 'related' && foreignKey(part)) || [];
  });
}

/** Returns the foreign key that SQL compares instead of the related key, in an equality with a value. */
function foreignKey({ relation, quantifier, where }: Related): readonly string[] | undefined {
  const { link, strategy, ownsForeignKey } = relation;
  if (quantifier !== 'some' || strategy === 'in' || strategy === 'exists') return undefined;
  const [pair] = link.via === 'columns' && ownsForeignKey ? link.pairs : [];
  const isKey =
    pair !== undefined && where?.type === 'comparison' && where.field.expression.columnName === pair.related;
  return isKey && isEquality(where) ? [pair.own] : undefined;
}

/** True for `field = value` with a value that is one point of an index. A relative date may be a range. */
function isEquality({ operator, values, field }: Comparison): boolean {
  const [value, ...more] = values;
  if (operator !== equal || more.length > 0 || value === undefined || typeof value === 'object') return false;
  return isOnePoint(field.expression.stored.storedAs);
}

/** Replaces the equalities that fix one of the columns by ranges, in a conjunction and behind a relation. */
function withRanges(condition: Condition, columns: ReadonlySet<string>): Condition {
  if (condition.type === 'and') return mapParts(condition, (part) => withRanges(part, columns));
  if (!fixedColumns(condition).some((column) => columns.has(column))) return condition;
  if (condition.type === 'comparison') return rangeOf(condition);
  return mapParts(condition, (part) => (part.type === 'comparison' ? rangeOf(part) : part));
}

/** Returns `a >= x AND a <= x` for `a = x`. */
function rangeOf({ field, values }: Comparison): Condition {
  const parts = [comparison(field, atLeast, values), comparison(field, atMost, values)];
  return Object.freeze({ type: 'and', conditions: Object.freeze(parts) });
}

const equal = builtIn('$eq');
const atLeast = builtIn('$gte');
const atMost = builtIn('$lte');

/** Most names that one order is known by: each of its keys may have been renamed, and all together count. */
const mostOrders = 64;

export function orderNames(sort: readonly SortTerm[]): readonly string[] {
  return sort.map(({ target }) => keyOf('all', target));
}

/** Lists the names that the keys of an order had before: each combination with at least one former name. */
export function formerOrderNames(sort: readonly SortTerm[]): readonly (readonly string[])[] {
  let orders: readonly (readonly string[])[] = [[]];
  for (const { target } of sort) {
    const names = propertyKeysOf(target);
    orders = orders.flatMap((order) => names.map((name) => [...order, name])).slice(0, mostOrders);
  }
  return orders.slice(1);
}
