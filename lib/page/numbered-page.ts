import type { ObjectLiteral } from 'typeorm';
import type { CountMode, OffsetSlice, PageSlice } from '../ast/index.js';
import type { PageMeta } from '../contract/index.js';
import { listOf } from '../statements/index.js';
import { readShaped } from './choice/choice.js';
import { WindowOfList } from './choice/window.js';
import { type PagePlan, type PageResult, sqlPlanOf } from './list/plan.js';
import { windowOf } from './list/window.js';
import { type Total, countPlan, isCountedApart, totalOf } from './rows/count.js';

/**
 * Reads a page by number or by offset. Rows are only counted where the page itself does not show the end of the list.
 */
export async function readNumberedPage<E extends ObjectLiteral>(
  bound: PagePlan<E>,
  slice: PageSlice | OffsetSlice,
  mode: CountMode,
): Promise<PageResult<E>> {
  const { builder, plan, chooser, watch, hydration = plan.hydration } = bound;
  const window = windowOf(slice);
  const list = listOf(builder, sqlPlanOf(bound, true));
  const countsApart = mode === 'exact' && isCountedApart(bound);
  const requested = { window, count: mode, countsApart, hydration, chooser, watch };
  const { rows, plan: read } = await readShaped(new WindowOfList(list, requested));
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
  const total = await totalOf(countsApart ? countPlan(bound) : read, { mode, atLeast });
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

/** Makes the result of a page by number or by offset. */
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
