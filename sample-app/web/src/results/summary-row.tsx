import type { Meta } from '../server.js';

/**
 * The row below the table: how many restaurants the request finds on all pages, and their averages. Nothing where the
 * address asks for other aggregates.
 */
export function SummaryRow({ meta, columns }: { readonly meta: Meta; readonly columns: readonly string[] }) {
  const { aggregates = {}, pagination } = meta;
  if (Object.keys(aggregates).length === 0) return null;
  const [first, ...others] = columns;
  return (
    <tfoot>
      <tr>
        <th scope="row" data-column={first}>
          {pagination.total === undefined ? 'All' : `All ${pagination.total.toLocaleString('en')}`}
        </th>
        {others.map((column) => (
          <td key={column} data-column={column}>
            <Average value={aggregates[column]?.avg} />
          </td>
        ))}
        <td className="opens" />
      </tr>
    </tfoot>
  );
}

/** An average, which some databases answer as the text of a decimal. */
function Average({ value }: { readonly value: unknown }) {
  if (value === undefined || value === null) return null;
  return (
    <>
      <span aria-hidden="true">ø </span>
      <span className="visually-hidden">on average </span>
      {Number(value).toFixed(2)}
    </>
  );
}
