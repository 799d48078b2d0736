import type { DataSource } from 'typeorm';

/*
 * The restaurants: 1 has reviews of every sort, 2 two plain ones, 3 none, 4 only such as nobody sees, 5 reviews without
 * values, 6 the same values as 2, 7 and 8 sums at the ends of 64 bits.
 */
const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'];

interface ReviewRow {
  readonly of: number;
  readonly stars?: number;
  readonly amount?: string;
  readonly views?: string;
  readonly score?: number;
  readonly at?: string;
  readonly words?: string;
  readonly topic?: string;
  readonly approved?: boolean;
  readonly secret?: boolean;
  readonly isDeleted?: boolean;
}

export const reviews: readonly ReviewRow[] = [
  {
    of: 1,
    stars: 5,
    amount: '10.125',
    views: '10',
    score: 1.5,
    at: '2024-01-02',
    words: 'fine',
    topic: 'food',
    approved: true,
  },
  { of: 1, stars: 4, amount: '0.001', views: '20', score: 2.5, at: '2023-01-02', words: 'good', topic: 'wine' },
  { of: 1, stars: 2, amount: '1.000', views: '5', words: 'so', topic: 'food', approved: true },
  { of: 1, stars: 1, amount: '99.000', views: '1000', words: 'zzz', approved: true, isDeleted: true },
  { of: 1, stars: 1, amount: '99.000', views: '1000', words: 'zz', topic: 'hall', approved: true, secret: true },
  { of: 2, stars: 3, amount: '2.500', views: '7', at: '2022-05-05', words: 'fine', topic: 'food', approved: true },
  { of: 2, stars: 4, amount: '2.500', views: '8', words: 'well', topic: 'wine', approved: true },
  { of: 4, stars: 5, amount: '1.000', views: '1', approved: true, isDeleted: true },
  { of: 4, stars: 5, amount: '1.000', views: '1', topic: 'hall', approved: true, secret: true },
  { of: 5, approved: true, topic: 'food' },
  { of: 6, stars: 3, amount: '2.500', views: '7', at: '2022-05-05', words: 'fine', topic: 'wine', approved: true },
  { of: 6, stars: 4, amount: '2.500', views: '8', words: 'well', topic: 'wine', approved: true },
  { of: 7, views: '9223372036854775807', stars: 1, topic: 'food' },
  { of: 7, views: '9223372036854775807', stars: 2, topic: 'food' },
  { of: 8, views: '-9223372036854775808', stars: 2, topic: 'food' },
  { of: 8, views: '-3', stars: 2, topic: 'food' },
];

const tags = [
  { id: 1, name: 'thai', weight: 10 },
  { id: 2, name: 'cheap', weight: 2 },
  { id: 3, name: 'quiet', weight: null },
];

const tagged = [
  [1, 1],
  [1, 2],
  [2, 2],
  [2, 3],
  [5, 3],
] as const;

const vehicles = [
  { id: 1, type: 'van', seats: 8, of: 1 },
  { id: 2, type: 'cart', seats: 100, of: 1 },
  { id: 3, type: 'van', seats: 6, of: 1 },
  { id: 4, type: 'cart', seats: 1, of: 2 },
];

/** Fills the tables by SQL, so that every value arrives as it is written. */
export async function guideRows(source: DataSource): Promise<void> {
  const text = (value: string | null | undefined) => (value === undefined || value === null ? 'NULL' : `'${value}'`);
  const truth = (value = false) => (source.options.type === 'postgres' ? String(value) : Number(value));
  const insert = (table: string, columns: string, rows: readonly string[]) =>
    source.query(`INSERT INTO ${table} (${columns}) VALUES ${rows.map((row) => `(${row})`).join(', ')}`);
  await insert(
    'restaurant',
    'id, name',
    names.map((name, place) => `${place + 1}, '${name}'`),
  );
  await insert(
    'review',
    'id, restaurant_id, stars, amount, views, score, at, seen, words, topic, approved, secret, deleted_at',
    reviews.map(({ of, stars, amount, views, score, at, words, topic = '', approved, secret, isDeleted }, place) =>
      [
        ...[place + 1, of, stars ?? 'NULL', amount ?? 'NULL', views ?? 'NULL', score ?? 'NULL', text(at)],
        ...[text(at && `${at} 10:00:00`), text(words), `'${topic}'`, truth(approved), truth(secret)],
        isDeleted ? `'2024-01-01 00:00:00'` : 'NULL',
      ].join(', '),
    ),
  );
  await insert(
    'tag',
    'id, name, weight',
    tags.map(({ id, name, weight }) => `${id}, '${name}', ${weight ?? 'NULL'}`),
  );
  const far = source.options.type === 'postgres' ? '"restaurantId", "tagId"' : 'restaurantId, tagId';
  await insert(
    'restaurant_tag',
    far,
    tagged.map(([one, other]) => `${one}, ${other}`),
  );
  await insert(
    'vehicle',
    'id, type, seats, restaurant_id',
    vehicles.map(({ id, type, seats, of }) => `${id}, '${type}', ${seats}, ${of}`),
  );
}
