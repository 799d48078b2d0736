import type { ObjectLiteral } from 'typeorm';
import { type CountMode, type CursorSlice, type QueryPlan, secretsOf } from '../../ast/index.js';
import { listOf } from '../../statements/index.js';
import type { CursorMeta } from '../../contract/index.js';
import type { SqlPlan } from '../../sql/index.js';
import { formerOrderNames, orderNames } from '../order/order-names.js';
import { alongIndex } from '../order/along-index.js';
import { type Total, totalOf } from '../rows/count.js';
import { cursorObstacle } from './cursor-obstacle.js';
import { type CursorBinding, type Position, readCursor } from '../order/cursor.js';
import { type Edges, printEdges } from './edges.js';
import type { KeysetKey } from '../order/keyset.js';
import { type PagePlan, type PageResult, sliceIssue, sqlPlanOf } from '../list/plan.js';
import type { Rows } from '../rows/rows.js';
import { readShaped } from '../choice/choice.js';
import { WindowOfList } from '../choice/window.js';
import { windowOf } from '../list/window.js';

/** A list in the order of a page by cursor, and the page's slice. */
interface CursorList<E extends ObjectLiteral> {
  readonly plan: QueryPlan;
  readonly slice: CursorSlice;
  readonly window: WindowOfList<E>;
  /** The keys of the order. */
  readonly keys: readonly KeysetKey[];
}

/**
 * Reads the page after, or before, a cursor. The cursor holds the values of the sort keys at one row, and a condition
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
  const edges = printEdges(edgesOf(rows, slice, from.length > 0), { plan, keys: list.keys, binding });
  if (typeof edges === 'string') return refusal(list, 'invalid_pagination', edges);
  const isWholeList = from.length === 0 && !rows.hasMore;
  const total = await totalOfList(list, mode, { found: rows.found, isWholeList });
  const pagination: CursorMeta = { pageSize: slice.pageSize, ...total, ...edges };
  return { ok: true, page: { data: rows.data, meta: { pagination } } };
}

/** Finds the keys of a list, in the direction of a slice. */
function cursorList<E extends ObjectLiteral>(bound: PagePlan<E>, slice: CursorSlice, count: CountMode): CursorList<E> {
  const { builder, plan, chooser, watch, hydration = plan.hydration } = bound;
  const whole = sqlPlanOf(bound, true);
  const list = listOf(builder, slice.cursor === '' ? whole : alongIndex(whole));
  const requested = { window: windowOf(slice), count, cursor: slice, hydration, chooser, watch };
  const window = new WindowOfList(list, requested);
  return { plan, slice, window, keys: window.keysOf(window.usual) };
}

/** Refuses the cursor's parameter, `after` or `before`. */
function refusal<E extends ObjectLiteral>(
  { plan, slice }: CursorList<E>,
  code: 'invalid_pagination' | 'invalid_cursor',
  text: string,
): PageResult<E> {
  return { ok: false, issues: [sliceIssue(plan, { parameter: slice.direction, code, text })] };
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

/** Finds the total in a mode, for free where the rows of the page are all there are. */
async function totalOfList<E extends ObjectLiteral>(
  { window }: CursorList<E>,
  mode: CountMode,
  { found, isWholeList }: { readonly found: number; readonly isWholeList: boolean },
): Promise<Total | undefined> {
  if (mode === 'none') return undefined;
  if (isWholeList) return { total: found };
  window.requested.watch?.begins('total');
  return totalOf(window.usual, { mode, atLeast: found });
}

/**
 * Returns the rows from which the list goes on. In the direction of reading, there is more where one extra row was
 * found. In the other direction, there is more where the page began at a position. After an empty page that began at a
 * position, the whole list lies on the other side, so its cursor is that end of the list.
 */
function edgesOf<E>({ positionAt, found, hasMore }: Rows<E>, { direction }: CursorSlice, hasStart: boolean): Edges {
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
