import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import {
  type CountMode,
  type CursorSlice,
  type OffsetSlice,
  type PageSlice,
  type QueryPlan,
  type SortTerm,
  secretsOf,
} from '../ast/index.js';
import type { CursorMeta, NumberedPageMeta, OffsetMeta } from '../contract/index.js';
import { readWindow } from './choice/choice.js';
import { WindowOfList } from './choice/window.js';
import { type PagePlan, type PageResult, sliceIssue } from './list/plan.js';
import { type Total, countedList, isCountedApart, totalOf } from './rows/count.js';
import { hasOrder } from '../typeorm/index.js';
import type { KeysetKey } from './order/keyset.js';
import { keyOf, propertyKeysOf } from '../schema/index.js';
import { type CursorBinding, type Position, printCursor, readCursor } from './order/cursor.js';
import type { SqlPlan } from '../sql/index.js';
import type { Rows } from './rows/rows.js';

/**
 * Reads a page by number or by offset. Rows are only counted where the page itself does not show the end of the list.
 */
export async function readNumberedPage<E extends ObjectLiteral>(
  page: PagePlan<E>,
  slice: PageSlice | OffsetSlice,
  mode: CountMode,
): Promise<PageResult<E>> {
  const countsApart = mode === 'exact' && isCountedApart(page);
  const window = new WindowOfList(page, slice, mode, countsApart);
  const rows = await readWindow(window);
  const { data, found, hasMore } = rows;
  if (mode === 'none') return numberedPage(data, slice, undefined, hasMore);
  const { skip, take } = window.range;
  // A page that is not full is the last one. An empty page may lie anywhere beyond the end, unless it is the first.
  const isLast = found < take && (found > 0 || skip === 0);
  if (isLast) return numberedPage(data, slice, { total: skip + found });
  // An empty page proves nothing about the rows before it: they may be fewer than `skip`.
  const atLeast = found > 0 ? skip + found : 0;
  if (rows.total !== undefined) return numberedPage(data, slice, { total: rows.total });
  page.watch?.begins('total');
  const total = await totalOf(countsApart ? countedList(page.builder, page.plan) : window.counted, mode, atLeast);
  return numberedPage(data, slice, total, hasNextBeside(total, mode, atLeast));
}

/** Returns `hasNext` beside a capped or estimated total, where it is known. An exact total implies it. */
function hasNextBeside({ totalIsCapped, totalIsEstimate }: Total, mode: CountMode, rowsSeen: number) {
  if (totalIsCapped !== true && totalIsEstimate !== true) return undefined;
  if (rowsSeen === 0) return false;
  // Counting went one row beyond the cap.
  return typeof mode === 'object' && rowsSeen <= mode.capped ? true : undefined;
}

function numberedPage<E>(
  data: E[],
  slice: PageSlice | OffsetSlice,
  total: Total | undefined,
  hasNext?: boolean,
): PageResult<E> {
  const pagination: NumberedPageMeta | OffsetMeta =
    slice.type === 'offset'
      ? { start: slice.start, limit: slice.limit }
      : { page: slice.page, pageSize: slice.pageSize };
  if (total !== undefined) {
    if (slice.type === 'page') pagination.pageCount = Math.ceil(total.total / slice.pageSize);
    pagination.total = total.total;
    if (total.totalIsCapped) pagination.totalIsCapped = true;
    if (total.totalIsEstimate) pagination.totalIsEstimate = true;
  }
  if (hasNext !== undefined) pagination.hasNext = hasNext;
  return { ok: true, page: { data, meta: { pagination } } };
}

/**
 * Returns the reason why a list has no cursors, as the end of a sentence to the client; undefined where it has. A
 * cursor is a position in the query's own order, so it needs that order, and sort keys whose values text can carry.
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
type Edges<Edge> = readonly [next: Edge | null, previous: Edge | null];

/**
 * Reads the page after, or before, a cursor: the values of the sort keys at one row. A condition on these keys begins
 * the page there, by an index at any depth, and rows that come or go meanwhile shift no page.
 */
export async function readCursorPage<E extends ObjectLiteral>(
  page: PagePlan<E>,
  slice: CursorSlice,
  mode: CountMode,
): Promise<PageResult<E>> {
  const { plan } = page;
  const window = new WindowOfList(page, slice, mode);
  const keys = window.keysOf(window.list);
  /** Refuses the cursor's parameter, `after` or `before`. */
  const refuse = (code: 'invalid_pagination' | 'invalid_cursor', text: string): PageResult<E> => ({
    ok: false,
    issues: [sliceIssue(plan, slice.direction, code, text)],
  });
  const obstacle = cursorObstacle(page.builder, keys);
  if (obstacle !== undefined) return refuse('invalid_pagination', obstacle);
  const binding = bindingOf(plan, window.list.plan);
  const from = slice.cursor === '' ? [] : readCursor(slice.cursor, binding);
  if (from === undefined || !fits(from, keys)) {
    return refuse('invalid_cursor', 'is not a cursor of this list and sort order; use one from an earlier answer');
  }
  window.startAfter(from);
  const rows = await readWindow(window);
  const cursors = printEdges(edgesOf(rows, slice, from.length > 0), plan, keys, binding);
  if (typeof cursors === 'string') return refuse('invalid_pagination', cursors);
  const { data, found, hasMore } = rows;
  // Rows before a position were read from there on, in the opposite order.
  if (slice.direction === 'before') data.reverse();
  // The rows of the page may be all there are.
  const isAll = from.length === 0 && !hasMore;
  if (mode !== 'none' && !isAll) page.watch?.begins('total');
  const total = mode === 'none' ? undefined : isAll ? { total: found } : await totalOf(window.list, mode, found);
  return { ok: true, page: { data, meta: { pagination: cursorMeta(slice.pageSize, total, cursors) } } };
}

