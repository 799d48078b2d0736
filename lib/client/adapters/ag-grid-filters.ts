import {
  type AgAsked,
  bigIntIn,
  dateIn,
  numberIn,
  scalarOperators,
  textIn,
  textOperators,
} from './ag-grid-operators.js';
import { type Conditions, type Path, all, any, oneOf } from './conditions.js';
import { pathOf } from './names.js';
import { type Operators, ask, isObject, printed, refusal } from './operators.js';

/** The columns whose `filterParams` have an option: the ids of some, or all of them. */
export type AgGridColumns = boolean | readonly string[];

/** What the request does not say about the columns: those of their `filterParams` that change what a filter means. */
export interface AgGridOptions {
  /** Texts are compared with respect to letter case. */
  readonly caseSensitive?: AgGridColumns | undefined;
  /** `inRange` finds its ends, too. */
  readonly inRangeInclusive?: AgGridColumns | undefined;
  /** Dates have a time of day, so that midnight is no whole day. */
  readonly includeTime?: AgGridColumns | undefined;
}

type Model = Readonly<Record<string, unknown>>;

interface Column {
  readonly id: string;
  readonly path: Path;
  readonly options: AgGridOptions;
}

/** The filters whose conditions are alike: their operators, and where and how their values are written. */
const simpleFilters: Readonly<Record<string, SimpleFilter>> = {
  text: { operators: textOperators, from: 'filter', to: 'filterTo', read: textIn },
  number: { operators: scalarOperators, from: 'filter', to: 'filterTo', read: numberIn },
  bigint: { operators: scalarOperators, from: 'filter', to: 'filterTo', read: bigIntIn },
  date: { operators: scalarOperators, from: 'dateFrom', to: 'dateTo', read: dateIn },
};

interface SimpleFilter {
  readonly operators: Operators<AgAsked>;
  readonly from: string;
  readonly to: string;
  readonly read: AgAsked['read'];
}

const adapter = 'fromAgGrid';

/** Reads the model of one column. */
export function columnFilter(id: string, model: unknown, options: AgGridOptions): Conditions {
  return filterOf(model, { id, path: pathOf(id, adapter), options });
}

/** Reads a filter. One that is not active is null. */
function filterOf(model: unknown, column: Column): Conditions {
  if (model === null || model === undefined) return {};
  if (!isObject(model)) throw refusal(`${adapter}: the filter of ${column.id}`, 'is no model of a filter');
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

/** Reads a Set Filter: the values that are selected. Null is the entry for blanks. */
function setFilter({ values }: Model, { id, path }: Column): Conditions {
  const isMember = (value: unknown) => typeof value === 'string' || value === null;
  if (Array.isArray(values) && values.every(isMember)) return oneOf(path, values);
  throw refusal(`${adapter}: the set of ${id}`, 'takes a list of values, each a text or null');
}

/** Reads a Multi Filter: each of its filters that is active must hold. */
function multiFilter({ filterModels }: Model, column: Column): Conditions {
  if (filterModels === null) return {};
  if (Array.isArray(filterModels)) return all(filterModels.map((model) => filterOf(model, column)));
  throw refusal(`${adapter}: the multi filter of ${column.id}`, 'takes a list of filters');
}

/** Reads a filter with one condition, or with several that are joined. */
function simpleFilter(model: Model, filter: SimpleFilter, column: Column): Conditions {
  const { operator, conditions } = model;
  if (operator === undefined) return conditionOf(model, filter, column);
  const place = `${adapter}: the operator ${printed(operator)} of ${column.id}`;
  if (operator !== 'AND' && operator !== 'OR') throw refusal(place, 'is unknown; use one of: AND, OR');
  if (!Array.isArray(conditions) || conditions.length === 0) throw refusal(place, 'takes a list of conditions');
  const read = conditions.map((condition) => conditionOf(condition, filter, column));
  return operator === 'AND' ? all(read) : any(read);
}

function conditionOf(condition: unknown, filter: SimpleFilter, { id, path, options }: Column): Conditions {
  if (!isObject(condition)) throw refusal(`${adapter}: the filter of ${id}`, 'has a condition that is none');
  const { type, [filter.from]: value, [filter.to]: to } = condition;
  const has = (columns: AgGridColumns = false) => (typeof columns === 'boolean' ? columns : columns.includes(id));
  return ask(filter.operators, type, {
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
