import {
  type AdaptedQuery,
  type Asked,
  type Conditions,
  type Operand,
  type Operators,
  type Path,
  adapted,
  aggregateOf,
  all,
  any,
  ask,
  at,
  is,
  isNot,
  isObject,
  oneOf,
  operand,
  pathOf,
  printed,
  refusal,
  sortTerm,
  text,
  withText,
  withoutText,
  withoutValue,
} from './shared.js';
import type { PaginationInput } from '../../contract/index.js';

/** A condition of an AG Grid filter, with its column's parameters. */
export interface AgAsked extends Asked {
  readonly to: unknown;
  /** Reads a value of the filter's type. */
  readonly read: (value: unknown, asked: AgAsked) => Operand;
  readonly caseSensitive: boolean;
  readonly inRangeInclusive: boolean;
  readonly includeTime: boolean;
}

/**
 * The Text Filter. `notEqual` and `notContains` also find rows without a value.
 *
 * @internal exported for its tests
 */
export const textOperators = {
  contains: (asked) => is(asked, matching('$contains', asked), asked.read(asked.value, asked)),
  notContains: (asked) => isNot(asked, matching('$contains', asked), asked.read(asked.value, asked)),
  equals: (asked) => is(asked, matching('$eq', asked), asked.read(asked.value, asked)),
  notEqual: (asked) => isNot(asked, matching('$eq', asked), asked.read(asked.value, asked)),
  startsWith: (asked) => is(asked, matching('$startsWith', asked), asked.read(asked.value, asked)),
  endsWith: (asked) => is(asked, matching('$endsWith', asked), asked.read(asked.value, asked)),
  blank: ({ path }) => withoutText(path),
  notBlank: ({ path }) => withText(path),
} satisfies Operators<AgAsked>;

/**
 * The Number, BigInt and Date Filters. Only `blank` finds rows without a value; `notEqual` does not.
 *
 * @internal exported for its tests
 */
export const scalarOperators = {
  equals: (asked) => is(asked, '$eq', asked.read(asked.value, asked)),
  notEqual: (asked) => is(asked, '$ne', asked.read(asked.value, asked)),
  lessThan: (asked) => is(asked, '$lt', asked.read(asked.value, asked)),
  lessThanOrEqual: (asked) => is(asked, '$lte', asked.read(asked.value, asked)),
  greaterThan: (asked) => is(asked, '$gt', asked.read(asked.value, asked)),
  greaterThanOrEqual: (asked) => is(asked, '$gte', asked.read(asked.value, asked)),
  // Without its ends, unless the column says otherwise.
  inRange: (asked) => {
    const [from, to] = [asked.read(asked.value, asked), asked.read(asked.to, asked)];
    return at(asked.path, asked.inRangeInclusive ? { $gte: from, $lte: to } : { $gt: from, $lt: to });
  },
  blank: ({ path }) => withoutValue(path),
  notBlank: ({ path }) => at(path, { $notNull: true }),
} satisfies Operators<AgAsked>;

/** Names the case-sensitive operator, or the explicit case-insensitive one. */
function matching(token: string, { caseSensitive }: AgAsked): string {
  return `${token}${caseSensitive ? 'c' : 'i'}`;
}

/** Reads the value of a Text Filter. */
function textIn(value: unknown, asked: AgAsked): Operand {
  return text(value, asked);
}

/** Reads the value of a Number Filter, a number. */
function numberIn(value: unknown, asked: AgAsked): Operand {
  if (typeof value === 'number') return operand(value, asked);
  throw refusal(asked.place, 'needs a number');
}

/** Reads the value of a BigInt Filter, the digits of a whole number. */
function bigIntIn(value: unknown, asked: AgAsked): Operand {
  if (typeof value === 'string' && /^-?\d+$/.test(value)) return value;
  throw refusal(asked.place, 'needs the digits of a whole number');
}

const dateForm = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2}))?$/;

/**
 * Reads the value of a Date Filter, `2024-03-01 00:00:00` or `2024-03-01`. Midnight stands for the whole day, because a
 * filter without a time of day writes it, too. Any other time is an instant, by the browser's clock.
 */
function dateIn(value: unknown, asked: AgAsked): Operand {
  const [, day, time] = (typeof value === 'string' && dateForm.exec(value)) || [];
  if (day === undefined) throw refusal(asked.place, 'needs a date: 2024-03-01 00:00:00');
  if (time === undefined || (time === '00:00:00' && !asked.includeTime)) return day;
  return operand(new Date(`${day}T${time}`), asked);
}

