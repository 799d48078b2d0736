import type { ObjectLiteral } from 'typeorm';
import type { CountMode } from '../../ast/index.js';
import type { Page, PageMeta } from '../../contract/index.js';
import type { SummarizedList } from '../list/plan.js';
import { asPart } from '../list/trace.js';
import { summaryOfRows } from './aggregates.js';

/** Returns how the total of a page with aggregates is found. Their statement has an exact total. */
export function countModeBeside(mode: CountMode): CountMode {
  return mode === 'exact' ? 'none' : mode;
}

/**
 * Adds the aggregates of a list to a page, and the total that comes with them. They are read after the page: a cursor
 * that is refused costs no more than it did.
 *
 * @param mode how the total is found where there are no aggregates
 */
export async function withAggregates<Row extends ObjectLiteral>(
  { data, meta }: Page<Row>,
  mode: CountMode,
  whole: SummarizedList<Row>,
): Promise<Page<Row>> {
  const read = () => summaryOfRows(whole);
  const { aggregates, total } = await asPart('aggregates', read);
  const pagination = mode === 'exact' ? withTotal(meta.pagination, total) : meta.pagination;
  return { data, meta: { ...meta, pagination, aggregates } };
}

/** Adds an exact total to the position of a page, which then says whether there is more. */
function withTotal(pagination: PageMeta, total: number): PageMeta {
  if (pagination.next !== undefined) {
    const { pageSize, ...edges } = pagination;
    return { pageSize, total, ...edges };
  }
  if ('start' in pagination) return { start: pagination.start, limit: pagination.limit, total };
  const { page, pageSize } = pagination;
  return { page, pageSize, pageCount: Math.ceil(total / pageSize), total };
}
