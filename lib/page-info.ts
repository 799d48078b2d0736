import type { Page } from './contract/index.js';

/** The numbers of a page of any style. A number that the answer does not imply is undefined. */
export interface PageInfo {
  /** Number of the page, from 1. Undefined for a page by cursor. */
  readonly page: number | undefined;
  /** The number of rows that fit on a page. */
  readonly pageSize: number;
  /** The number of rows on all pages; a lower bound where it is capped. */
  readonly total: number | undefined;
  /** The number of pages, as exact as `total`. */
  readonly pageCount: number | undefined;
  /** True when there are rows after this page. Undefined where the answer does not imply it. */
  readonly hasNext: boolean | undefined;
  /** True when there are rows before this page. */
  readonly hasPrevious: boolean;
  /** Cursor to send as `after`; null on the last page. Undefined for a page without cursors. */
  readonly next: string | null | undefined;
  /** Cursor to send as `before`; null on the first page. Undefined for a page without cursors. */
  readonly previous: string | null | undefined;
}

/**
 * Returns the numbers of any page: by number, by offset or beside a cursor.
 *
 * @example
 * const page = await filters.page(posts, query);
 * return { items: page.data, meta: pageInfo(page) };
 */
export function pageInfo({ data, meta: { pagination } }: Page<unknown>): PageInfo {
  const { total, next, previous } = pagination;
  if (next !== undefined) {
    const { pageSize } = pagination;
    const pageCount = total === undefined ? undefined : Math.ceil(total / pageSize);
    const around = { hasNext: next !== null, hasPrevious: previous !== null, next, previous };
    return { page: undefined, pageSize, total, pageCount, ...around };
  }
  const isNumbered = 'page' in pagination;
  const pageSize = isNumbered ? pagination.pageSize : pagination.limit;
  const start = isNumbered ? (pagination.page - 1) * pageSize : pagination.start;
  return {
    page: isNumbered ? pagination.page : Math.floor(start / pageSize) + 1,
    pageSize,
    total,
    pageCount: total === undefined ? undefined : Math.ceil(total / pageSize),
    hasNext: pagination.hasNext ?? isBefore(start + data.length, pagination),
    hasPrevious: start > 0,
    next,
    previous,
  };
}

/** Returns true where a total proves that rows follow. A lower bound or an estimate proves nothing of the end. */
function isBefore(end: number, { total, totalIsCapped, totalIsEstimate }: Page<unknown>['meta']['pagination']) {
  if (total === undefined || totalIsEstimate) return undefined;
  if (totalIsCapped) return end < total ? true : undefined;
  return end < total;
}
