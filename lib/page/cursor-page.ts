import type { ObjectLiteral } from 'typeorm';
import type { CountMode, CursorSlice, QueryPlan } from '../ast/index.js';
import type { CursorMeta } from '../input/index.js';
import { keyOf } from '../schema/index.js';
import { type OrderKey, type SqlChanges, type SqlPlan, write } from '../sql/index.js';
import { alongIndex } from './along-index.js';
import { noCursors } from './check-keyset.js';
import { type Total, totalOf } from './count.js';
import { cursorOrder, startOf } from './cursor-order.js';
import { type CursorBinding, type Position, readCursor } from './cursor.js';
import { type Edges, printEdges } from './edges.js';
import { type KeysetKey, afterPosition, keysetOf } from './keyset.js';
import { type PageResult, type Reading, sliceIssue, sqlPlanOf } from './plan.js';
import type { Place } from './positions.js';
import { type Rows, readRows } from './rows.js';

/** Reads the page after, or before, a cursor: at any depth for the cost of the first. */
export async function readCursorPage<E extends ObjectLiteral>(
  reading: Reading<E>,
  slice: CursorSlice,
  mode: CountMode,
): Promise<PageResult<E>> {
  const { builder, plan } = reading;
  const { dialect } = plan.schema;
  const whole = sqlPlanOf(reading, true);
  const sqlPlan = slice.cursor === '' ? whole : alongIndex(whole);
  const changes = cursorOrder(write(builder, sqlPlan), dialect);
  const keys = keysetOf(changes, dialect);
  const obstacle = noCursors(builder, keys);
  if (obstacle !== undefined) return refused(plan, slice, 'invalid_pagination', obstacle);
  const binding: CursorBinding = { sort: signature(plan, sqlPlan), secret: plan.pagination.secret };
  const from = slice.cursor === '' ? [] : readCursor(slice.cursor, binding);
  if (from === undefined || !fits(from, keys)) {
    const text = 'is no cursor of this list in this order; take one from an earlier answer';
    return refused(plan, slice, 'invalid_cursor', text);
  }
  const rows = await readFrom(reading, slice, from, directed(changes, keys, slice));
  const edges = printEdges(edgesOf(rows, slice, from.length > 0), { plan, keys, binding });
  if (typeof edges === 'string') return refused(plan, slice, 'invalid_pagination', edges);
  const total = mode === 'none' ? {} : await totalBeside(reading, changes, mode, rows, from);
  const pagination: CursorMeta = { pageSize: slice.pageSize, ...total, ...edges };
  return { ok: true, page: { data: rows.data, meta: { pagination } } };
}

function refused<E>(
  plan: QueryPlan,
  { direction }: CursorSlice,
  code: 'invalid_pagination' | 'invalid_cursor',
  text: string,
): PageResult<E> {
  return { ok: false, issues: [sliceIssue(plan, direction, code, text)] };
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
  const start = after === undefined ? undefined : startOf(keys, from, changes.statement);
  const conditions = [changes.where, start, after].filter((condition) => condition !== undefined);
  const rows = await readRows(builder, {
    changes: { ...changes, where: conditions.length === 0 ? undefined : conditions.join(' AND ') },
    keys: () => keys,
    skip: 0,
    take: pageSize,
    probe: true,
    positions: true,
  });
  if (direction === 'after') return rows;
  return { ...rows, data: [...rows.data].reverse(), places: [...rows.places].reverse() };
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
function edgesOf<E>({ places, hasMore }: Rows<E>, { direction }: CursorSlice, began: boolean): Edges {
  const [hasNext, hasPrevious] = direction === 'after' ? [hasMore, began] : [began, hasMore];
  return { next: hasNext ? (places.at(-1) ?? nowhere) : null, previous: hasPrevious ? (places[0] ?? nowhere) : null };
}

/** One of the ends, from where the whole list lies on one side. */
const nowhere: Place = { position: [], misplacedBy: undefined };

/** What a cursor is bound to: the entity, its order and the handler, whatever it is filtered by. */
function signature({ schema, handler }: QueryPlan, { sort, nulls, keyDirection }: SqlPlan): string {
  const keys = sort.map((term) => [keyOf('all', term.target), term.direction, term.nulls ?? nulls]);
  return JSON.stringify([schema.name, keys, handler, keyDirection]);
}

/** A cursor's values are validated like any that a client sends. The position of an empty page is one of the ends. */
function fits(position: Position, keys: readonly KeysetKey[]): boolean {
  if (position.length !== keys.length) return position.length === 0;
  return position.every((text, index) => {
    const field = keys[index];
    return text === null ? field?.key.nullable === true : field?.value.accepts(text) === true;
  });
}