function cursorMeta(pageSize: number, counted: Total | undefined, [next, previous]: Edges<string>): CursorMeta {
  if (counted === undefined) return { pageSize, next, previous };
  const { total, totalIsCapped, totalIsEstimate } = counted;
  if (totalIsCapped) return { pageSize, total, totalIsCapped, next, previous };
  return totalIsEstimate ? { pageSize, total, totalIsEstimate, next, previous } : { pageSize, total, next, previous };
}

/** The empty position: the end of the list where reading begins. */
const endOfList: Position = [];

/**
 * Returns the rows from which the list goes on, of rows in the order of reading. In that direction there is more where
 * one extra row was found, in the other where the page began at a position. After an empty page that did, the whole
 * list lies on the other side, so its cursor is that end of the list.
 */
function edgesOf<E>(
  { positionAt, found, hasMore }: Rows<E>,
  { direction }: CursorSlice,
  hasStart: boolean,
): Edges<Position> {
  const beyond = hasMore ? (positionAt(found - 1) ?? endOfList) : null;
  const before = hasStart ? (positionAt(0) ?? endOfList) : null;
  return direction === 'after' ? [beyond, before] : [before, beyond];
}

/**
 * Prints the cursors of a page, or returns the reason why it cannot, as the end of a sentence to the client. A cursor
 * that is too long, or whose value the round trip changes, would lose rows or be refused later, without the reason.
 */
function printEdges(
  edges: Edges<Position>,
  plan: QueryPlan,
  keys: readonly KeysetKey[],
  binding: CursorBinding,
): Edges<string> | string {
  for (const edge of edges) {
    const unprintable = edge === null ? undefined : keys.find((key, index) => !canCarry(key, edge[index]));
    if (unprintable === undefined) continue;
    const { expression } = unprintable.key;
    // The key is named only if the client did: a default order, and the primary key at its end, may be hidden.
    const term = plan.asked.sort.find(({ target: { field } }) => field !== 'count' && field.expression === expression);
    const name = term === undefined ? 'what the list is ordered by' : keyOf(plan.list.view.kind, term.target);
    return `${begins} cannot carry the value of ${name}; ${remedy}`;
  }
  const [next, previous] = edges;
  const cursors: Edges<string> = [next && printCursor(next, binding), previous && printCursor(previous, binding)];
  const longest = plan.list.limits?.queryBytes ?? Infinity;
  if (cursors.some((cursor) => cursor !== null && cursor.length > longest))
    return `${begins} would be longer than a request may be; ${remedy}`;
  return cursors;
}

/** True for a value that a cursor can carry, and for none: the position of an empty page is empty. */
function canCarry({ key, value }: KeysetKey, text: string | null | undefined): boolean {
  return text === null ? key.nullable : text === undefined || value.accepts(text);
}

const begins = 'has no answer here: a cursor from this page';
const remedy = 'sort by another key, or request pages by number';

/** Returns what a cursor is bound to. The filters are not: a client may change them and go on from its position. */
function bindingOf(
  { list: { schema, handler, pagination }, asked: { search, deleted } }: QueryPlan,
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

/** Validates the values of a cursor, which a client can make up without a secret. An empty position fits every list. */
function fits(position: Position, keys: readonly KeysetKey[]): boolean {
  if (position.length !== keys.length) return position.length === 0;
  return keys.every((key, index) => canCarry(key, position[index]));
}

/** Most names that one order is known by: each of its keys may have been renamed, and all together count. */
const mostOrders = 64;

function orderNames(sort: readonly SortTerm[]): readonly string[] {
  return sort.map(({ target }) => keyOf('all', target));
}

/** Lists the names that the keys of an order had before: each combination with at least one former name. */
function formerOrderNames(sort: readonly SortTerm[]): readonly (readonly string[])[] {
  let orders: readonly (readonly string[])[] = [[]];
  for (const { target } of sort) {
    const names = propertyKeysOf(target);
    orders = orders.flatMap((order) => names.map((name) => [...order, name])).slice(0, mostOrders);
  }
  return orders.slice(1);
}
