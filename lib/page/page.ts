import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { FilterConfigurationError } from '../configuration/index.js';
import type { CountMode, OffsetSlice, PageSlice, QueryPlan, Slice } from '../ast/index.js';
import type { PageMeta } from '../filter-input.js';
import { defaultLimits } from '../limits.js';
import { type NullsDefault, write } from '../sql/index.js';
import { windowOf } from './apply.js';
import { type Total, totalOf } from './count.js';
import { insteadOfEstimate, isNarrowed } from './estimate.js';
import { readCursorPage } from './cursor-page.js';
import { type KeysetKey, keysetOf } from './keyset.js';
import { type PageResult, type Reading, sliceIssue, sqlPlanOf } from './plan.js';
import { lookUpKeys } from './related-keys.js';
import { readRows } from './rows.js';
import { checkSelection } from './selection.js';

/** Reads the page that a query asks for; the first of the default size where it asks for none. */
export async function pageOf<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  plan: QueryPlan,
  nulls: NullsDefault,
): Promise<PageResult<E>> {
  if (plan.schema.primaryKey.length === 0) {
    throw new FilterConfigurationError(
      `page(): ${plan.schema.name} has no primary key, so its rows have no last order`,
    );
  }
  checkSelection(builder);
  const slice = plan.slice ?? firstSlice(plan);
  const mode = countModeOf(slice, plan, builder);
  if (mode === undefined) {
    const text = 'cannot be true here: the rows of this list are not counted';
    return { ok: false, issues: [sliceIssue(plan, 'withCount', 'invalid_pagination', text)] };
  }
  const answered = lookUpKeys(builder, plan);
  const reading = { builder, plan: answered instanceof Promise ? await answered : answered, nulls };
  return slice.type === 'cursor' ? readCursorPage(reading, slice, mode) : readNumberedPage(reading, slice, mode);
}

/** How the total is found. A page by cursor has none unless it is asked for; one that nobody finds cannot be asked for. */
function countModeOf<E extends ObjectLiteral>(
  { type, withCount }: Slice,
  plan: QueryPlan,
  builder: SelectQueryBuilder<E>,
): CountMode | undefined {
  const { count: wanted = 'exact' } = plan.pagination;
  const count = wanted === 'estimate' && isNarrowed(plan, builder) ? insteadOfEstimate : wanted;
  if (withCount === true) return count === 'none' ? undefined : count;
  return withCount === false || type === 'cursor' ? 'none' : count;
}

async function readNumberedPage<E extends ObjectLiteral>(
  reading: Reading<E>,
  slice: PageSlice | OffsetSlice,
  mode: CountMode,
): Promise<PageResult<E>> {
  const { builder, plan } = reading;
  const { skip, take } = windowOf(slice);
  const changes = write(builder, sqlPlanOf(reading, true));
  const keys = (): readonly KeysetKey[] => keysetOf(changes, plan.schema.dialect);
  const probe = mode === 'none';
  const { data, found, hasMore } = await readRows(builder, { changes, keys, skip, take, probe, positions: false });
  if (mode === 'none') return numberedPage(data, slice, { hasNext: hasMore });
  // A page that is not full is the last one, and one that is empty says nothing unless it is the first.
  const isShort = found < take && (found > 0 || skip === 0);
  if (isShort) return numberedPage(data, slice, { total: skip + found });
  // Whether there are rows before an empty page, nobody has seen.
  const seen = found > 0 ? skip + found : 0;
  const total = await totalOf(reading, changes, mode, seen);
  return numberedPage(data, slice, { ...total, ...whatFollows(seen, mode, total) });
}

/** Whether there is more, where the total alone does not say and it is known all the same. */
function whatFollows(seen: number, mode: CountMode, { totalIsCapped, totalIsEstimate }: Total): { hasNext?: boolean } {
  if (totalIsCapped !== true && totalIsEstimate !== true) return {};
  if (seen === 0) return { hasNext: false };
  // Counting went as far as one row beyond the cap.
  return typeof mode === 'object' && seen <= mode.capped ? { hasNext: true } : {};
}

type Counted = (Total & { readonly hasNext?: boolean }) | { readonly hasNext: boolean };

function numberedPage<E>(data: E[], slice: PageSlice | OffsetSlice, counted: Counted): PageResult<E> {
  return { ok: true, page: { data, meta: { pagination: metaOf(slice, counted) } } };
}

function metaOf(slice: PageSlice | OffsetSlice, counted: Counted): PageMeta {
  if (slice.type === 'offset') return { start: slice.start, limit: slice.limit, ...counted };
  const { page, pageSize } = slice;
  const pageCount = 'total' in counted ? { pageCount: Math.ceil(counted.total / pageSize) } : {};
  return { page, pageSize, ...pageCount, ...counted };
}

/** The slice that is meant where none is asked for: the first, in the list's usual style. */
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
