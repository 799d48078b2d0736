import type { Page } from 'nestjs-filterable';
import type { ListState } from '../address/state.js';
import { without } from '../list/changes.js';

type PageMeta = Page<unknown>['meta']['pagination'];
type Pagination = ListState['pagination'];

/** A page that one can go to from here. */
export interface PageLink {
  readonly label: string;
  /** The page in words, where the label is a number. */
  readonly name: string;
  /** Undefined where there is no such page. */
  readonly pagination: Pagination | undefined;
  readonly isCurrent?: boolean;
}

/** Returns the pages that one can go to: neighbours and numbers, or neighbours alone where pages have no numbers. */
export function pageLinks(meta: PageMeta, now: Pagination): readonly PageLink[] {
  if ('page' in meta) return numberedLinks(meta, now);
  if ('start' in meta) return offsetLinks(meta, now);
  const size = without(now, ['after', 'before']);
  const beside = (name: 'after' | 'before', cursor: string | null) =>
    cursor === null ? undefined : { ...size, [name]: cursor };
  return [
    { label: 'First', name: 'First page', pagination: meta.previous === null ? undefined : { ...size, after: '' } },
    { label: 'Previous', name: 'Previous page', pagination: beside('before', meta.previous) },
    { label: 'Next', name: 'Next page', pagination: beside('after', meta.next) },
  ];
}

function numberedLinks(meta: Extract<PageMeta, { page: number }>, now: Pagination): readonly PageLink[] {
  const { page, pageCount, hasNext } = meta;
  const isThere = (number: number) =>
    number >= 1 && (pageCount === undefined ? number <= page || hasNext === true : number <= pageCount);
  const to = (number: number) => (isThere(number) ? { ...now, page: String(number) } : undefined);
  return [
    { label: 'Previous', name: 'Previous page', pagination: to(page - 1) },
    ...numbersAround(page, pageCount ?? page).map((number) => ({
      label: String(number),
      name: `Page ${number}`,
      pagination: to(number),
      isCurrent: number === page,
    })),
    { label: 'Next', name: 'Next page', pagination: to(page + 1) },
  ];
}

/** Returns the first page, the last one, and those around the current one. */
function numbersAround(page: number, last: number): readonly number[] {
  const numbers = [1, page - 1, page, page + 1, last].filter((number) => number >= 1 && number <= Math.max(last, page));
  return [...new Set(numbers)].sort((one, other) => one - other);
}

function offsetLinks(meta: Extract<PageMeta, { start: number }>, now: Pagination): readonly PageLink[] {
  const { start, limit, total, hasNext } = meta;
  const to = (position: number) => ({ ...now, start: String(Math.max(0, position)), limit: String(limit) });
  const isMore = total === undefined ? hasNext === true : start + limit < total;
  return [
    { label: 'Previous', name: 'Previous page', pagination: start > 0 ? to(start - limit) : undefined },
    { label: 'Next', name: 'Next page', pagination: isMore ? to(start + limit) : undefined },
  ];
}

/** Returns the first page in the other style: by number, or by cursor. */
export function inStyle(style: 'page' | 'cursor', { pageSize }: Pagination): Pagination {
  return { ...(pageSize !== undefined && { pageSize }), ...(style === 'cursor' && { after: '' }) };
}
