import { type GridColDef, type GridFilterModel, GridLogicOperator } from '@mui/x-data-grid';
import type { GridPaginationModel, GridSortModel } from '@mui/x-data-grid';
import type { DefaultRuleGroupType, RuleGroupType, RuleGroupTypeIC } from '@react-querybuilder/core';
import type { BuiltInFilterFn, ColumnFiltersState, PaginationState, SortingState } from '@tanstack/table-core';
import type { FilterModel, IServerSideGetRowsRequest } from 'ag-grid-community';
import {
  type QueryInput,
  type TanStackFilterFn,
  fromAgGrid,
  fromMuiDataGrid,
  fromQueryBuilder,
  fromTanStackTable,
  toQueryString,
} from 'nestjs-filterable/client';

/** The models of grids and query builders as their packages declare them. */

interface Restaurant {
  name: string;
}

declare const table: { columnFilters: ColumnFiltersState; sorting: SortingState; pagination: PaginationState };
declare const globalFilter: unknown;
declare const builtIn: BuiltInFilterFn;
toQueryString(fromTanStackTable(table));
toQueryString(
  fromTanStackTable({ ...table, globalFilter }, { filterFns: { cuisine: 'arrHas' }, fields: { a_b: 'a.b' } }),
);
export const everyFilterFn: TanStackFilterFn = builtIn;
// @ts-expect-error no function of the table has this name
fromTanStackTable(table, { filterFns: { cuisine: 'fuzzy' } });
// @ts-expect-error a state has no such part
fromTanStackTable({ filters: [] });

declare const request: IServerSideGetRowsRequest;
declare const filterModel: FilterModel;
toQueryString(fromAgGrid(request));
toQueryString(fromAgGrid(request, { caseSensitive: ['name'], inRangeInclusive: true, includeTime: ['createdAt'] }));
fromAgGrid({ ...request, filterModel });
// @ts-expect-error the columns have another option of this kind
fromAgGrid(request, { caseInsensitive: true });

declare const grid: { filterModel: GridFilterModel; sortModel: GridSortModel; paginationModel: GridPaginationModel };
declare const columns: readonly GridColDef<Restaurant>[];
toQueryString(fromMuiDataGrid(grid, { columns }));
fromMuiDataGrid({ filterModel: { items: [], logicOperator: GridLogicOperator.Or, quickFilterValues: ['a'] } });
// @ts-expect-error the model of the filters is an object
fromMuiDataGrid({ filterModel: [] });

declare const group: RuleGroupType;
declare const usual: DefaultRuleGroupType;
declare const independent: RuleGroupTypeIC;
toQueryString(fromQueryBuilder(group));
toQueryString({ ...fromQueryBuilder(usual), sort: ['name'] });
// @ts-expect-error independent combinators have no group; convertFromIC() makes them
fromQueryBuilder(independent);

export const made: QueryInput<Record<string, unknown>> = fromQueryBuilder(group);

/** A type that could not be resolved would be assignable to anything. */
type IsAny<T> = 0 extends T & 1 ? true : false;
export const resolved: IsAny<typeof table.columnFilters | typeof request | typeof grid.filterModel | typeof group>[] = [
  false,
];
