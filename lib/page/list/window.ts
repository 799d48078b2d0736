import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Slice } from '../../ast/index.js';
import type { Window } from '../../statements/index.js';

export type { Window };

/**
 * Returns the window of a slice. A cursor's window begins at row 0, because the cursor becomes a condition, and the
 * rows before it are not in the result at all.
 */
export function windowOf(slice: Slice): Window {
  switch (slice.type) {
    case 'page':
      return { skip: (slice.page - 1) * slice.pageSize, take: slice.pageSize };
    case 'offset':
      return { skip: slice.start, take: slice.limit };
    case 'cursor':
      return { skip: 0, take: slice.pageSize };
  }
}

/** Removes every limit of a builder. TypeORM has two kinds, and `limit` overrides `take`. */
export function clearLimits<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): SelectQueryBuilder<E> {
  return builder.skip(undefined).take(undefined).limit(undefined).offset(undefined);
}

/** Limits a builder to a window of its rows, by LIMIT and OFFSET instead of any earlier limit. */
export function limitTo<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, { skip, take }: Window): void {
  clearLimits(builder).limit(take);
  if (skip > 0) builder.offset(skip);
}
