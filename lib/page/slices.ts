import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import {
  type CountMode,
  type CursorSlice,
  type OffsetSlice,
  type PageSlice,
  type QueryPlan,
  secretsOf,
} from '../ast/index.js';
import type { CursorMeta, PageMeta } from '../contract/index.js';
import { readShaped } from './choice/choice.js';
import { WindowOfList } from './choice/window.js';
import { type PagePlan, type PageResult, sliceIssue, sqlPlanOf } from './list/plan.js';
import { windowOf } from './list/builder.js';
import { type Total, countedList, isCountedApart, totalOf } from './rows/count.js';
import { hasOrder } from '../typeorm/index.js';
import { type KeysetKey, alongIndex, formerOrderNames, orderNames } from './order/order.js';
import { keyOf } from '../schema/index.js';
import { type CursorBinding, type Position, printCursor, readCursor } from './order/cursor.js';
import type { SqlPlan } from '../sql/index.js';
import type { Rows } from './rows/rows.js';

/**
 * Reads a page by number or by offset. Rows are only counted where the page itself does not show the end of the list.
 */
export async function readNumberedPage<E extends ObjectLiteral>(
  bound: PagePlan<E>,
  slice: PageSlice | OffsetSlice,
  mode: CountMode,
): Promise<PageResult<E>> {
  const { builder, plan, chooser, watch } = bound;
  const window = windowOf(slice);
  const countsApart = mode === 'exact' && isCountedApart(bound);
  const requested = { window, count: mode, countsApart, chooser, watch };
  const { rows, list } = await readShaped(new WindowOfList(builder, sqlPlanOf(bound, true), requested));
  const { data, found, hasMore } = rows;
  if (mode === 'none') return numberedPage(data, slice, { hasNext: hasMore });
  const { skip, take } = window;
  // A page that is not full is the last one. An empty page may lie anywhere beyond the end, unless it is the first.
  const isLast = found < take && (found > 0 || skip === 0);
  if (isLast) return numberedPage(data, slice, { total: skip + found });
  // An empty page proves nothing about the rows before it: they may be fewer than `skip`.
  const atLeast = found > 0 ? skip + found : 0;
  if (rows.total !== undefined) return numberedPage(data, slice, { total: rows.total });
  watch?.begins('total');
  const total = await totalOf(countsApart ? countedList(builder, plan) : list, mode, atLeast);
  return numberedPage(data, slice, { ...total, ...continuationOf(total, mode, atLeast) });
}

/**
 * Returns `hasNext` beside a capped or estimated total, where the page's rows and the cap decide it.
 * An exact total implies it.
 */
function continuationOf(
  { totalIsCapped, totalIsEstimate }: Total,
  mode: CountMode,
  rowsSeen: number,
): { hasNext?: boolean } {
  if (totalIsCapped !== true && totalIsEstimate !== true) return {};
  if (rowsSeen === 0) return { hasNext: false };
  // Counting went one row beyond the cap.
  return typeof mode === 'object' && rowsSeen <= mode.capped ? { hasNext: true } : {};
}

/** Members of a page's `meta` about the rest of the list: a total, `hasNext`, or both. */
type ListSize = (Total & { readonly hasNext?: boolean }) | { readonly hasNext: boolean };

function numberedPage<E>(data: E[], slice: PageSlice | OffsetSlice, size: ListSize): PageResult<E> {
  return { ok: true, page: { data, meta: { pagination: metaOf(slice, size) } } };
}

/** Returns the `meta` of a page, in the style of the slice. */
function metaOf(slice: PageSlice | OffsetSlice, size: ListSize): PageMeta {
  if (slice.type === 'offset') return { start: slice.start, limit: slice.limit, ...size };
  const { page, pageSize } = slice;
  const pageCount = 'total' in size ? { pageCount: Math.ceil(size.total / pageSize) } : {};
  return { page, pageSize, ...pageCount, ...size };
}

/**
 * Returns the reason why a list has no cursors, as the end of a sentence to the client. A cursor is a
 * position in the query's own order, so it needs that order, and sort keys whose values can be carried as text.
 *
 * @returns undefined where the list has cursors
 */
