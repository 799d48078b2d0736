import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import vm from 'node:vm';
import { type AgGridOptions, type AgGridRequest, fromAgGrid, toQueryString } from 'nestjs-filterable/client';
import { filterServiceFor } from 'nestjs-filterable/testing';
import { planOf } from '../../../../lib/ast/index.js';
import { datePresets } from '../../../../lib/client/adapters/ag-grid.js';
import { PostServer } from '../../../support/adapted.js';
import { Post } from '../../../support/blog/entities.js';

/** The models are those of AG Grid's documentation and code; its filters run in no table without a page. */

const rows = { startRow: 0, endRow: 10 };
const offset = 'pagination[start]=0&pagination[limit]=10';

const text = (type: string, filter?: unknown) => ({ filterType: 'text', type, filter });
const number = (type: string, filter?: unknown, filterTo?: unknown) => ({
  filterType: 'number',
  type,
  filter,
  filterTo,
});
const date = (type: string, dateFrom?: unknown, dateTo?: unknown) => ({ filterType: 'date', type, dateFrom, dateTo });
const set = (...values: unknown[]) => ({ filterType: 'set', values });

describe('fromAgGrid', () => {
  let server: PostServer;
  beforeAll(async () => {
    server = await PostServer.open();
  });

  // prettier-ignore
  it.each<[filterModel: object, text: string, options?: AgGridOptions]>([
    [{ title: text('contains', 'a') }, 'filters[title][$containsi]=a'],
    [{ title: text('contains', 'a') }, 'filters[title][$containsc]=a', { caseSensitive: ['title'] }],
    [{ title: text('contains', 'a') }, 'filters[title][$containsi]=a', { caseSensitive: ['slug'] }],
    [{ title: text('notContains', 'a') }, 'filters[$not][title][$notNull]=true&filters[$not][title][$containsi]=a'],
    [{ title: text('equals', 'a') }, 'filters[title][$eqi]=a'],
    [{ title: text('notEqual', 'a') }, 'filters[$not][title][$notNull]=true&filters[$not][title][$eqi]=a'],
    [{ title: text('startsWith', 'a') }, 'filters[title][$startsWithi]=a'],
    [{ title: text('endsWith', 'a') }, 'filters[title][$endsWithc]=a', { caseSensitive: true }],
    [{ title: text('blank') }, 'filters[$not][title][$notNull]=true&filters[$not][title][$ne]='],
    [{ title: text('notBlank') }, 'filters[title][$notNull]=true&filters[title][$ne]='],
    [{ views: number('equals', 0) }, 'filters[views][$eq]=0'],
    [{ views: number('notEqual', 1) }, 'filters[views][$ne]=1'],
    [{ views: number('lessThan', 1) }, 'filters[views][$lt]=1'],
    [{ views: number('lessThanOrEqual', 1) }, 'filters[views][$lte]=1'],
    [{ views: number('greaterThan', 1) }, 'filters[views][$gt]=1'],
    [{ views: number('greaterThanOrEqual', 1) }, 'filters[views][$gte]=1'],
    [{ views: number('inRange', 1, 5) }, 'filters[views][$gt]=1&filters[views][$lt]=5'],
    [{ views: number('inRange', 1, 5) }, 'filters[views][$gte]=1&filters[views][$lte]=5', { inRangeInclusive: true }],
    [{ views: number('blank') }, 'filters[views][$null]=true'],
    [{ 'author.id': number('blank') }, 'filters[$not][author][id][$notNull]=true'],
    [{ views: number('notBlank') }, 'filters[views][$notNull]=true'],
    [{ visits: { filterType: 'bigint', type: 'equals', filter: '9007199254740993' } }, 'filters[visits][$eq]=9007199254740993'],
    [{ publishedOn: date('equals', '2024-03-01 00:00:00', null) }, 'filters[publishedOn][$eq]=2024-03-01'],
    [{ publishedOn: date('equals', '2024-03-01T00:00:00') }, 'filters[publishedOn][$eq]=2024-03-01'],
    [{ publishedOn: date('inRange', '2024-03-01', '2024-04-01') }, 'filters[publishedOn][$gt]=2024-03-01&filters[publishedOn][$lt]=2024-04-01'],
    [{ publishedAt: date('lessThan', '2024-03-01 10:30:00') }, `filters[publishedAt][$lt]=${new Date(2024, 2, 1, 10, 30).toISOString()}`],
    [{ publishedAt: date('lessThan', '2024-03-01 00:00:00') }, `filters[publishedAt][$lt]=${new Date(2024, 2, 1).toISOString()}`, { includeTime: ['publishedAt'] }],
    [{ status: set('draft', 'archived') }, 'filters[status][$in][0]=draft&filters[status][$in][1]=archived'],
    [{ status: set('draft', null) }, 'filters[$or][0][status][$in][0]=draft&filters[$or][1][status][$null]=true'],
    [{ status: set(null) }, 'filters[status][$null]=true'],
    [{ status: set() }, 'filters[status][$null]=true&filters[status][$notNull]=true'],
    [{ title: { filterType: 'text', operator: 'OR', conditions: [text('equals', 'a'), text('endsWith', 'b')] } }, 'filters[$or][0][title][$eqi]=a&filters[$or][1][title][$endsWithi]=b'],
    [{ views: { filterType: 'number', operator: 'AND', conditions: [number('greaterThan', 1), number('notEqual', 5)] } }, 'filters[$and][0][views][$gt]=1&filters[$and][1][views][$ne]=5'],
    [{ title: { filterType: 'multi', filterModels: [text('contains', 'a'), null, set('b')] } }, 'filters[$and][0][title][$containsi]=a&filters[$and][1][title][$in][0]=b'],
    [{ title: { filterType: 'multi', filterModels: null } }, ''],
    [{ 'author.name': text('contains', 'a'), 'author.id': number('lessThan', 5), title: null }, 'filters[$and][0][author][name][$containsi]=a&filters[$and][1][author][id][$lt]=5'],
    [{ 'comments.$count': number('greaterThan', 1) }, 'filters[comments][$count][$gt]=1'],
  ])('%j: %s', (...[filterModel, expected, options]) => {
    const found = server.accepted(fromAgGrid({ filterModel, ...rows }, options));
    expect(found).toBe([expected, offset].filter(Boolean).join('&'));
  });

  it('reads a whole request', () => {
    const request = {
      ...{
        filterModel: null,
        startRow: 130,
        endRow: 230,
        rowGroupCols: [],
        valueCols: [{ id: 'views' }],
        pivotCols: [],
      },
      ...{ groupKeys: [], pivotMode: false },
      sortModel: [
        { colId: 'author.name', sort: 'asc' as const, type: 'default' },
        { colId: 'comments.$count', sort: 'desc' as const },
      ],
    };
    expect(server.accepted(fromAgGrid(request))).toBe(
      'sort[0]=author.name:asc&sort[1]=comments.$count:desc&pagination[start]=130&pagination[limit]=100',
    );
  });

  // prettier-ignore
  it.each<[filterModel: object, message: string]>([
    [{ a: text('fuzzy', 'x') }, 'fuzzy of a has no meaning here; use one of: contains, notContains,'],
    [{ a: text('toString', 'x') }, 'toString of a has no meaning here'],
    [{ a: text('empty') }, 'empty of a has no meaning here'],
    [{ a: text('inRange', 'x') }, 'inRange of a has no meaning here'],
    [{ a: text('contains', '') }, 'contains of a needs a text that is not empty'],
    [{ a: text('contains') }, 'contains of a needs a text that is not empty'],
    [{ a: number('equals', null) }, 'equals of a needs a number'],
    [{ a: number('equals', '1') }, 'equals of a needs a number'],
    [{ a: number('equals', NaN) }, 'equals of a needs a value'],
    [{ a: number('inRange', 1) }, 'inRange of a needs a number'],
    [{ a: { filterType: 'bigint', type: 'equals', filter: '1.5' } }, 'equals of a needs the digits of a whole number'],
    [{ a: number('today') }, 'today of a has no meaning here'],
    [{ a: date('nextDecade') }, 'nextDecade of a has no meaning here'],
    [{ a: date('equals', '01/03/2024') }, 'equals of a needs a date: 2024-03-01 00:00:00'],
    [{ a: date('equals', '2024-03-01 25:00:00') }, 'equals of a needs a value'],
    [{ a: set(1) }, 'the set of a needs a list of values'],
    [{ a: { filterType: 'set' } }, 'the set of a needs a list of values'],
    [{ a: { filterType: 'multi' } }, 'the multi filter of a needs a list of filters'],
    [{ a: { filterType: 'text', operator: 'XOR', conditions: [] } }, 'the operator XOR of a is unknown'],
    [{ a: { filterType: 'text', operator: 'OR', conditions: [] } }, 'the operator OR of a needs a list of conditions'],
    [{ a: { filterType: 'text', operator: 'OR', condition1: {}, condition2: {} } }, 'the operator OR of a needs a list'],
    [{ a: { filterType: 'text', operator: 'OR', conditions: [null] } }, 'the filter of a has an entry that is not a condition'],
    [{ a: { type: 'equals', filter: 'x' } }, 'the filterType undefined of a is unknown; use one of: text, number, bigint,'],
    [{ a: { filterType: 'custom' } }, 'the filterType custom of a is unknown'],
    [{ a: 'x' }, 'the filter of a is not a filter model'],
    [{ filterType: 'join', type: 'AND', conditions: [] }, 'the Advanced Filter has no meaning here'],
    [{ filterType: 'text', colId: 'a', type: 'equals', filter: 'x' }, 'the Advanced Filter has no meaning here'],
  ])('refuses %j: %s', (filterModel, message) => {
    const adapt = () => fromAgGrid({ filterModel, ...rows });
    expect(adapt).toThrow(TypeError);
    expect(adapt).toThrow(`fromAgGrid: ${message}`);
  });

  it('reads the columns of the grand total', () => {
    const valueCols = [{ id: 'price', aggFunc: 'sum' }, { id: 'price' }, { id: 'rating', aggFunc: 'avg' }];
    expect(fromAgGrid({ ...rows, valueCols }).aggregates).toEqual(['price:sum', 'rating:avg']);
    expect(() => fromAgGrid({ ...rows, valueCols: [{ id: 'price', aggFunc: 'first' }] })).toThrow(
      'fromAgGrid: the aggregate first of price has no meaning here; use sum, avg, min or max',
    );
  });

  it.each<[request: AgGridRequest, message: string]>([
    [{ ...rows, rowGroupCols: [{ id: 'a' }] }, 'rowGroupCols has no meaning here'],
    [{ ...rows, groupKeys: ['a'] }, 'groupKeys has no meaning here'],
    [{ ...rows, pivotMode: true }, 'pivotMode has no meaning here'],
    [{ startRow: undefined, endRow: undefined }, 'startRow and endRow are needed'],
    [{ startRow: 10, endRow: 10 }, 'startRow 10 and endRow 10 are not a range of rows'],
    [
      { ...rows, sortModel: [{ colId: 'a', sort: 'asc', type: 'absolute' }] },
      'the sort type absolute of a has no meaning',
    ],
  ])('refuses %j', (request, message) => {
    expect(() => fromAgGrid(request)).toThrow(`fromAgGrid: ${message}`);
  });
});

