import { createColumnHelper, rowSortingFeature, tableFeatures } from '@tanstack/react-table';
import { valueLabel } from '../list/labels.js';
import type { Restaurant } from '../server.js';

export const features = tableFeatures({ rowSortingFeature });

const helper = createColumnHelper<typeof features, Restaurant>();
const empty = '–';

function Stars({ count }: { readonly count: number | null | undefined }) {
  if (typeof count !== 'number') return empty;
  if (count <= 0) return String(count);
  return (
    <span role="img" aria-label={`${count} stars`}>
      {'★'.repeat(count)}
    </span>
  );
}

function priceOf(price: number | null | undefined): string {
  return typeof price === 'number' ? price.toFixed(2) : empty;
}

function openOf(isOpen: boolean | undefined): string {
  return isOpen === undefined ? empty : valueLabel('isOpen', 'boolean', isOpen);
}

/** The columns. Their ids are the sort keys of requests. */
export const columns = helper.columns([
  helper.accessor('name', {
    id: 'name',
    header: 'Name',
    cell: ({ row: { original } }) => (
      <>
        <span className="name">{original.name ?? empty}</span>
        {original.chef?.name !== undefined && <span className="chef">{original.chef.name}</span>}
      </>
    ),
  }),
  helper.accessor('cuisine', { id: 'cuisine', header: 'Cuisine', cell: ({ getValue }) => getValue() ?? empty }),
  helper.accessor(({ city }) => city?.name, {
    id: 'city.name',
    header: 'City',
    cell: ({ getValue }) => getValue() ?? empty,
  }),
  helper.accessor('stars', { id: 'stars', header: 'Stars', cell: ({ getValue }) => <Stars count={getValue()} /> }),
  helper.accessor('rating', { id: 'rating', header: 'Rating', cell: ({ getValue }) => priceOf(getValue()) }),
  helper.accessor('priceLevel', {
    id: 'priceLevel',
    header: 'Price level',
    cell: ({ getValue }) => valueLabel('priceLevel', 'enum', getValue() ?? empty),
  }),
  helper.accessor('averagePrice', {
    id: 'averagePrice',
    header: 'Average price',
    cell: ({ getValue }) => priceOf(getValue()),
  }),
  helper.accessor('opened', { id: 'opened', header: 'Opened', cell: ({ getValue }) => getValue() ?? empty }),
  helper.accessor('isOpen', {
    id: 'isOpen',
    header: 'Open',
    cell: ({ getValue }) => openOf(getValue()),
  }),
]);
