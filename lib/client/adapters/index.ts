export { fromAgGrid } from './ag-grid.js';
export type { AgGridColumns, AgGridOptions, AgGridRequest } from './ag-grid.js';
export type { AdaptedQuery } from './shared.js';
export { fromMuiDataGrid } from './mui-data-grid.js';
export type { MuiDataGridModels, MuiDataGridOptions } from './mui-data-grid.js';
export { fromQueryBuilder } from './query-builder.js';
export type { QueryBuilderGroup } from './query-builder.js';
export { fromTanStackTable } from './tanstack-table.js';
export type { TanStackFilterFn, TanStackTableOptions, TanStackTableState } from './tanstack-table.js';