/*
 * The presets of AG Grid's Date Filter, beside the grid's own functions. The package exports none of them, so its code
 * is run as it stands in the file. It reckons by the clock of the process, as it does by that of a browser.
 */

type Range = (from: Date, to: Date) => readonly [Date, Date];

const grid = path.dirname(createRequire(import.meta.url).resolve('ag-grid-community'));
const root = grid.slice(0, grid.indexOf('ag-grid-community') + 'ag-grid-community'.length);
const source = readFileSync(path.join(root, 'dist/package/main.esm.mjs'), 'utf8');
const [, code = ''] = /\/\/ packages\/[^\n]*relativeDateRanges\.ts\n([\s\S]*?)\n\/\/ packages\//.exec(source) ?? [];
// Weeks begin as the browser's language says: where Node has one, it is that of the machine.
const browser = { language: 'de-DE', languages: ['de-DE'] };
const ranges = vm.runInNewContext(`${code}; presetDateFilterTypeRelativeFromToMap`, {
  Date,
  navigator: browser,
}) as Record<string, Range>;

/** Runs a function in a browser of a language. Node has a `navigator` from version 21 on. */
function inBrowser<Result>(navigator: object, run: () => Result): Result {
  const before = Reflect.getOwnPropertyDescriptor(globalThis, 'navigator');
  Object.defineProperty(globalThis, 'navigator', { value: navigator, configurable: true });
  try {
    return run();
  } finally {
    if (before === undefined) Reflect.deleteProperty(globalThis, 'navigator');
    else Object.defineProperty(globalThis, 'navigator', before);
  }
}

