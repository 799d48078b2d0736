/** The slice of a list that a client requests. Numbers are validated; a cursor is decoded when the page is read. */
export type Slice = PageSlice | OffsetSlice | CursorSlice;

/** The option that all slices share. */
interface Countable {
  /** The client's choice of a total. Undefined for the handler's configuration. */
  readonly withCount: boolean | undefined;
}

/** A numbered page: `pagination[page]` and `pagination[pageSize]`. */
export interface PageSlice extends Countable {
  readonly type: 'page';
  /** The number of the page, from 1. */
  readonly page: number;
  readonly pageSize: number;
}

/** A slice by offset: `pagination[start]`, from 0, and `pagination[limit]`. */
export interface OffsetSlice extends Countable {
  readonly type: 'offset';
  readonly start: number;
  readonly limit: number;
}

/**
 * A page by cursor: `pagination[after]` or `pagination[before]`. An empty cursor is the
 * beginning or the end of the list.
 */
export interface CursorSlice extends Countable {
  readonly type: 'cursor';
  readonly direction: 'after' | 'before';
  /** The text that the client sent, not yet decoded. */
  readonly cursor: string;
  readonly pageSize: number;
}
