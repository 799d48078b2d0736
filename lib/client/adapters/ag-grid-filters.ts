import {
  type AgAsked,
  bigIntIn,
  dateIn,
  numberIn,
  scalarOperators,
  textIn,
  textOperators,
} from './ag-grid-operators.js';
import { datePresets } from './ag-grid-dates.js';
import { type Conditions, type Path, all, any, oneOf } from './conditions.js';
import { pathOf } from './names.js';
import { type Operators, ask, isObject, printed, refusal } from './operators.js';

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

const adapter = 'fromAgGrid';

/** Reads the model of one column. */
export function columnFilter(id: string, model: unknown, options: AgGridOptions): Conditions {
  return filterOf(model, { id, path: pathOf(id, adapter), options });
}

/** Reads a filter. An inactive one is null. */
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

/** Reads a Set Filter: the selected values. Null is the entry for blanks. */
function setFilter({ values }: Model, { id, path }: Column): Conditions {
  const isMember = (value: unknown) => typeof value === 'string' || value === null;
  if (Array.isArray(values) && values.every(isMember)) return oneOf(path, values);
  throw refusal(`${adapter}: the set of ${id}`, 'takes a list of values, each a text or null');
}

/** Reads a Multi Filter: each of its active filters must hold. */
function multiFilter({ filterModels }: Model, column: Column): Conditions {
  if (filterModels === null) return {};
  if (Array.isArray(filterModels)) return all(filterModels.map((model) => filterOf(model, column)));
  throw refusal(`${adapter}: the multi filter of ${column.id}`, 'takes a list of filters');
}

/** Reads a filter with one condition, or with several joined ones. */
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
