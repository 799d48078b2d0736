import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import vm from 'node:vm';
import { fromAgGrid, toQueryString } from 'nestjs-filterable/client';
import { filterServiceFor } from 'nestjs-filterable/testing';
import { datePresets } from '../../../../lib/client/adapters/ag-grid-dates.js';
import { planOf } from '../../../../lib/ast/index.js';
import { Post } from '../../../support/blog/entities.js';

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
  const condition = planOf(query).filters;
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