/**
 * The presets of the Date Filter, each a range of whole days that has today or is beside it, as relative dates. A week
 * begins as the browser's locale says: where that is no Monday, it is printed as two dates.
 *
 * @internal exported for its tests
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

/** Columns with an option in their `filterParams`: the ids of some, or all of them. */
export type AgGridColumns = boolean | readonly string[];

/** Options in the columns' `filterParams` that change a filter's meaning. The grid's request does not contain them. */
export interface AgGridOptions {
  /** Texts are compared case-sensitively. */
  readonly caseSensitive?: AgGridColumns | undefined;
  /** `inRange` includes its ends. */
  readonly inRangeInclusive?: AgGridColumns | undefined;
  /** Dates have a time of day, so that midnight is not a whole day. */
  readonly includeTime?: AgGridColumns | undefined;
}

type Model = Readonly<Record<string, unknown>>;

interface Column {
  readonly id: string;
  readonly path: Path;
  readonly options: AgGridOptions;
}

/** Filters with conditions of one form: their operators, the place of their values, and how to read these. */
const simpleFilters: Readonly<Record<string, SimpleFilter>> = {
  text: { operators: textOperators, from: 'filter', to: 'filterTo', read: textIn },
  number: { operators: scalarOperators, from: 'filter', to: 'filterTo', read: numberIn },
  bigint: { operators: scalarOperators, from: 'filter', to: 'filterTo', read: bigIntIn },
  date: { operators: scalarOperators, presets: datePresets, from: 'dateFrom', to: 'dateTo', read: dateIn },
};

interface SimpleFilter {
  readonly operators: Operators<AgAsked>;
  /** Operators without values, beside the others. */
  readonly presets?: Operators<AgAsked>;
  readonly from: string;
  readonly to: string;
  readonly read: AgAsked['read'];
}

/** Reads the model of one column. */
function columnFilter(id: string, model: unknown, options: AgGridOptions): Conditions {
  return filterOf(model, { id, path: pathOf(id, adapter), options });
}

/** Reads a filter. An inactive one is null. */
function filterOf(model: unknown, column: Column): Conditions {
  if (model === null || model === undefined) return {};
  if (!isObject(model)) throw refusal(`${adapter}: the filter of ${column.id}`, 'is not a filter model');
  const { filterType } = model;
  if (filterType === 'set') return setFilter(model, column);
  if (filterType === 'multi') return multiFilter(model, column);
  const filter =
    typeof filterType === 'string' && Object.hasOwn(simpleFilters, filterType) ? simpleFilters[filterType] : undefined;
  if (filter !== undefined) return simpleFilter(model, filter, column);
  const known = [...Object.keys(simpleFilters), 'set', 'multi'].join(', ');
  throw refusal(
    `${adapter}: the filterType ${printed(filterType)} of ${column.id}`,
    `is unknown; use one of: ${known}`,
  );
}

/** Reads a Set Filter: the selected values. Null is the entry for blanks. */
function setFilter({ values }: Model, { id, path }: Column): Conditions {
  const isMember = (value: unknown) => typeof value === 'string' || value === null;
  if (Array.isArray(values) && values.every(isMember)) return oneOf(path, values);
  throw refusal(`${adapter}: the set of ${id}`, 'needs a list of values, each a text or null');
}

/** Reads a Multi Filter: each of its active filters must hold. */
function multiFilter({ filterModels }: Model, column: Column): Conditions {
  if (filterModels === null) return {};
  if (Array.isArray(filterModels)) return all(filterModels.map((model) => filterOf(model, column)));
  throw refusal(`${adapter}: the multi filter of ${column.id}`, 'needs a list of filters');
}

/** Reads a filter with one condition, or with several joined ones. */
function simpleFilter(model: Model, filter: SimpleFilter, column: Column): Conditions {
  const { operator, conditions } = model;
  if (operator === undefined) return conditionOf(model, filter, column);
  const place = `${adapter}: the operator ${printed(operator)} of ${column.id}`;
  if (operator !== 'AND' && operator !== 'OR') throw refusal(place, 'is unknown; use one of: AND, OR');
  if (!Array.isArray(conditions) || conditions.length === 0) throw refusal(place, 'needs a list of conditions');
  const read = conditions.map((condition) => conditionOf(condition, filter, column));
  return operator === 'AND' ? all(read) : any(read);
}

