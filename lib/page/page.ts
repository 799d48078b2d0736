import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { OffsetSlice, PageSlice, QueryPlan } from '../ast/index.js';
import type { Page, PageMeta } from '../filter-input.js';
import type { FilterIssue } from '../issues.js';
import { defaultLimits } from '../limits.js';
import { type NullsDefault, type SqlPlan, write } from '../sql/index.js';
import { windowOf } from './apply.js';
import { type Total, totalOf } from './count.js';
import { readCursorPage } from './cursor-page.js';
import type { KeysetKey } from './keyset.js';
import { sqlPlanOf } from './plan.js';
import { readRows } from './rows.js';
import { storedValue } from './stored-value.js';

export type PageResult<E> =
  { readonly ok: true; readonly page: Page<E> } | { readonly ok: false; readonly issues: readonly FilterIssue[] };

/** Reads the page that a query asks for; the first of the default size where it asks for none. */
export async function pageOf<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  plan: QueryPlan,
  nulls: NullsDefault,
): Promise<PageResult<E>> {
  const slice = plan.slice ?? firstPage(plan);
  const sqlPlan = sqlPlanOf(plan, nulls, true);
  if (slice.type === 'cursor') return readCursorPage(builder, plan, slice, sqlPlan);
  return { ok: true, page: await readNumberedPage(builder, plan, slice, sqlPlan) };
}

async function readNumberedPage<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  plan: QueryPlan,
  slice: PageSlice | OffsetSlice,
  sqlPlan: SqlPlan,
): Promise<Page<E>> {
  const mode = slice.withCount === false ? 'none' : (plan.pagination.count ?? 'exact');
  const { skip, take } = windowOf(slice);
  const changes = write(builder, sqlPlan);
  const keys: KeysetKey[] = changes.order.map((key) => ({ key, value: storedValue(key, plan.schema.dialect) }));
  const extra = mode === 'none' ? 1 : 0;
  const { data } = await readRows(builder, { changes, keys, skip, take: take + extra, positions: false });
  if (mode === 'none') {
    const hasNext = data.length > take;
    return { data: data.slice(0, take), meta: { pagination: metaOf(slice, { hasNext }) } };
  }
  // A page that is not full is the last one, and one that is empty says nothing unless it is the first.
  const isShort = data.length < take && (data.length > 0 || skip === 0);
  const total = isShort ? { total: skip + data.length } : await totalOf(builder, plan, sqlPlan.nulls, mode);
  return { data, meta: { pagination: metaOf(slice, total) } };
}

function metaOf(slice: PageSlice | OffsetSlice, counted: Total | { readonly hasNext: boolean }): PageMeta {
  if (slice.type === 'offset') return { start: slice.start, limit: slice.limit, ...counted };
  const { page, pageSize } = slice;
  const pageCount = 'total' in counted ? { pageCount: Math.ceil(counted.total / pageSize) } : {};
  return { page, pageSize, ...pageCount, ...counted };
}

function firstPage({ limits }: QueryPlan): PageSlice {
  return { type: 'page', page: 1, pageSize: limits?.pageSize ?? defaultLimits.pageSize, withCount: undefined };
}
