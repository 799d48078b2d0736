import { type TanStackFilterFn, fromTanStackTable } from 'nestjs-filterable/client';
import { tableOf } from '../../support/tanstack.js';
import { aboutPosts } from './posts.js';

/**
 * A filter of a column: what the table finds among rows in memory, the list must find as well. Where the table takes a
 * missing value for 0 or the empty text, only rows with a value are compared.
 */
interface Row {
  readonly column: 'title' | 'slug' | 'status' | 'views' | 'score' | 'isFeatured' | 'publishedAt' | 'author.name';
  readonly filterFn: TanStackFilterFn;
  readonly value: unknown;
  readonly nullsDiffer?: true;
}

const rows: readonly Row[] = [
  { column: 'slug', filterFn: 'includesString', value: 'WIN' },
  { column: 'title', filterFn: 'includesString', value: '%' },
  { column: 'author.name', filterFn: 'includesString', value: 'UL' },
  { column: 'title', filterFn: 'includesStringSensitive', value: 'Rain' },
  { column: 'title', filterFn: 'equalsString', value: 'SPRING' },
  { column: 'title', filterFn: 'equalsStringSensitive', value: 'SPRING' },
  { column: 'title', filterFn: 'startsWith', value: 'ga' },
  { column: 'title', filterFn: 'endsWith', value: 'RAIN' },
  { column: 'status', filterFn: 'equals', value: 'draft' },
  { column: 'views', filterFn: 'equals', value: 300 },
  { column: 'isFeatured', filterFn: 'equals', value: false },
  { column: 'views', filterFn: 'weakEquals', value: '300' },
  { column: 'slug', filterFn: 'empty', value: true },
  { column: 'author.name', filterFn: 'empty', value: true },
  { column: 'slug', filterFn: 'notEmpty', value: true },
  { column: 'slug', filterFn: 'notEmpty', value: false },
  { column: 'views', filterFn: 'greaterThan', value: 50, nullsDiffer: true },
  { column: 'views', filterFn: 'greaterThanOrEqualTo', value: 50, nullsDiffer: true },
  { column: 'views', filterFn: 'lessThan', value: 50, nullsDiffer: true },
  { column: 'views', filterFn: 'lessThanOrEqualTo', value: 50, nullsDiffer: true },
  { column: 'views', filterFn: 'between', value: [7, 50], nullsDiffer: true },
  { column: 'views', filterFn: 'between', value: ['', 50], nullsDiffer: true },
  { column: 'views', filterFn: 'betweenInclusive', value: [7, 50], nullsDiffer: true },
  { column: 'views', filterFn: 'inNumberRange', value: [7, 50] },
  { column: 'views', filterFn: 'inNumberRange', value: ['50', '7'] },
  { column: 'score', filterFn: 'inNumberRange', value: [undefined, 0.5] },
  { column: 'views', filterFn: 'inNumberRange', value: [100, null] },
  { column: 'views', filterFn: 'inNumberRange', value: [NaN, Infinity] },
  { column: 'views', filterFn: 'inNumberRange', value: ['', undefined] },
  { column: 'publishedAt', filterFn: 'inDateRange', value: [-Infinity, NaN] },
  { column: 'status', filterFn: 'arrHas', value: [] },
  {
    column: 'publishedAt',
    filterFn: 'inDateRange',
    value: [new Date('2024-03-01T10:00:00Z'), new Date('2024-03-02T00:00:00Z')],
  },
  { column: 'publishedAt', filterFn: 'inDateRange', value: [undefined, Date.UTC(2024, 0, 1, 0, 30)] },
  { column: 'status', filterFn: 'arrHas', value: ['draft', 'archived'] },
  { column: 'status', filterFn: 'arrHas', value: ['draft', null] },
];

aboutPosts((posts) => {
  it.each(rows)('$filterFn of $column: $value', async ({ column, filterFn, value, nullsDiffer }) => {
    const table = tableOf([{ accessorKey: column, filterFn }], posts.rows);
    const id = column.replace('.', '_');
    table.setColumnFilters([{ id, value }]);
    const inTable = new Set(table.getFilteredRowModel().rows.map(({ original }) => original.id));

    const options = { filterFns: { [id]: filterFn }, fields: { [id]: column } };
    const found = await posts.find(fromTanStackTable({ columnFilters: table.atoms.columnFilters.get() }, options));

    const counts = (post: (typeof posts.rows)[number]) => nullsDiffer !== true || post.views !== null;
    expect(found).toEqual(posts.idsWhere((post) => inTable.has(post.id) && counts(post)));
    expect(found).not.toEqual([]);
  });

  it('sorts and pages as the state says', async () => {
    const table = tableOf([{ accessorKey: 'views' }, { accessorKey: 'id' }], posts.rows);
    table.setSorting([
      { id: 'views', desc: true },
      { id: 'id', desc: false },
    ]);
    table.setPagination({ pageIndex: 1, pageSize: 5 });
    const state = { sorting: table.atoms.sorting.get(), pagination: table.atoms.pagination.get() };
    expect(
      await posts.find(fromTanStackTable({ ...state, columnFilters: [{ id: 'views', value: [0, 9999] }] })),
    ).toEqual(
      await posts.byHand(
        `SELECT id FROM [post] WHERE views >= 0 AND [deletedAt] IS NULL ORDER BY views DESC, id LIMIT 5 OFFSET 5`,
      ),
    );
  });
});
