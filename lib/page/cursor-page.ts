import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { CursorSlice, QueryPlan } from '../ast/index.js';
import { FilterConfigurationError, keyOf } from '../schema/index.js';
import { type OrderKey, type SqlChanges, type SqlPlan, write } from '../sql/index.js';
import { type CursorBinding, type Position, printCursor, readCursor } from './cursor.js';
import { type KeysetKey, afterPosition } from './keyset.js';
import type { PageResult } from './page.js';
import { sliceIssue } from './plan.js';
import { type Rows, readRows } from './rows.js';
import { storedValue } from './stored-value.js';

/** Reads the page after, or before, a cursor: at any depth for the cost of the first. */
export async function readCursorPage<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  plan: QueryPlan,
  slice: CursorSlice,
  sqlPlan: SqlPlan,
): Promise<PageResult<E>> {
  checkBuilder(builder);
  const changes = write(builder, sqlPlan);
  const keys = changes.order.map((key): KeysetKey => ({ key, value: storedValue(key, plan.schema.dialect) }));
  const binding: CursorBinding = { sort: signature(plan, sqlPlan), secret: plan.pagination.secret };
  const from = slice.cursor === '' ? [] : readCursor(slice.cursor, binding, keys.length);
  if (from === undefined || !fits(from, keys)) {
    const text = 'is no cursor of this list in this order; take one from an earlier answer';
    return { ok: false, issues: [sliceIssue(plan, slice.direction, 'invalid_cursor', text)] };
  }
  const read = await readOneMore(builder, slice, from, directed(changes, keys, slice));
  const rows = slice.direction === 'after' ? read.rows : turned(read.rows);
  return { ok: true, page: pageOfRows(rows, slice, from.length > 0, read.hasMore, binding) };
}

interface Directed {
  readonly changes: SqlChanges;
  readonly keys: readonly KeysetKey[];
}

/** Towards the beginning the same order is read the other way round, and the rows are turned back afterwards. */
function directed(changes: SqlChanges, keys: readonly KeysetKey[], { direction }: CursorSlice): Directed {
  if (direction === 'after') return { changes, keys };
  const reversed = keys.map(({ key, value }): KeysetKey => ({ key: reverse(key), value }));
  return { changes: { ...changes, order: reversed.map(({ key }) => key) }, keys: reversed };
}

/** Reversing a direction moves NULL to the other end by itself, so what had to be said before has to be said now. */
function reverse(key: OrderKey): OrderKey {
  return { ...key, direction: key.direction === 'asc' ? 'desc' : 'asc', nullsFirst: !key.nullsFirst };
}

async function readOneMore<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { pageSize }: CursorSlice,
  from: Position,
  { changes, keys }: Directed,
): Promise<{ readonly rows: Rows<E>; readonly hasMore: boolean }> {
  const after = from.length === 0 ? undefined : afterPosition(keys, from, changes.statement);
  const where = [changes.where, after].filter((part) => part !== undefined).join(' AND ');
  const wanted = { changes: { ...changes, where: where === '' ? undefined : where }, keys, skip: 0 };
  const { data, positions } = await readRows(builder, { ...wanted, take: pageSize + 1, positions: true });
  const rows = { data: data.slice(0, pageSize), positions: positions.slice(0, pageSize) };
  return { rows, hasMore: positions.length > pageSize };
}

function turned<E>({ data, positions }: Rows<E>): Rows<E> {
  return { data: [...data].reverse(), positions: [...positions].reverse() };
}

/** There is more on the side that was read when one row more was found; on the other side, when the page began somewhere. */
function pageOfRows<E>(
  { data, positions }: Rows<E>,
  { direction, pageSize }: CursorSlice,
  began: boolean,
  hasMore: boolean,
  binding: CursorBinding,
): { data: E[]; meta: { pagination: { pageSize: number; next: string | null; previous: string | null } } } {
  const [hasNext, hasPrevious] = direction === 'after' ? [hasMore, began] : [began, hasMore];
  const first = positions[0];
  const last = positions.at(-1);
  const next = hasNext && last !== undefined ? printCursor(last, binding) : null;
  const previous = hasPrevious && first !== undefined ? printCursor(first, binding) : null;
  return { data, meta: { pagination: { pageSize, next, previous } } };
}

/** What a cursor is bound to: the entity and its order, whatever it is filtered by. */
function signature({ schema }: QueryPlan, { sort, nulls }: SqlPlan): string {
  const keys = sort.map((term) => [keyOf('all', term.target), term.direction, term.nulls ?? nulls]);
  return JSON.stringify([schema.name, keys]);
}

/** A cursor's values are validated like any that a client sends. */
function fits(position: Position, keys: readonly KeysetKey[]): boolean {
  return position.every((text, index) => {
    const field = keys[index];
    return text === null ? field?.key.nullable === true : field?.value.accepts(text) === true;
  });
}

/** A position is a place in our order; under another order, or among groups, it is none. */
function checkBuilder<E extends ObjectLiteral>({ expressionMap }: SelectQueryBuilder<E>): void {
  const { orderBys, groupBys, havings, selectDistinctOn } = expressionMap;
  const found = [
    Object.keys(orderBys).length > 0 && 'orderBy',
    groupBys.length > 0 && 'groupBy',
    havings.length > 0 && 'having',
    selectDistinctOn.length > 0 && 'distinctOn',
  ].find((name) => name !== false);
  if (found === undefined) return;
  throw new FilterConfigurationError(
    `page(): a builder with ${found} has no cursors; leave the order to the query, or set \`pagination\` for the handler`,
  );
}
