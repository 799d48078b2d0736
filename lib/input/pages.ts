/**
 * Which slice of a list: by page, by offset, or from a cursor of the previous answer. The styles do not mix.
 *
 * @example
 * const slice: PaginationInput = { page: 2, pageSize: 20 };
 */
export type PaginationInput = PageInput | OffsetInput | AfterInput | BeforeInput;

interface CountedInput {
  /** Whether the total is asked for. */
  withCount?: boolean;
}

/** A page, counted from 1. */
export interface PageInput extends CountedInput, Without<'start' | 'limit' | 'after' | 'before'> {
  page?: number;
  pageSize?: number;
}

/** So many rows, after so many others. */
export interface OffsetInput extends CountedInput, Without<'page' | 'pageSize' | 'after' | 'before'> {
  start?: number;
  limit?: number;
}

/** The rows after a cursor; after an empty one, the first. */
export interface AfterInput extends CountedInput, Without<'page' | 'start' | 'limit' | 'before'> {
  after: string;
  pageSize?: number;
}

/** The rows before a cursor. */
export interface BeforeInput extends CountedInput, Without<'page' | 'start' | 'limit' | 'after'> {
  before: string;
  pageSize?: number;
}

type Without<Name extends string> = { [Key in Name]?: never };

/**
 * A slice of a list, as `FilterService.page()` answers it.
 *
 * @example
 * const { data, meta }: Page<Post> = await filters.page(posts, query);
 * if ('page' in meta.pagination) console.log(data.length, meta.pagination.pageCount);
 */
export interface Page<E> {
  data: E[];
  meta: { pagination: PageMeta };
}

/** What was asked for, and what there is beside it: the member follows the style that was asked in. */
export type PageMeta = NumberedPageMeta | OffsetMeta | CursorMeta;

interface CountedMeta {
  /** How many rows there are in all. Missing where the total was not asked for. */
  total?: number;
  /** The total is a lower bound: counting stopped there, or at the rows of this page where they go further. */
  totalIsCapped?: true;
  /** The total is what PostgreSQL's planner expects, and may be far from right. */
  totalIsEstimate?: true;
  /**
   * Whether there is more: always there where the total was not asked for, and beside a total that is capped or estimated
   * where it is known without another look. Beside an exact total it is missing, because that says it.
   */
  hasNext?: boolean;
}

export interface NumberedPageMeta extends CountedMeta {
  page: number;
  pageSize: number;
  /** As exact as the total: a lower bound where that is capped. Missing where the total was not asked for. */
  pageCount?: number;
}

export interface OffsetMeta extends CountedMeta {
  start: number;
  limit: number;
}

export interface CursorMeta extends Omit<CountedMeta, 'hasNext'> {
  pageSize: number;
  /** The cursor to ask `after`, or null at the end. */
  next: string | null;
  /** The cursor to ask `before`, or null at the beginning. */
  previous: string | null;
}
