import { type TanStackFilterFn, type TanStackTableState, fromTanStackTable } from 'nestjs-filterable/client';
import { PostServer } from '../../../support/adapted.js';
import { tableOf } from '../../../support/tanstack.js';

describe('fromTanStackTable', () => {
  let server: PostServer;
  beforeAll(async () => {
    server = await PostServer.open();
  });

  /** The state of a real table after a user has filtered one of its columns. */
  function filtered(column: string, value: unknown, filterFn?: TanStackFilterFn): TanStackTableState {
    const table = tableOf([{ accessorKey: column, ...(filterFn !== undefined && { filterFn }) }]);
    table.setColumnFilters([{ id: column.replaceAll('.', '_'), value }]);
    return { columnFilters: table.atoms.columnFilters.get() };
  }

  // prettier-ignore
  it.each<[column: string, value: unknown, filterFn: TanStackFilterFn, text: string]>([
    ['title', 'a b', 'includesString', 'filters[title][$containsi]=a b'],
    ['title', 'a', 'includesStringSensitive', 'filters[title][$containsc]=a'],
    ['title', 'a', 'equalsString', 'filters[title][$eqi]=a'],
    ['title', 'a', 'equalsStringSensitive', 'filters[title][$eqc]=a'],
    ['title', 'a', 'startsWith', 'filters[title][$startsWithi]=a'],
    ['title', 'a', 'endsWith', 'filters[title][$endsWithi]=a'],
    ['status', 'draft', 'equals', 'filters[status][$eq]=draft'],
    ['views', '5', 'weakEquals', 'filters[views][$eq]=5'],
    ['slug', true, 'empty', 'filters[$not][slug][$notNull]=true&filters[$not][slug][$ne]='],
    ['slug', true, 'notEmpty', 'filters[slug][$notNull]=true&filters[slug][$ne]='],
    ['views', 5, 'greaterThan', 'filters[views][$gt]=5'],
    ['views', 5, 'greaterThanOrEqualTo', 'filters[views][$gte]=5'],
    ['views', 5, 'lessThan', 'filters[views][$lt]=5'],
    ['views', 5, 'lessThanOrEqualTo', 'filters[views][$lte]=5'],
    ['views', [1, 5], 'between', 'filters[views][$gt]=1&filters[views][$lt]=5'],
    ['views', [1, 5], 'betweenInclusive', 'filters[views][$gte]=1&filters[views][$lte]=5'],
    ['views', ['', 5], 'betweenInclusive', 'filters[views][$lte]=5'],
    ['views', ['5', '1'], 'inNumberRange', 'filters[views][$gte]=1&filters[views][$lte]=5'],
    ['views', [1, Infinity], 'inNumberRange', 'filters[views][$gte]=1'],
    ['views', [1, NaN], 'inNumberRange', 'filters[views][$gte]=1'],
    ['views', [-Infinity, Infinity], 'inNumberRange', 'filters[views][$notNull]=true'],
    ['views', [NaN, ''], 'inNumberRange', 'filters[views][$notNull]=true'],
    ['views', ['', undefined], 'betweenInclusive', ''],
    ['status', [], 'arrHas', ''],
    ['status', [], 'arrIncludesAll', ''],
    ['publishedOn', ['2024-03-02', '2024-03-01'], 'inDateRange', 'filters[publishedOn][$gte]=2024-03-01&filters[publishedOn][$lte]=2024-03-02'],
    ['publishedAt', [0, undefined], 'inDateRange', 'filters[publishedAt][$gte]=1970-01-01T00:00:00.000Z'],
    ['status', ['draft'], 'arrHas', 'filters[status][$in][0]=draft'],
    ['status', ['draft', null], 'arrHas', 'filters[$or][0][status][$in][0]=draft&filters[$or][1][status][$null]=true'],
    ['author.name', 'a', 'includesString', 'filters[author][name][$containsi]=a'],
  ])('%s, %j by %s: %s', (column, value, filterFn, text) => {
    const id = column.replaceAll('.', '_');
    const options = { filterFns: { [id]: filterFn }, fields: { [id]: column } };
    expect(server.accepted(fromTanStackTable(filtered(column, value, filterFn), options))).toBe(text);
  });

  it.each<[filterFn: TanStackFilterFn, value: unknown, condition: object]>([
    ['arrIncludes', ['a', 'b'], { $hasSome: ['a', 'b'] }],
    ['arrIncludes', 'a', { $has: 'a' }],
    ['arrIncludesSome', ['a'], { $hasSome: ['a'] }],
    ['arrIncludesAll', ['a', 'b'], { $hasEvery: ['a', 'b'] }],
  ])('asks a list by %s', (filterFn, value, condition) => {
    const query = fromTanStackTable({ columnFilters: [{ id: 'sizes', value }] }, { filterFns: { sizes: filterFn } });
    expect(query).toEqual({ filters: { sizes: condition } });
  });

  it.each<[value: unknown, text: string, why: string]>([
    ['a', 'filters[title][$containsi]=a', 'the table would choose includesString'],
    [[1, undefined], 'filters[title][$gte]=1', 'the table would choose inNumberRange'],
    ['', '', 'the table removes it'],
    [null, '', 'the table removes it'],
    [[undefined, ''], '', 'the table removes it'],
  ])('reads %j without a function as %j: %s', (value, text) => {
    const query = fromTanStackTable({ columnFilters: [{ id: 'title', value }] });
    if (text.includes('gte')) expect(query).toEqual({ filters: { title: { $gte: 1 } } });
    else expect(server.accepted(query)).toBe(text);
  });

  it('takes a boolean and a number for equal values', () => {
    const columnFilters = [
      { id: 'isFeatured', value: false },
      { id: 'views', value: 5 },
    ];
    expect(server.accepted(fromTanStackTable({ columnFilters }))).toBe(
      'filters[isFeatured][$eq]=false&filters[views][$eq]=5',
    );
  });

  it('reads the whole state of a table', () => {
    const table = tableOf([{ accessorKey: 'title' }, { accessorKey: 'views' }, { accessorKey: 'author.name' }]);
    table.setColumnFilters([{ id: 'title', value: 'a' }]);
    table.setSorting([
      { id: 'views', desc: true },
      { id: 'author_name', desc: false },
    ]);
    table.setPagination({ pageIndex: 2, pageSize: 20 });
    const state = {
      columnFilters: table.atoms.columnFilters.get(),
      sorting: table.atoms.sorting.get(),
      pagination: table.atoms.pagination.get(),
    };
    expect(server.accepted(fromTanStackTable(state, { fields: { author_name: 'author.name' } }))).toBe(
      'filters[title][$containsi]=a&sort[0]=views:desc&sort[1]=author.name:asc&pagination[page]=3&pagination[pageSize]=20',
    );
    table.setGlobalFilter('thai "hot pot"');
    const { globalFilter } = { globalFilter: table.atoms.globalFilter.get() as unknown };
    expect(fromTanStackTable({ globalFilter })).toEqual({ search: 'thai "hot pot"' });
    expect(fromTanStackTable({ globalFilter: '' })).toEqual({});
  });

  it.each<[value: unknown, filterFn: TanStackFilterFn | undefined, message: string]>([
    [['a', 'b'], undefined, 'the filter of a may mean several things; name its function in filterFns'],
    [[1, 2, 3], undefined, 'the filter of a may mean several things'],
    [[], undefined, 'the filter of a may mean several things'],
    [[], 'equals', 'equals of a needs a value'],
    [[], 'includesString', 'includesString of a needs a text'],
    [[Infinity, 5], 'inNumberRange', 'inNumberRange of a needs a pair of numbers'],
    [[undefined, -Infinity], 'inNumberRange', 'inNumberRange of a needs a pair of numbers'],
    [{ min: 1 }, undefined, 'the filter of a may mean several things'],
    [new Date(0), undefined, 'the filter of a may mean several things'],
    ['a', 'fuzzy' as TanStackFilterFn, 'fuzzy of a has no meaning here; use one of: includesString,'],
    ['a', 'constructor' as TanStackFilterFn, 'constructor of a has no meaning here'],
    [{}, 'includesString', 'includesString of a needs a text'],
    [[5, 1], 'between', 'between of a needs the lower end first'],
    [[null, 1], 'between', 'between of a needs a value'],
    [NaN, undefined, 'equals of a needs a value'],
    [NaN, 'greaterThan', 'greaterThan of a needs a value'],
    [[1, 2, 3], 'betweenInclusive', 'betweenInclusive of a needs a pair: [from, to]'],
    ['x', 'inNumberRange', 'inNumberRange of a needs a pair: [from, to]'],
    [['x', 1], 'inNumberRange', 'inNumberRange of a needs a pair of numbers'],
    [['1px', 2], 'inNumberRange', 'inNumberRange of a needs a pair of numbers'],
    [['soon', undefined], 'inDateRange', 'inDateRange of a needs a pair of dates'],
    [[true, undefined], 'inDateRange', 'inDateRange of a needs a pair of dates'],
    ['draft', 'arrHas', 'arrHas of a needs a list'],
    [[undefined], 'arrHas', 'arrHas of a needs a value'],
    [[null], 'arrIncludesAll', 'arrIncludesAll of a needs a value'],
  ])('refuses %j by %s: %s', (value, filterFn, message) => {
    const options = filterFn === undefined ? {} : { filterFns: { a: filterFn } };
    const adapt = () => fromTanStackTable({ columnFilters: [{ id: 'a', value }] }, options);
    expect(adapt).toThrow(TypeError);
    expect(adapt).toThrow(`fromTanStackTable: ${message}`);
  });

  it.each<[state: TanStackTableState, message: string]>([
    [{ pagination: { pageIndex: -1, pageSize: 10 } }, 'the page -1 of 10 rows is not a page'],
    [{ pagination: { pageIndex: 0, pageSize: 0 } }, 'the page 0 of 0 rows is not a page'],
    [{ globalFilter: ['a'] }, 'globalFilter is not a text'],
    [{ sorting: [{ id: 'a,b', desc: true }] }, 'the column a,b is not a sort key'],
  ])('refuses %j', (state, message) => {
    expect(() => fromTanStackTable(state)).toThrow(`fromTanStackTable: ${message}`);
  });
});
