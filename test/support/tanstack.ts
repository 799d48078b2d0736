import {
  type RowData,
  columnFilteringFeature,
  constructTable,
  createFilteredRowModel,
  filterFn_greaterThan,
  filterFn_greaterThanOrEqualTo,
  filterFn_lessThan,
  filterFn_lessThanOrEqualTo,
  filterFns,
  globalFilteringFeature,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/table-core';
import { storeReactivityBindings } from '@tanstack/table-core/store-reactivity-bindings';
import type { TanStackFilterFn } from 'nestjs-filterable/client';

const features = tableFeatures({
  coreReactivityFeature: storeReactivityBindings(),
  columnFilteringFeature,
  globalFilteringFeature,
  rowSortingFeature,
  rowPaginationFeature,
  filteredRowModel: createFilteredRowModel(),
  filterFns: {
    ...filterFns,
    greaterThan: filterFn_greaterThan,
    greaterThanOrEqualTo: filterFn_greaterThanOrEqualTo,
    lessThan: filterFn_lessThan,
    lessThanOrEqualTo: filterFn_lessThanOrEqualTo,
  },
});

/** A column of a real table: its accessor, as an application writes it, and the function that filters it. */
export interface TestColumn {
  readonly accessorKey: string;
  readonly filterFn?: TanStackFilterFn;
}

/** A real TanStack Table over rows in memory. */
export function tableOf<Row extends RowData>(columns: readonly TestColumn[], data: Row[] = []) {
  return constructTable<typeof features, Row>({
    features,
    data,
    columns: columns.map(({ accessorKey, filterFn }) => ({
      accessorKey,
      ...(filterFn !== undefined && { filterFn }),
    })),
  });
}
