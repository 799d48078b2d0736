import type { ListCell } from './rows.js';

/** The rows around the products: the lines of their orders, their makers and their categories. */

interface LineRow {
  readonly id: number;
  readonly product?: number;
  readonly price: string;
  readonly soldAt?: string;
  readonly quantity: number;
  readonly notes?: ListCell;
  readonly detail?: string;
}

/** The lines of orders, one of which is about no product. */
export const lineRows: readonly LineRow[] = [
  {
    id: 1,
    product: 1,
    price: '10.50',
    soldAt: '2024-01-05T10:00:00Z',
    quantity: 1,
    notes: ['gift', 'red'],
    detail: '{"color": "red", "gift": true, "labels": ["art"]}',
  },
  {
    id: 2,
    product: 1,
    price: '4.25',
    soldAt: '2024-03-01T00:00:00Z',
    quantity: 2,
    notes: [],
    detail: '{"color": "blue", "gift": false}',
  },
  { id: 3, product: 1, price: '0.25', quantity: 3 },
  {
    id: 4,
    product: 2,
    price: '20.00',
    soldAt: '2024-02-29T23:59:59Z',
    quantity: 1,
    notes: ['Gift'],
    detail: '{"gift": "yes", "labels": ["smart", "party"]}',
  },
  {
    id: 5,
    product: 3,
    price: '15.00',
    soldAt: '2024-03-01T12:00:00Z',
    quantity: 5,
    notes: ['gift', 'fast'],
    detail: '{"color": null, "labels": ["Art"]}',
  },
  { id: 6, product: 3, price: '15.00', soldAt: '2024-03-02T00:00:00Z', quantity: 1, notes: ['fast'], detail: '{}' },
  { id: 7, product: 4, price: '10.50', quantity: 1, detail: 'null' },
  {
    id: 8,
    product: 8,
    price: '100.00',
    soldAt: '2023-12-31T23:59:59Z',
    quantity: 10,
    notes: ['red'],
    detail: '{"color": "red", "gift": true, "labels": []}',
  },
  {
    id: 9,
    product: 8,
    price: '0.50',
    soldAt: '2024-01-01T00:00:00Z',
    quantity: 2,
    notes: ['a', '', 'b'],
    detail: '{"color": "green", "labels": ["art", "art"]}',
  },
  { id: 10, price: '7.00', soldAt: '2024-05-05T00:00:00Z', quantity: 1, notes: ['gift'], detail: '{"color": "red"}' },
  {
    id: 11,
    product: 15,
    price: '20.00',
    soldAt: '2024-03-01T00:00:00Z',
    quantity: 4,
    notes: ['red', 'fast'],
    detail: '{"color": "green", "gift": false, "labels": ["old", "art"]}',
  },
];

interface MakerRow {
  readonly id: number;
  readonly name: string;
  readonly langs?: ListCell;
  readonly profile?: string;
}

/** The makers, one of whom makes nothing. */
export const makerRows: readonly MakerRow[] = [
  {
    id: 1,
    name: 'Kai',
    langs: ['en', 'de'],
    profile: '{"country": "Norway", "since": "1990-05-01", "staff": 10}',
  },
  { id: 2, name: 'Mia', langs: ['de'], profile: '{"country": "norway", "since": "1990-5-1", "staff": 10.0}' },
  { id: 3, name: 'Noa', langs: [], profile: '{}' },
  { id: 4, name: 'Ida' },
  { id: 5, name: 'Ulf', langs: ['En'], profile: '{"country": "Chile", "since": "2001-01-01", "staff": 3}' },
  { id: 6, name: 'Ane', langs: ['en', 'no'], profile: '{"country": "Norway", "staff": 7}' },
];

interface CategoryRow {
  readonly id: number;
  readonly name: string;
  readonly words?: ListCell;
  readonly info?: string;
}

/** The categories, one of which has no products. */
export const categoryRows: readonly CategoryRow[] = [
  { id: 1, name: 'shelf', words: ['top', 'new'], info: '{"rank": 1}' },
  { id: 2, name: 'crate', words: ['new'], info: '{"rank": 2}' },
  { id: 3, name: 'attic', words: [], info: '{"rank": null}' },
  { id: 4, name: 'cellar', info: '{"rank": 3}' },
];
