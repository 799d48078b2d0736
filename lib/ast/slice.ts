/** Which slice of a list was asked for. Numbers are validated; a cursor is still what the client sent. */
export type Slice = PageSlice | OffsetSlice | CursorSlice;

interface Counted {
  /** Whether the total was asked for; undefined: as the handler is configured. */
  readonly withCount: boolean | undefined;
}

/** `pagination[page]` and `pagination[pageSize]`. */
export interface PageSlice extends Counted {
  readonly type: 'page';
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
}

/** `pagination[start]` and `pagination[limit]`. */
export interface OffsetSlice extends Counted {
  readonly type: 'offset';
  readonly start: number;
  readonly limit: number;
}

/** `pagination[after]` or `pagination[before]`; an empty cursor is the beginning, or the end. */
export interface CursorSlice extends Counted {
  readonly type: 'cursor';
  readonly direction: 'after' | 'before';
  readonly cursor: string;
  readonly pageSize: number;
}