const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Noons: days of each kind of month, leap days, turns of a year. */
const days = [
  '2024-01-01',
  '2024-02-15',
  '2024-02-28',
  '2024-05-20',
  '2024-07-04',
  '2024-12-28',
  '2025-03-01',
  '2026-11-23',
];

/** Days on which JavaScript overflows into another month, where the calendar takes the last day of the month. */
const overflows: Readonly<Record<string, readonly string[]>> = {
  nextMonth: ['2024-01-31'],
  nextQuarter: ['2024-03-31'],
  last6Months: ['2024-08-31'],
  last12Months: ['2024-02-29'],
  last24Months: ['2024-02-29'],
};

let now = new Date(0);
const filters = await filterServiceFor([Post], { now: () => now, timezone: zone });

/** Returns the instants that a preset stands for, as the request of the adapter is read. */
function asked(type: string, day: string): readonly (number | undefined)[] {
  now = new Date(`${day}T12:00:00`);
  const filterModel = { publishedAt: { filterType: 'date', type, dateFrom: null, dateTo: null } };
  const request = inBrowser(browser, () => fromAgGrid({ filterModel, startRow: 0, endRow: 10 }));
  const query = filters.parse(Post, toQueryString<Post>(request as never));
  const condition = planOf(query).asked.filters;
  const parts = condition?.type === 'and' ? condition.conditions : [condition];
  const values = parts.flatMap((part) => (part?.type === 'comparison' ? part.values : []));
  const [first, last = first] = values.map((value) =>
    typeof value === 'object' && value.type === 'day' ? value : undefined,
  );
  return [first?.start.epoch, last?.end.epoch];
}

