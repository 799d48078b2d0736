import type { Dialect } from '../dialects/index.js';
import type { ColumnSchema } from '../schema/index.js';
import type { OrderKey, SqlChanges, Statement } from '../sql/index.js';
import type { Position } from './cursor.js';
import type { KeysetKey } from './keyset.js';
import { isSecondsColumn } from './stored-value.js';

/** The order in which pages are read by cursor: the query's own, in phrases that the engine orders and compares alike. */
export function cursorOrder(changes: SqlChanges, dialect: Dialect): SqlChanges {
  const order = changes.order.map((key) => comparableKey(key, changes.primaryKey, dialect));
  return order.every((key, index) => key === changes.order[index]) ? changes : { ...changes, order };
}

function comparableKey(key: OrderKey, primaryKey: readonly ColumnSchema[], dialect: Dialect): OrderKey {
  const { column, rootColumn, joined, sql } = key;
  if (column === undefined) return key;
  // What a subquery gives is ordered as the face of the clock; a column by its moments, and by its index.
  const isExpression = rootColumn === undefined && !joined;
  if (isExpression && isSecondsColumn(column, dialect)) return { ...key, sql: dialect.secondsOf?.(sql) ?? sql };
  const length = orderedLengthOf(column, dialect);
  // A beginning would not tell one row from another.
  const isKey = rootColumn !== undefined && primaryKey.some(({ metadata }) => metadata === rootColumn.metadata);
  if (length === undefined || isKey) return key;
  const beginning = `LEFT(${sql}, ${length})`;
  return { ...key, sql: beginning, compared: beginning, rootColumn: undefined };
}

const longTexts: ReadonlySet<unknown> = new Set(['text', 'mediumtext', 'longtext']);
const longBytes: ReadonlySet<unknown> = new Set(['blob', 'mediumblob', 'longblob']);
const bytes: ReadonlySet<unknown> = new Set(['binary', 'varbinary']);

/** How much of a long column rows are ordered by; undefined where that is all of it. */
function orderedLengthOf({ metadata, storedKind }: ColumnSchema, { orderedLength }: Dialect): number | undefined {
  if (orderedLength === undefined) return undefined;
  const { type, length } = metadata;
  if (longBytes.has(type)) return orderedLength.bytes;
  const most = bytes.has(type) ? orderedLength.bytes : orderedLength.characters;
  const isLong = longTexts.has(type) || Number(length) > most;
  return isLong && (storedKind.name === 'text' || bytes.has(type)) ? most : undefined;
}

/**
 * A condition that every row after a position satisfies, for an index to start from, where the comparison of the first key
 * is by an expression that no index serves.
 */
export function startOf([first]: readonly KeysetKey[], [at]: Position, statement: Statement): string | undefined {
  const { clockNear } = statement.dialect;
  if (first === undefined || at === undefined || at === null || clockNear === undefined) return undefined;
  const { key, value } = first;
  const isColumn = key.rootColumn !== undefined || key.joined;
  if (!isColumn || key.column === undefined || !isSecondsColumn(key.column, statement.dialect)) return undefined;
  // Where a column holds zeros in the place of moments, they are at no time; NULL is beyond every moment there.
  if (Number(at) === 0 || (key.nullable && !key.nullsFirst)) return undefined;
  const seconds = value.bind(at, statement);
  return key.direction === 'asc'
    ? `${key.sql} >= ${clockNear(seconds, 'before')}`
    : `${key.sql} <= ${clockNear(seconds, 'after')}`;
}
