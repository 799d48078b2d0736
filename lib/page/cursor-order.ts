import type { Dialect } from '../dialects/index.js';
import type { ColumnSchema, ExpressionSchema } from '../schema/index.js';
import type { OrderKey, SqlChanges, Statement } from '../sql/index.js';
import type { Position } from './cursor.js';
import type { KeysetKey } from './keyset.js';
import { isSecondsColumn } from './stored-value.js';

/**
 * Rewrites the order of a query to one by which pages can be read by cursor: rows must be ordered and compared alike, and
 * MySQL and MariaDB order long texts by a part of them and compare TIMESTAMP as a clock's time. Elsewhere it changes nothing.
 */
export function cursorOrder(changes: SqlChanges, dialect: Dialect): SqlChanges {
  if (dialect.longColumns === undefined && dialect.secondsOf === undefined) return changes;
  return { ...changes, order: changes.order.flatMap((key) => comparableKeys(key, changes.primaryKey, dialect)) };
}

/** Returns the keys that take the place of one key: mostly itself. */
function comparableKeys(key: OrderKey, primaryKey: readonly ColumnSchema[], dialect: Dialect): OrderKey | OrderKey[] {
  const { expression, rootColumn, joined, sql } = key;
  if (expression === undefined) return key;
  // The result of a subquery is ordered as a clock's time, a TIMESTAMP column by its instants and by its index.
  const isExpression = rootColumn === undefined && !joined;
  if (isExpression && isSecondsColumn(expression, dialect)) return { ...key, sql: dialect.secondsOf?.(sql) ?? sql };
  // A primary key stays whole: a part of it would not tell each row from every other.
  const isKey = rootColumn !== undefined && primaryKey.some(({ metadata }) => metadata === rootColumn.metadata);
  return isKey || !isLong(expression, dialect) ? key : partsOf(key, dialect);
}

const longTypes: ReadonlySet<unknown> = new Set(['text', 'mediumtext', 'longtext', 'blob', 'mediumblob', 'longblob']);

/** True for a column whose values may be longer than the engine orders by. */
function isLong({ column }: ExpressionSchema, { longColumns }: Dialect): boolean {
  return longColumns !== undefined && (longTypes.has(column?.type) || Number(column?.length) > longColumns.above);
}

/** Splits a key for long values into keys for consecutive parts of them, each short enough to be ordered by all of it. */
function partsOf(key: OrderKey, { longColumns = { above: 0, partLength: 0, parts: 0 } }: Dialect): OrderKey[] {
  const { partLength, parts } = longColumns;
  return Array.from({ length: parts }, (_, index) => {
    const part = `SUBSTRING(${key.sql}, ${index * partLength + 1}, ${partLength})`;
    return { ...key, sql: part, comparand: part, rootColumn: undefined };
  });
}

/**
 * Returns a condition that every row after a position satisfies and that an index can start from, for a first key that is
 * compared by an expression, which no index serves. Undefined where the key is compared by its column, or where no such
 * condition is safe.
 */
export function indexStart([first]: readonly KeysetKey[], [at]: Position, statement: Statement): string | undefined {
  const { dialect } = statement;
  if (first === undefined || at === undefined || at === null) return undefined;
  const { key, value } = first;
  const isColumn = key.rootColumn !== undefined || key.joined;
  if (!isColumn || key.expression === undefined || !isSecondsColumn(key.expression, dialect)) return undefined;
  // MySQL's zero date is 0 seconds and has no instant; a NULL that stands last comes after every instant.
  if (Number(at) === 0 || (key.nullable && !key.nullsFirst)) return undefined;
  const [sign, side] = key.direction === 'asc' ? (['>=', 'before'] as const) : (['<=', 'after'] as const);
  const bound = dialect.clockNear?.(value.bind(at, statement), side);
  return bound && `${key.sql} ${sign} ${bound}`;
}
