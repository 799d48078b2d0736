import type { Dialect } from '../dialects/index.js';
import type { ColumnSchema } from '../schema/index.js';
import type { OrderKey, SqlChanges, Statement } from '../sql/index.js';
import type { Position } from './cursor.js';
import type { KeysetKey } from './keyset.js';
import { isSecondsColumn } from './stored-value.js';

/** The order in which pages are read by cursor: the query's own, in phrases that the engine orders and compares alike. */
export function cursorOrder(changes: SqlChanges, dialect: Dialect): SqlChanges {
  if (dialect.longColumns === undefined && dialect.secondsOf === undefined) return changes;
  return { ...changes, order: changes.order.flatMap((key) => comparableKeys(key, changes.primaryKey, dialect)) };
}

function comparableKeys(key: OrderKey, primaryKey: readonly ColumnSchema[], dialect: Dialect): OrderKey | OrderKey[] {
  const { column, rootColumn, joined, sql } = key;
  if (column === undefined) return key;
  // What a subquery gives is ordered as the face of the clock; a column by its moments, and by its index.
  const isExpression = rootColumn === undefined && !joined;
  if (isExpression && isSecondsColumn(column, dialect)) return { ...key, sql: dialect.secondsOf?.(sql) ?? sql };
  // A beginning would not tell one row from another.
  const isKey = rootColumn !== undefined && primaryKey.some(({ metadata }) => metadata === rootColumn.metadata);
  return isKey || !isLong(column, dialect) ? key : partsOf(key, dialect);
}

const longTypes: ReadonlySet<unknown> = new Set(['text', 'mediumtext', 'longtext', 'blob', 'mediumblob', 'longblob']);

function isLong({ metadata: { type, length } }: ColumnSchema, { longColumns }: Dialect): boolean {
  return longColumns !== undefined && (longTypes.has(type) || Number(length) > longColumns.above);
}

/** A long value part by part, each so short that rows are ordered by all of it. */
function partsOf(key: OrderKey, { longColumns = { above: 0, partLength: 0, parts: 0 } }: Dialect): OrderKey[] {
  const { partLength, parts } = longColumns;
  return Array.from({ length: parts }, (_, index) => {
    const part = `SUBSTRING(${key.sql}, ${index * partLength + 1}, ${partLength})`;
    return { ...key, sql: part, comparand: part, rootColumn: undefined };
  });
}

/**
 * A condition that every row after a position satisfies, for an index to start from, where the comparison of the first key
 * is by an expression that no index serves.
 */
export function startOf([first]: readonly KeysetKey[], [at]: Position, statement: Statement): string | undefined {
  const { dialect } = statement;
  if (first === undefined || at === undefined || at === null) return undefined;
  const { key, value } = first;
  const isColumn = key.rootColumn !== undefined || key.joined;
  if (!isColumn || key.column === undefined || !isSecondsColumn(key.column, dialect)) return undefined;
  // Where a column holds zeros in the place of moments, they are at no time; NULL is beyond every moment there.
  if (Number(at) === 0 || (key.nullable && !key.nullsFirst)) return undefined;
  const [sign, side] = key.direction === 'asc' ? (['>=', 'before'] as const) : (['<=', 'after'] as const);
  const near = dialect.clockNear?.(value.bind(at, statement), side);
  return near && `${key.sql} ${sign} ${near}`;
}
