import type { ObjectLiteral } from 'typeorm';
import type { CountMode, CursorSlice, QueryPlan } from '../ast/index.js';
import type { CursorMeta, Page } from '../filter-input.js';
import { keyOf } from '../schema/index.js';
import { type OrderKey, type SqlChanges, type SqlPlan, write } from '../sql/index.js';
import { checkKeyset } from './check-keyset.js';
import { type Total, totalOf } from './count.js';
import { type CursorBinding, type Position, printCursor, readCursor } from './cursor.js';
import { type KeysetKey, afterPosition, keysetOf } from './keyset.js';
import { type PageResult, type Reading, sliceIssue, sqlPlanOf } from './plan.js';
import { type Rows, readRows } from './rows.js';

/** Reads the page after, or before, a cursor: at any depth for the cost of the first. */
export async function readCursorPage<E extends ObjectLiteral>(
  reading: Reading<E>,
  slice: CursorSlice,
  mode: CountMode,
): Promise<PageResult<E>> {
  const { builder, plan } = reading;
  const sqlPlan = sqlPlanOf(reading, true);
  const changes = write(builder, sqlPlan);
  const keys = keysetOf(changes, plan.schema.dialect);
  checkKeyset(builder, keys);
  const binding: CursorBinding = { sort: signature(plan, sqlPlan), secret: plan.pagination.secret };
  const from = slice.cursor === '' ? [] : readCursor(slice.cursor, binding);
  if (from === undefined || !fits(from, keys)) {
    const text = 'is no cursor of this list in this order; take one from an earlier answer';
    return { ok: false, issues: [sliceIssue(plan, slice.direction, 'invalid_cursor', text)] };
  }
  const rows = await readFrom(reading, slice, from, directed(changes, keys, slice));
  const total = mode === 'none' ? {} : await totalBeside(reading, changes, mode, rows, from);
  return { ok: true, page: pageOfRows(rows, slice, from.length > 0, binding, total) };
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

async function readFrom<E extends ObjectLiteral>(
  { builder }: Reading<E>,
  { pageSize, direction }: CursorSlice,
  from: Position,
  { changes, keys }: Directed,
): Promise<Rows<E>> {
  const after = from.length === 0 ? undefined : afterPosition(keys, from, changes.statement);
  const where = changes.where !== undefined && after !== undefined ? `${changes.where} AND ${after}` : after;
  const rows = await readRows(builder, {
    changes: { ...changes, where: where ?? changes.where },
    keys: () => keys,
    skip: 0,
    take: pageSize,
    probe: true,
    positions: true,
  });
  if (direction === 'after') return rows;
  return { ...rows, data: [...rows.data].reverse(), positions: [...rows.positions].reverse() };
}

/** A page that has everything is its own total. */
function totalBeside<E extends ObjectLiteral>(
  reading: Reading<E>,
  changes: SqlChanges,
  mode: Exclude<CountMode, 'none'>,
  { found, hasMore }: Rows<E>,
  from: Position,
): Promise<Total> | Total {
  return from.length === 0 && !hasMore ? { total: found } : totalOf(reading, changes, mode, found);
}

/**
 * There is more on the side that was read when one row more was found; on the other side, when the page began somewhere.
 * Where a page that began somewhere is empty, everything there is lies on the other side.
 */
function pageOfRows<E>(
  { data, positions, hasMore }: Rows<E>,
  { direction, pageSize }: CursorSlice,
  began: boolean,
  binding: CursorBinding,
  total: Total | Record<never, never>,
): Page<E> {
  const [hasNext, hasPrevious] = direction === 'after' ? [hasMore, began] : [began, hasMore];
  const pagination: CursorMeta = {
    pageSize,
    ...total,
    next: hasNext ? printCursor(positions.at(-1) ?? [], binding) : null,
    previous: hasPrevious ? printCursor(positions[0] ?? [], binding) : null,
  };
  return { data, meta: { pagination } };
}

/** What a cursor is bound to: the entity and its order, whatever it is filtered by. */
function signature({ schema }: QueryPlan, { sort, nulls, keyDirection }: SqlPlan): string {
  const keys = sort.map((term) => [keyOf('all', term.target), term.direction, term.nulls ?? nulls]);
  return JSON.stringify(keyDirection === undefined ? [schema.name, keys] : [schema.name, keys, keyDirection]);
}

/** A cursor's values are validated like any that a client sends. The position of an empty page is one of the ends. */
function fits(position: Position, keys: readonly KeysetKey[]): boolean {
  if (position.length !== keys.length) return position.length === 0;
  return position.every((text, index) => {
    const field = keys[index];
    return text === null ? field?.key.nullable === true : field?.value.accepts(text) === true;
  });
}
