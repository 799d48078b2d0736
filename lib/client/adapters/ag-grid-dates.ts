import type { AgAsked } from './ag-grid-operators.js';
import { type Conditions, at } from './conditions.js';
import type { Operators } from './operators.js';

/**
 * The presets of the Date Filter, each a range of whole days that has today or is beside it, as relative dates. A week
 * begins as the browser's locale says: where that is no Monday, it is printed as two dates.
 */
export const datePresets = {
  today: ({ path }) => at(path, { $eq: 'now/d' }),
  yesterday: ({ path }) => at(path, { $eq: 'now-1d/d' }),
  tomorrow: ({ path }) => at(path, { $eq: 'now+1d/d' }),
  thisWeek: (asked) => week(asked, 0),
  lastWeek: (asked) => week(asked, -1),
  nextWeek: (asked) => week(asked, 1),
  thisMonth: ({ path }) => at(path, { $eq: 'now/M' }),
  lastMonth: ({ path }) => at(path, { $eq: 'now-1M/M' }),
  nextMonth: ({ path }) => at(path, { $eq: 'now+1M/M' }),
  thisQuarter: ({ path }) => at(path, { $eq: 'now/Q' }),
  lastQuarter: ({ path }) => at(path, { $eq: 'now-1Q/Q' }),
  nextQuarter: ({ path }) => at(path, { $eq: 'now+1Q/Q' }),
  thisYear: ({ path }) => at(path, { $eq: 'now/y' }),
  lastYear: ({ path }) => at(path, { $eq: 'now-1y/y' }),
  nextYear: ({ path }) => at(path, { $eq: 'now+1y/y' }),
  yearToDate: (asked) => untilToday(asked, 'now/y'),
  last7Days: (asked) => untilToday(asked, 'now-7d/d'),
  last30Days: (asked) => untilToday(asked, 'now-30d/d'),
  last90Days: (asked) => untilToday(asked, 'now-90d/d'),
  last6Months: (asked) => untilToday(asked, 'now-6M/d'),
  last12Months: (asked) => untilToday(asked, 'now-12M/d'),
  last24Months: (asked) => untilToday(asked, 'now-24M/d'),
} satisfies Operators<AgAsked>;

/** The grid counts today in. */
function untilToday({ path }: AgAsked, from: string): Conditions {
  return at(path, { $gte: from, $lte: 'now/d' });
}

const monday = 1;

function week({ path }: AgAsked, offset: -1 | 0 | 1): Conditions {
  const begins = firstDayOfWeek();
  if (begins === monday) return at(path, { $eq: `now${['-1w', '', '+1w'][offset + 1]}/w` });
  const today = new Date();
  const sinceFirst = (today.getDay() - begins + 7) % 7;
  const dayAt = (days: number) => dateText(new Date(today.getFullYear(), today.getMonth(), today.getDate() + days));
  const first = 7 * offset - sinceFirst;
  return at(path, { $gte: dayAt(first), $lte: dayAt(first + 6) });
}

/** Returns the first day of the week as the grid finds it, Sunday being 0. */
function firstDayOfWeek(): number {
  const browser = get(globalThis, 'navigator');
  const name: unknown = get(get(browser, 'languages'), '0') ?? get(browser, 'language');
  if (typeof name !== 'string' || name === '') return monday;
  try {
    const locale = new Intl.Locale(name);
    const weekInfo = get(locale, 'getWeekInfo');
    const first = typeof weekInfo === 'function' ? get(Reflect.apply(weekInfo, locale, []), 'firstDay') : undefined;
    return typeof first === 'number' ? first % 7 : monday;
  } catch {
    return monday;
  }
}

/** Reads a member that this browser or Node may lack. */
function get(owner: unknown, name: string): unknown {
  return typeof owner === 'object' && owner !== null ? Reflect.get(owner, name) : undefined;
}

function dateText(day: Date): string {
  const [month, date] = [day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${day.getFullYear()}-${month}-${date}`;
}
