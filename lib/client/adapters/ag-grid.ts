import type { PaginationInput } from '../../contract/index.js';
import { adapted } from './adapted.js';
import { type AgGridOptions, columnFilter } from './ag-grid-filters.js';
import { aggregateOf } from './aggregates.js';
import type { AdaptedQuery, Conditions } from './conditions.js';
import { sortTerm } from './names.js';
import { refusal } from './operators.js';

export type { AgGridColumns, AgGridOptions } from './ag-grid-filters.js';

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
 * Makes a request from one of AG Grid's server-side row model.
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
    if (isAsked) throw refusal(`${adapter}: ${name}`, 'has no meaning here; answer groups by a handler of their own');
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
    throw refusal(`${adapter}: startRow and endRow`, 'are needed: no list answers with all of its rows');
  }
  if (Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && end > start) {
    return { start, limit: end - start };
  }
  throw refusal(`${adapter}: startRow ${start} and endRow ${end}`, 'are no range of rows');
}