function cursorObstacle<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  keys: readonly KeysetKey[],
): string | undefined {
  if (hasOrder(builder)) return 'is not supported here: this list has an order of its own, and is paged by number';
  if (keys.every(({ value }) => value.isKnown)) return undefined;
  return 'is not supported here: no cursor can carry the order of this list, and it is paged by number';
}

/** Ends of a page, where the list goes on in that direction: positions, or cursors. Null where it does not. */
interface Edges<Edge> {
  readonly next: Edge | null;
  readonly previous: Edge | null;
}

/**
 * Prints the cursors of a page, or returns the reason why it cannot, as the end of a sentence to the client. A cursor
 * longer than a request, or with a value that the round trip changes, would lose rows or be refused later. So the page
 * is refused now, while the reason is known.
 */
function printEdges<E extends ObjectLiteral>(
  { next, previous }: Edges<Position>,
  list: CursorList<E>,
  binding: CursorBinding,
): Edges<string> | string {
  const edges = [next, previous].filter((edge) => edge !== null);
  for (const edge of edges) {
    const index = unprintableKey(edge, list.keys);
    if (index !== undefined) return explain(index, list);
  }
  const [after, before] = [next, previous].map((edge) => edge && printCursor(edge, binding));
  const longest = list.plan.limits?.queryBytes ?? Infinity;
  if (Math.max(after?.length ?? 0, before?.length ?? 0) > longest)
    return `${begins} would be longer than a request may be; ${remedy}`;
  return { next: after ?? null, previous: before ?? null };
}

/** Returns the index of the first key whose value at a row no cursor can carry, or undefined. */
function unprintableKey(position: Position, keys: readonly KeysetKey[]): number | undefined {
  const index = keys.findIndex(({ key, value }, at) => {
    const text = position[at];
    // The position of an empty page is empty: it has no value to check.
    return text === null ? !key.nullable : text !== undefined && !value.accepts(text);
  });
  return index < 0 ? undefined : index;
}

const begins = 'has no answer here: a cursor from this page';
const remedy = 'sort by another key, or ask for pages by number';

/** Names the key only if the client did: a default order, and the primary key at its end, may be hidden. */
function explain<E extends ObjectLiteral>(index: number, { plan, keys }: CursorList<E>): string {
  const expression = keys[index]?.key.expression;
  const term = plan.sort.find(({ target: { field } }) => field !== 'count' && field.expression === expression);
  const name = term === undefined ? 'what the list is ordered by' : keyOf(plan.view.kind, term.target);
  return `${begins} cannot carry the value of ${name}; ${remedy}`;
}

/** A list in the order of a page by cursor, and the page's slice. */
interface CursorList<E extends ObjectLiteral> {
  readonly plan: QueryPlan;
  readonly slice: CursorSlice;
  readonly window: WindowOfList<E>;
  readonly keys: readonly KeysetKey[];
}

/**
 * Reads the page after, or before, a cursor. The cursor has the values of the sort keys at one row, and a condition
 * on the same keys begins the page there. An index finds that row at any depth for the cost of the first page, and rows
 * that are inserted or deleted meanwhile shift no page.
 */
export async function readCursorPage<E extends ObjectLiteral>(
  bound: PagePlan<E>,
  slice: CursorSlice,
  mode: CountMode,
): Promise<PageResult<E>> {
  const { plan, builder } = bound;
  const list = cursorList(bound, slice, mode);
  const obstacle = cursorObstacle(builder, list.keys);
  if (obstacle !== undefined) return refusal(list, 'invalid_pagination', obstacle);
  const binding = bindingOf(plan, list.window.list.plan);
  const from = slice.cursor === '' ? [] : readCursor(slice.cursor, binding);
  if (from === undefined || !fits(from, list.keys)) {
    return refusal(
      list,
      'invalid_cursor',
      'is not a cursor of this list and sort order; take one from an earlier answer',
    );
  }
  const rows = await readFrom(list, from);
  const edges = printEdges(edgesOf(rows, slice, from.length > 0), list, binding);
  if (typeof edges === 'string') return refusal(list, 'invalid_pagination', edges);
  const { found, hasMore } = rows;
  // The rows of the page may be all there are.
  const isWhole = from.length === 0 && !hasMore;
  if (mode !== 'none' && !isWhole) bound.watch?.begins('total');
  const total = mode === 'none' ? undefined : isWhole ? { total: found } : await totalOf(list.window.list, mode, found);
  const pagination: CursorMeta = { pageSize: slice.pageSize, ...total, ...edges };
  return { ok: true, page: { data: rows.data, meta: { pagination } } };
}

