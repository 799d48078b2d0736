/*
 * The reading of a page, file by file:
 *
 * 1. `pageOf` (this file) checks the builder, narrows what it selects, and decides which slice is read and how its
 *    total is found.
 * 2. `related-keys` looks up the keys for conditions on relations with `strategy: 'keys'`.
 * 3. `plan` takes from the query plan all that becomes SQL. A `ListPlan` of lib/prepared has its WHERE, its joins and
 *    its total order: from an earlier plan of the same structure, with the values of this one, or compiled by lib/sql
 *    as soon as they are needed.
 * 4. A slice by number goes on in this file, with the window that `numbered-window` makes; a slice by cursor in
 *    `cursor-page`: it reads the cursor (`cursor`), and adds the position in it to the plan, as one more condition on
 *    the sort keys (`cursor-order`, `keyset`, with the values of `stored-value`).
 * 5. `shaped-rows` reads the window in the way that suits the list, where it has conditions on related rows, or is
 *    sorted by a column of one: `list-questions` asks the database by `probes`, lib/adaptive/choose.ts decides, and
 *    `adaptive-list` reads the page. `list-answers` has what is remembered of the list. `bound` finds the end of the
 *    rows that may be looked at, through a join by `through-join`, and adds it to the plan; `remembered-bound` and
 *    `small-table` keep what was learnt of the whole table. `own-first` compiles the rows that satisfy the list's own
 *    conditions.
 * 6. `rows` reads the window: by one statement where every row of the builder is one entity (`joins`), which finds the
 *    keys of a deep page first (`deep-pages`, `keys-first`); otherwise `find-positions` first finds the keys of the
 *    distinct rows, and a second statement loads their entities (`rows-at`).
 * 7. `count` finds the total, by counting, within the statement of a page that is probably full, or by the planner's
 *    `estimate`.
 * 8. `edges` prints the cursors of the first and the last row, from their columns (`direct-positions`), or from the
 *    values that `positions` selected beside the rows.
 * 9. `facets` reads the facets, each by a statement over `matching-rows`: `facet-rows` finds the values of a field in
 *    them, `facet-values` counts these, `facet-ranges` takes the ends, and `facet-value` makes of a value what a row's
 *    JSON has.
 *
 * Each statement is sent by `read-statement`: as lib/prepared keeps it from an earlier plan of the same structure, or
 * else by a copy of the host's builder, which stays as it is. All values of a statement are bound before such a copy is
 * made. The planner's estimate alone is sent by its builder each time. Outside this path, `apply` adds a query to a
 * builder that the host executes, and `links` writes the Link header of a finished page.
 */
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { FilterConfigurationError } from '../configuration/index.js';
import type { CountMode, OffsetSlice, PageSlice, QueryPlan, Slice } from '../ast/index.js';
import type { Page, PageMeta } from '../input/index.js';
import { defaultLimits } from '../limits.js';
import { copyOf, narrowSelection } from '../sql/index.js';
import { checkSelection } from './check-selection.js';
import { type Total, totalOf } from './count.js';
import { readCursorPage } from './cursor-page.js';
import { facetsOfRows } from './facets.js';
import { insteadOfEstimate, isListNarrowed, isNarrowed } from './estimate.js';
import { isOneRowEach } from './joins.js';
import { numberedWindow } from './numbered-window.js';
import { type BoundPlan, type PageReading, type PageResult, countAlone, sliceIssue } from './plan.js';
import { lookUpKeys, needsKeys } from './related-keys.js';
import { readShaped } from './shaped-rows.js';
import { windowOf } from './window.js';

/**
 * Reads the page that a query names; without a slice in the query, the first page of the handler's default size.
 *
 * @typeParam Row the rows of the page: entities, or what the fields that clients choose leave of those
 * @throws FilterConfigurationError where the entity has no primary key, or the builder selects nothing of the entity
 */
export function pageOf<E extends ObjectLiteral, Row>(
  builder: SelectQueryBuilder<E>,
  plan: QueryPlan,
  settings: PageReading,
): Promise<PageResult<Row>>;
export function pageOf(
  builder: SelectQueryBuilder<ObjectLiteral>,
  plan: QueryPlan,
  settings: PageReading,
): Promise<PageResult<unknown>> {
  if (plan.schema.primaryKey.length === 0) {
    throw new FilterConfigurationError(
      `page(): ${plan.schema.name} has no primary key, so its pages could overlap; declare one, or limit the rows of apply() yourself`,
    );
  }
  checkSelection(builder, 'page()');
  const slice = plan.slice ?? firstSlice(plan);
  const mode = countModeOf(slice, plan, builder);
  if (mode === undefined) {
    const text = 'cannot be true here: the rows of this list are not counted';
    const issue = sliceIssue(plan, { parameter: 'withCount', code: 'invalid_pagination', text });
    return Promise.resolve({ ok: false, issues: [issue] });
  }
  const isWhole = isWholeList(builder, plan);
  const countsInGroups = slice.type !== 'cursor' && countAlone(plan) !== undefined && !isListNarrowed(plan, builder);
  const bound = { builder: narrowed(builder, plan), plan, ...settings, isWhole, countsInGroups };
  if (needsKeys(plan) || plan.facets.length > 0) return readWithOthers(bound, builder, { slice, mode });
  return readSlice(bound, slice, mode);
}

/** Reads a page whose conditions need keys that are looked up before, or that has facets, which are read after it. */
async function readWithOthers(
  unkeyed: BoundPlan<ObjectLiteral>,
  builder: SelectQueryBuilder<ObjectLiteral>,
  { slice, mode }: { readonly slice: Slice; readonly mode: CountMode },
): Promise<PageResult<ObjectLiteral>> {
  const bound = { ...unkeyed, plan: await lookUpKeys(builder, unkeyed.plan) };
  const result = await readSlice(bound, slice, mode);
  // With the keys that were looked up for the rows: others may be related by now, and they are paid for.
  return result.ok && bound.plan.facets.length > 0 ? withFacets(result.page, builder, bound.plan) : result;
}

