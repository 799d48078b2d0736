import { type Page, pageInfo } from 'nestjs-filterable';

type Meta = Page<number>['meta']['pagination'];

const first = { page: 1, pageSize: 2 };
const cursor = { pageSize: 2, next: null, previous: null };
const unknown = { page: undefined, total: undefined, pageCount: undefined };

// prettier-ignore
const cases: readonly (readonly [why: string, meta: Meta, rows: number, info: Partial<ReturnType<typeof pageInfo>>])[] =
  [
    ['an only page', { ...first, total: 2, pageCount: 1 }, 2, { page: 1, total: 2, pageCount: 1, hasNext: false }],
    ['a first page', { ...first, total: 5, pageCount: 3 }, 2, { pageCount: 3, hasNext: true, hasPrevious: false }],
    ['a last page', { page: 3, pageSize: 2, total: 5 }, 1, { page: 3, hasNext: false, hasPrevious: true }],
    ['a page beyond the end', { page: 9, pageSize: 2, total: 5 }, 0, { page: 9, hasNext: false, hasPrevious: true }],
    ['an empty list', { ...first, total: 0, pageCount: 0 }, 0, { pageCount: 0, hasNext: false, hasPrevious: false }],
    ['no total', { ...first, hasNext: true }, 2, { total: undefined, pageCount: undefined, hasNext: true }],
    ['a capped total', { ...first, total: 9, totalIsCapped: true }, 2, { total: 9, pageCount: 5, hasNext: true }],
    ['one that was reached', { ...first, total: 2, totalIsCapped: true }, 2, { total: 2, hasNext: undefined }],
    ['an estimate', { ...first, total: 9, totalIsEstimate: true }, 2, { total: 9, hasNext: undefined }],
    ['an offset', { start: 4, limit: 2, total: 7 }, 2, { page: 3, pageSize: 2, pageCount: 4, hasNext: true }],
    ['one between pages', { start: 3, limit: 2, total: 5 }, 2, { page: 2, hasNext: false, hasPrevious: true }],
    ['a cursor', cursor, 2, { ...unknown, pageSize: 2, hasNext: false, hasPrevious: false }],
    ['cursors', { ...cursor, next: 'a', previous: 'b', total: 5 }, 2, { pageCount: 3, hasNext: true, hasPrevious: true }],
  ];

it.each(cases)('%s', (_, pagination, rows, info) => {
  const page: Page<number> = { data: Array.from({ length: rows }, () => 0), meta: { pagination } };
  expect(pageInfo(page)).toMatchObject(info);
});
