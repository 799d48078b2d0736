import type { Page, PaginationInput, QueryInput } from '../../lib/contract/index.js';
import type { Post } from './entities.js';

const query = (input: QueryInput<Post>): unknown => input;
const slice = (input: PaginationInput): unknown => input;

query({});
query({ filters: { title: 'a' }, sort: 'title', pagination: { page: 1 } });
query(
  Object.freeze({ filters: Object.freeze({ id: Object.freeze([1, 2]) }), sort: Object.freeze(['title'] as const) }),
);
// @ts-expect-error the part is called filters
query({ filter: { title: 'a' } });

slice({ page: 1, pageSize: 20, withCount: false });
slice({ pageSize: 20 });
slice({ start: 0, limit: 20, withCount: true });
slice({ after: '', pageSize: 20 });
slice({ before: 'abc' });
// @ts-expect-error numbers are numbers in code
slice({ page: '1' });
// @ts-expect-error styles do not mix
slice({ page: 1, limit: 20 });
// @ts-expect-error an offset has a limit, not a page size
slice({ start: 0, pageSize: 20 });
// @ts-expect-error a cursor is followed in one direction
slice({ after: 'abc', before: 'abc' });
// @ts-expect-error and is a place by itself
slice({ after: 'abc', start: 5 });
// @ts-expect-error there is no such setting
slice({ page: 1, size: 20 });

export const numbered: Page<Post> = {
  data: [],
  meta: { pagination: { page: 1, pageSize: 20, pageCount: 3, total: 45, totalIsCapped: true } },
};
export const uncounted: Page<Post> = { data: [], meta: { pagination: { page: 1, pageSize: 20, hasNext: true } } };
export const offset: Page<Post> = { data: [], meta: { pagination: { start: 0, limit: 20, total: 45 } } };
export const cursor: Page<Post> = { data: [], meta: { pagination: { pageSize: 20, next: 'abc', previous: null } } };
// @ts-expect-error a page has a size
export const sizeless: Page<Post> = { data: [], meta: { pagination: { page: 1 } } };
// @ts-expect-error the rows are posts
export const foreign: Page<Post> = { ...cursor, data: [{ name: 'Kai' }] };

/** Which meta it is can be seen by its members. */
export function place({ meta: { pagination } }: Page<Post>): number | string | null {
  if ('page' in pagination) return pagination.pageCount ?? pagination.page;
  return 'start' in pagination ? pagination.start : pagination.next;
}