/** Finds the keys of a list, in the direction of a slice. */
function cursorList<E extends ObjectLiteral>(bound: PagePlan<E>, slice: CursorSlice, count: CountMode): CursorList<E> {
  const { builder, plan, chooser, watch } = bound;
  const whole = sqlPlanOf(bound, true);
  const requested = { window: windowOf(slice), count, cursor: slice, chooser, watch };
  const window = new WindowOfList(builder, slice.cursor === '' ? whole : alongIndex(whole), requested);
  return { plan, slice, window, keys: window.keysOf(window.list) };
}

/** Refuses the cursor's parameter, `after` or `before`. */
function refusal<E extends ObjectLiteral>(
  { plan, slice }: CursorList<E>,
  code: 'invalid_pagination' | 'invalid_cursor',
  text: string,
): PageResult<E> {
  return { ok: false, issues: [sliceIssue(plan, slice.direction, code, text)] };
}

/**
 * Reads the rows next to a position, in the list's order; an empty position is the end of the list that is read from.
 */
async function readFrom<E extends ObjectLiteral>({ slice, window }: CursorList<E>, from: Position): Promise<Rows<E>> {
  const { rows } = await readShaped(window.after(from));
  if (slice.direction === 'after') return rows;
  const positionAt = (index: number) => rows.positionAt(rows.found - 1 - index);
  return { ...rows, data: [...rows.data].reverse(), positionAt };
}

/**
 * Returns the rows from which the list goes on. In the direction of reading, there is more where one extra row was
 * found. In the other direction, there is more where the page began at a position. After an empty page that began at a
 * position, the whole list lies on the other side, so its cursor is that end of the list.
 */
function edgesOf<E>(
  { positionAt, found, hasMore }: Rows<E>,
  { direction }: CursorSlice,
  hasStart: boolean,
): Edges<Position> {
  const [hasNext, hasPrevious] = direction === 'after' ? [hasMore, hasStart] : [hasStart, hasMore];
  return {
    next: hasNext ? (positionAt(found - 1) ?? endOfList) : null,
    previous: hasPrevious ? (positionAt(0) ?? endOfList) : null,
  };
}

/** The empty position. Like an empty cursor, it stands for the end of the list where reading begins. */
const endOfList: Position = [];

/**
 * Returns what a cursor is bound to: the entity, the order, the handler, the search and `deleted`. The filters are not
 * part of it, so a client may change them and go on from its position.
 */
function bindingOf(
  { schema, handler, search, deleted, pagination }: QueryPlan,
  { sort, nulls, keyDirection }: SqlPlan,
): CursorBinding {
  const isUsual = handler === '' && keyDirection === undefined && search === undefined;
  const rest: unknown[] = isUsual ? [] : [handler, keyDirection, search?.text];
  if (deleted !== undefined) rest.push({ deleted: deleted.mode });
  const signature = (names: readonly string[]): string => {
    const keys = sort.map((term, index) => [names[index], term.direction, term.nulls ?? nulls]);
    return JSON.stringify([schema.name, keys, ...rest]);
  };
  return {
    sort: signature(orderNames(sort)),
    former: () => formerOrderNames(sort).map(signature),
    secrets: secretsOf(pagination),
  };
}

/**
 * Validates the values of a cursor like any from a client, who can make them up without a secret. An empty position,
 * the cursor of an empty page, fits every list.
 */
function fits(position: Position, keys: readonly KeysetKey[]): boolean {
  if (position.length !== keys.length) return position.length === 0;
  return position.every((text, index) => {
    const field = keys[index];
    return text === null ? field?.key.nullable === true : field?.value.accepts(text) === true;
  });
}