function shown(type: string, day: string): readonly (number | undefined)[] {
  const noon = `${day}T12:00:00`;
  return ranges[type]?.(new Date(noon), new Date(noon)).map((date) => date.getTime()) ?? [];
}

describe('the presets of the Date Filter', () => {
  it('are those of the grid', () => {
    expect(Object.keys(datePresets)).toEqual(Object.keys(ranges));
  });

  it.each(Object.keys(datePresets))('%s is the range that the grid has', (type) => {
    for (const day of days) expect([day, asked(type, day)]).toEqual([day, shown(type, day)]);
  });

  it.each(Object.entries(overflows))('%s differs where a month overflows', (type, differing) => {
    for (const day of differing) expect([day, asked(type, day)]).not.toEqual([day, shown(type, day)]);
  });

  it('print a week that begins on another day as two dates', () => {
    const filterModel = { at: { filterType: 'date', type: 'thisWeek' } };
    const { filters: week } = inBrowser({ language: 'en-US' }, () =>
      fromAgGrid({ filterModel, startRow: 0, endRow: 10 }),
    );
    const isSunday = (day: unknown) => new Date(`${String(day)}T12:00:00`).getDay() === 0;
    const { $gte, $lte, $eq } = (week as Record<string, Record<string, unknown>>)['at'] ?? {};
    // Node 20 does not know where a week begins in `en-US`, and the grid takes Monday there.
    expect($eq === 'now/w' || (isSunday($gte) && String($lte) > String($gte))).toBe(true);
  });
});
