import type { Facets } from './facets.js';

/**
 * The rows that a request wants from a list: a numbered page, an offset, or the rows beside a cursor of an earlier answer.
 * One request uses one style.
 *
 * @example
 * const second: PaginationInput = { page: 2, pageSize: 20 };
 * const first: PaginationInput = { after: '', pageSize: 20 };
 */
// The compiler explains a mistake by the last of them, so that is the most common one.
export type PaginationInput = BeforeInput | AfterInput | OffsetInput | PageInput;

interface CountInput {
  /** Adds `total`, the number of rows on all pages, to the answer, or leaves it out. */
  withCount?: boolean;
}

/** A numbered page. */
export interface PageInput extends CountInput, Pick<Excluded, 'start' | 'limit' | 'after' | 'before'> {
  /** The number of the page, from 1, which is the default. */
  page?: number;
  /** The number of rows on a page; by default `limits.pageSize`. */
  pageSize?: number;
}

/** A number of rows, after a number of rows that are skipped. */
export interface OffsetInput extends CountInput, Pick<Excluded, 'page' | 'pageSize' | 'after' | 'before'> {
  /** The number of rows to skip; by default 0. */
  start?: number;
  /** The number of rows; by default `limits.pageSize`. */
  limit?: number;
}

/** The rows after a cursor. */
export interface AfterInput extends CountInput, Pick<Excluded, 'page' | 'start' | 'limit' | 'before'> {
  /** The `next` cursor of an earlier answer; an empty text for the first rows. */
  after: string;
  /** The number of rows on a page; by default `limits.pageSize`. */
  pageSize?: number;
}

/** The rows before a cursor. */
export interface BeforeInput extends CountInput, Pick<Excluded, 'page' | 'start' | 'limit' | 'after'> {
  /** The `previous` cursor of an earlier answer; an empty text for the last rows. */
  before: string;
  /** The number of rows on a page; by default `limits.pageSize`. */
  pageSize?: number;
}

/** A type that no value has. A parameter of another style gets it, and the compiler prints the message. */
export interface PaginationError<Message extends string> {
  readonly [paginationError]: Message;
}

declare const paginationError: unique symbol;

/** The messages name all that a parameter excludes, because the compiler compares with any of the styles. */
interface Excluded {
  page?: PaginationError<'page does not mix with start, limit, after or before'>;
  pageSize?: PaginationError<'pageSize does not mix with start or limit'>;
  start?: PaginationError<'start does not mix with page, pageSize, after or before'>;
  limit?: PaginationError<'limit does not mix with page, pageSize, after or before'>;
  after?: PaginationError<'after does not mix with page, start, limit or before'>;
  before?: PaginationError<'before does not mix with page, start, limit or after'>;
}

/**
 * One page of a list, as `FilterService.page()` returns it.
 *
 * @example
 * const { data, meta }: Page<Post> = await filters.page(posts, query);
 * if ('page' in meta.pagination) console.log(data.length, meta.pagination.pageCount);
 */
export interface Page<E> {
  /** The rows, in the order of the request. */
  data: E[];
  meta: {
    /** The position of the page in the list. */
    pagination: PageMeta;
    /** The facets that the request asks for; missing where it asks for none. */
    facets?: Facets<E>;
  };
}

/** The position of a page, in the style of the request: `page`, `start` or cursors. */
export type PageMeta = NumberedPageMeta | OffsetMeta | CursorMeta;

interface CountedMeta {
  /** The number of rows on all pages. Missing unless the request counts. */
  total?: number;
  /** True when `total` is a lower bound: counting stopped there, or at the rows of this page where they go further. */
  totalIsCapped?: true;
  /** True when `total` is an estimate of PostgreSQL's planner, which may be far off. */
  totalIsEstimate?: true;
  /**
   * True when there are rows after this page. Present without a total, and beside a capped or estimated one where it costs no
   * other query; missing beside an exact total, which says as much.
   */
  hasNext?: boolean;
}

/** The position of a numbered page. */
export interface NumberedPageMeta extends CountedMeta {
  /** The number of this page, from 1. */
  page: number;
  /** The number of rows that fit on a page. */
  pageSize: number;
  /** The number of pages, as exact as `total`: a lower bound where that is capped. Missing without a total. */
  pageCount?: number;
}

/** The position of rows behind an offset. */
export interface OffsetMeta extends CountedMeta {
  /** The number of rows that were skipped. */
  start: number;
  /** The number of rows that the request allowed. */
  limit: number;
}

/** The position of rows beside a cursor, as the cursors of the neighbouring pages. */
export interface CursorMeta extends Omit<CountedMeta, 'hasNext'> {
  /** The number of rows that fit on a page. */
  pageSize: number;
  /** The cursor to send as `after`, or null on the last page. */
  next: string | null;
  /** The cursor to send as `before`, or null on the first page. */
  previous: string | null;
}
