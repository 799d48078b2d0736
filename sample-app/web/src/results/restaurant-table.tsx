import { functionalUpdate, useTable } from '@tanstack/react-table';
import { useMemo } from 'react';
import { useList } from '../list/list-context.js';
import type { Restaurant } from '../server.js';
import { columns, features } from './columns.js';

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;
const arrows = { asc: '▲', desc: '▼' } as const;

/** The table, whose order is the server's. Shift adds a column to the order. */
export function RestaurantTable({ rows }: { readonly rows: readonly Restaurant[] }) {
  const { state, change } = useList();
  const data = useMemo(() => [...rows], [rows]);
  const sorting = useMemo(() => state.sorting.map(({ id, desc }) => ({ id, desc })), [state.sorting]);
  const table = useTable({
    features,
    columns,
    data,
    getRowId: ({ id }) => String(id),
    manualSorting: true,
    sortDescFirst: false,
    state: { sorting },
    onSortingChange: (next) => change({ sorting: functionalUpdate(next, sorting) }),
  });
  return (
    <div className="table-box" role="region" aria-label="Table of restaurants" tabIndex={0}>
      <table>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => {
                const direction = header.column.getIsSorted();
                return (
                  <th
                    key={header.id}
                    scope="col"
                    data-column={header.id}
                    aria-sort={direction ? ariaSort[direction] : 'none'}
                  >
                    <button type="button" onClick={header.column.getToggleSortingHandler()}>
                      <table.FlexRender header={header} />
                      <span aria-hidden="true" className="arrow">
                        {direction ? arrows[direction] : ''}
                      </span>
                    </button>
                  </th>
                );
              })}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id}>
              {row.getAllCells().map((cell) => (
                <td key={cell.id} data-column={cell.column.id}>
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