function readSlice(bound: BoundPlan<ObjectLiteral>, slice: Slice, mode: CountMode): Promise<PageResult<ObjectLiteral>> {
  return slice.type === 'cursor' ? readCursorPage(bound, slice, mode) : readNumberedPage(bound, slice, mode);
}

/** Adds the facets to a page. They are read after it: a cursor that is refused costs no more than it did. */
async function withFacets<Row>(
  { data, meta }: Page<Row>,
  builder: SelectQueryBuilder<ObjectLiteral>,
  plan: QueryPlan,
): Promise<PageResult<Row>> {
  return { ok: true, page: { data, meta: { ...meta, facets: await facetsOfRows(builder, plan) } } };
}

/** True where every row of the entity is in the list, once. */
function isWholeList<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, plan: QueryPlan): boolean {
  if (plan.filters !== undefined || plan.search !== undefined) return false;
  return !isNarrowed(plan, builder) && isOneRowEach(builder);
}

/** Returns the builder, or a copy that selects only the fields that the query asks for. */
function narrowed<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { selection }: QueryPlan,
): SelectQueryBuilder<E> {
  if (selection === undefined) return builder;
  const copy = copyOf(builder);
  narrowSelection(copy, selection.propertyPaths);
  return copy;
}

/**
 * Returns how the total of a page is found: `none` by default for a page by cursor, which would otherwise cost a count at
 * every step. Undefined where the client requests a total and the handler's lists are never counted.
 */
function countModeOf<E extends ObjectLiteral>(
  { type, withCount }: Slice,
  plan: QueryPlan,
  builder: SelectQueryBuilder<E>,
): CountMode | undefined {
  const { count: configured = 'exact' } = plan.pagination;
  const count = configured === 'estimate' && isNarrowed(plan, builder) ? insteadOfEstimate : configured;
  if (withCount === true) return count === 'none' ? undefined : count;
  return withCount === false || type === 'cursor' ? 'none' : count;
}

/** Reads a page by number or by offset, and counts only where the page itself does not show the end of the list. */
async function readNumberedPage<E extends ObjectLiteral>(
  bound: BoundPlan<E>,
  slice: PageSlice | OffsetSlice,
  mode: CountMode,
): Promise<PageResult<E>> {
  const { plan } = bound;
  const window = windowOf(slice);
  const { rows, plan: read } = await readShaped(numberedWindow(bound, window, mode));
  const { data, found, hasMore } = rows;
  if (mode === 'none') return numberedPage(data, slice, { hasNext: hasMore });
  const { skip, take } = window;
  // A page that is not full is the last one. An empty page may lie anywhere beyond the end, unless it is the first.
  const isLast = found < take && (found > 0 || skip === 0);
  if (isLast) return numberedPage(data, slice, { total: skip + found });
  // An empty page is no evidence of the rows before it: they may be fewer than `skip`.
  const atLeast = found > 0 ? skip + found : 0;
  if (rows.total !== undefined) {
    bound.chooser?.tell(plan.schema, 'full page → total within');
    return numberedPage(data, slice, { total: rows.total });
  }
  const total = await totalOf(read, { mode, atLeast });
  return numberedPage(data, slice, { ...total, ...continuationOf(total, mode, atLeast) });
}

/**
 * Returns `hasNext` beside a total that is capped or estimated, where the rows of the page and the cap decide it. Beside an
 * exact total it is left out, because the total says it.
 */
function continuationOf(
  { totalIsCapped, totalIsEstimate }: Total,
  mode: CountMode,
  rowsSeen: number,
): { hasNext?: boolean } {
  if (totalIsCapped !== true && totalIsEstimate !== true) return {};
  if (rowsSeen === 0) return { hasNext: false };
  // Counting went as far as one row beyond the cap.
  return typeof mode === 'object' && rowsSeen <= mode.capped ? { hasNext: true } : {};
}

/** The members of a page's `meta` that tell how the list goes on: a total, `hasNext`, or both. */
type ListSize = (Total & { readonly hasNext?: boolean }) | { readonly hasNext: boolean };

/** Makes the result of a page by number or by offset. */
function numberedPage<E>(data: E[], slice: PageSlice | OffsetSlice, size: ListSize): PageResult<E> {
  return { ok: true, page: { data, meta: { pagination: metaOf(slice, size) } } };
}

/** Returns the `meta` of a page, in the members of the style that the slice is written in. */
function metaOf(slice: PageSlice | OffsetSlice, size: ListSize): PageMeta {
  if (slice.type === 'offset') return { start: slice.start, limit: slice.limit, ...size };
  const { page, pageSize } = slice;
  const pageCount = 'total' in size ? { pageCount: Math.ceil(size.total / pageSize) } : {};
  return { page, pageSize, ...pageCount, ...size };
}

/** Returns the slice for a request without one: the first, in the style that the handler names first. */
function firstSlice({ limits, pageStyle }: QueryPlan): Slice {
  const size = limits?.pageSize ?? defaultLimits.pageSize;
  switch (pageStyle) {
    case 'page':
      return { type: 'page', page: 1, pageSize: size, withCount: undefined };
    case 'offset':
      return { type: 'offset', start: 0, limit: size, withCount: undefined };
    case 'cursor':
      return { type: 'cursor', direction: 'after', cursor: '', pageSize: size, withCount: undefined };
  }
}
