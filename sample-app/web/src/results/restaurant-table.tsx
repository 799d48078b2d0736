import { FlexRender, type Header, functionalUpdate, useTable } from '@tanstack/react-table';
import { Fragment, useMemo, useState } from 'react';
import { useList } from '../list/list-context.js';
import type { Meta, Restaurant } from '../server.js';
import { columns, features } from './columns.js';
import { DetailsRow, detailsId } from './details-row.js';
import { SummaryRow } from './summary-row.js';

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;
const arrows = { asc: '▲', desc: '▼' } as const;

/** Makes a table of rows whose order is that of the address. */
function useSortedTable(rows: readonly Restaurant[]) {
  const { state, change } = useList();
  const data = useMemo(() => [...rows], [rows]);
  const sorting = useMemo(() => state.sorting.map(({ id, desc }) => ({ id, desc })), [state.sorting]);
  return useTable({
    features,
    columns,
    data,
    getRowId: ({ id }) => String(id),
    manualSorting: true,
    sortDescFirst: false,
    state: { sorting },
    onSortingChange: (next) => change({ sorting: functionalUpdate(next, sorting) }),
  });
}

/** The table, whose order is the server's. Shift adds a column to the order. */
export function RestaurantTable({ rows, meta }: { readonly rows: readonly Restaurant[]; readonly meta: Meta }) {
  const table = useSortedTable(rows);
  const [open, setOpen] = useState<string>();
  return (
    <div className="table-box" role="region" aria-label="Table of restaurants" tabIndex={0}>
      <table>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <HeaderCell key={header.id} header={header} />
              ))}
              <th scope="col" className="opens">
                <span className="visually-hidden">Related rows</span>
              </th>
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <Fragment key={row.id}>
              <tr>
                {row.getAllCells().map((cell) => (
                  <td key={cell.id} data-column={cell.column.id}>
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
                <td className="opens">
                  <OpenButton restaurant={row.original} isOpen={row.id === open} onOpen={setOpen} />
                </td>
              </tr>
              {row.id === open && <DetailsRow id={row.original.id} columns={row.getAllCells().length + 1} />}
            </Fragment>
          ))}
        </tbody>
        <SummaryRow meta={meta} columns={table.getAllLeafColumns().map(({ id }) => id)} />
      </table>
    </div>
  );
}

interface Opening {
  readonly restaurant: Restaurant;
  readonly isOpen: boolean;
  readonly onOpen: (id: string | undefined) => void;
}

/** Opens the row below a restaurant, or closes it. */
function OpenButton({ restaurant: { id, name }, isOpen, onOpen }: Opening) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? detailsId(id) : undefined}
      aria-label={`Chef, tags and reviews of ${name ?? id}`}
      onClick={() => onOpen(isOpen ? undefined : String(id))}
    >
      <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span>
    </button>
  );
}

/** The head of a column, which sorts by it: ascending, then descending, then not at all. */
function HeaderCell({ header }: { readonly header: Header<typeof features, Restaurant> }) {
  const direction = header.column.getIsSorted();
  return (
    <th scope="col" data-column={header.id} aria-sort={direction ? ariaSort[direction] : 'none'}>
      <button type="button" onClick={header.column.getToggleSortingHandler()}>
        <FlexRender header={header} />
        <span aria-hidden="true" className="arrow">
          {direction ? arrows[direction] : ''}
        </span>
      </button>
    </th>
  );
}