function conditionOf(condition: unknown, filter: SimpleFilter, { id, path, options }: Column): Conditions {
  if (!isObject(condition)) throw refusal(`${adapter}: the filter of ${id}`, 'has an entry that is not a condition');
  const { type, [filter.from]: value, [filter.to]: to } = condition;
  const has = (columns: AgGridColumns = false) => (typeof columns === 'boolean' ? columns : columns.includes(id));
  const { presets } = filter;
  const isPreset = presets !== undefined && typeof type === 'string' && Object.hasOwn(presets, type);
  return ask(isPreset ? presets : filter.operators, type, {
    place: `${adapter}: ${printed(type)} of ${id}`,
    path,
    value,
    to,
    read: filter.read,
    caseSensitive: has(options.caseSensitive),
    inRangeInclusive: has(options.inRangeInclusive),
    includeTime: has(options.includeTime),
  });
}

const adapter = 'fromAgGrid';

/** The request of AG Grid's server-side row model: `params.request` of `getRows`. */
export interface AgGridRequest {
  /** The models of the filters, by the ids of their columns. */
  readonly filterModel?: object | null | undefined;
  /** The order, the most important column first. */
  readonly sortModel?: readonly AgGridSort[] | undefined;
  /** The first row, from 0. */
  readonly startRow?: number | undefined;
  /** The row after the last one. */
  readonly endRow?: number | undefined;
  /** The columns of groups. A request with any is refused. */
  readonly rowGroupCols?: readonly unknown[] | undefined;
  /** The keys of the opened group. A request with any is refused. */
  readonly groupKeys?: readonly unknown[] | undefined;
  /** True for a pivot, which is refused. */
  readonly pivotMode?: boolean | undefined;
  /** The columns with a function over all rows. Without groups, they are the grand total. */
  readonly valueCols?: readonly AgGridValue[] | undefined;
}

interface AgGridValue {
  readonly id: string;
  readonly aggFunc?: string | undefined;
}

interface AgGridSort {
  readonly colId: string;
  readonly sort: 'asc' | 'desc';
  readonly type?: string | undefined;
}

/**
 * Makes a request from a request of AG Grid's server-side row model.
 *
 * @throws TypeError for a filter or a grouping that has no exact meaning here, with its name and column
 * @example
 * getRows: (params) => fetch(`/restaurants?${toQueryString(fromAgGrid(params.request))}`),
 */
export function fromAgGrid(request: AgGridRequest, options: AgGridOptions = {}): AdaptedQuery {
  refuseGroups(request);
  return adapted({
    conditions: filtersOf(request.filterModel ?? {}, options),
    sort: (request.sortModel ?? []).map(sortOf),
    pagination: rowsOf(request),
    aggregates: (request.valueCols ?? []).flatMap(({ id, aggFunc }) =>
      aggFunc === undefined ? [] : [aggregateOf(id, aggFunc, adapter)],
    ),
  });
}

/** Refuses grouping and pivots: a list has only rows, and sums of all of them. */
function refuseGroups({ rowGroupCols = [], groupKeys = [], pivotMode = false }: AgGridRequest): void {
  const asked = { rowGroupCols: rowGroupCols.length > 0, groupKeys: groupKeys.length > 0, pivotMode };
  for (const [name, isAsked] of Object.entries(asked)) {
    if (isAsked) throw refusal(`${adapter}: ${name}`, 'has no meaning here; answer groups in another handler');
  }
}

function filtersOf(filterModel: object, options: AgGridOptions): readonly Conditions[] {
  const models: readonly (readonly [string, unknown])[] = Object.entries(filterModel);
  if (models.some(([name, model]) => name === 'filterType' && typeof model === 'string')) {
    throw refusal(`${adapter}: the Advanced Filter`, 'has no meaning here; use the filters of the columns');
  }
  return models.map(([id, model]) => columnFilter(id, model, options));
}

function sortOf({ colId, sort, type = 'default' }: AgGridSort): ReturnType<typeof sortTerm> {
  if (type === 'default') return sortTerm(colId, sort, adapter);
  throw refusal(`${adapter}: the sort type ${type} of ${colId}`, 'has no meaning here; use default');
}

/** Reads the rows of a request as an offset. The end is the row after the last. */
function rowsOf({ startRow: start, endRow: end }: AgGridRequest): PaginationInput {
  if (start === undefined || end === undefined) {
    throw refusal(`${adapter}: startRow and endRow`, 'are needed, because lists answer in pages');
  }
  if (Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && end > start) {
    return { start, limit: end - start };
  }
  throw refusal(`${adapter}: startRow ${start} and endRow ${end}`, 'are not a range of rows');
}
