import type { AddressInfo } from 'node:net';
import { type Guide, openGuide } from '../../support/guide.js';
import { type Call, installClients, makeCalls, type Outcome } from '../clients/calls.js';

/** A client's call, and the SQL that finds the same restaurants. */
type Row = readonly [client: Call['client'], params: object, where: string, order?: string, slice?: string];

const both = (filters: readonly object[], strapi: object, where: string): Row[] => [
  ['refine', { filters }, where],
  ['strapi', { filters: strapi }, where],
];
const field = (name: string, operator: string, value: unknown) => ({ field: name, operator, value });
const ofCity = (name: string): string => `cityId IN (SELECT id FROM guide_city WHERE name = '${name}')`;
const ofTag = (name: string): string =>
  'id IN (SELECT rt.restaurantId FROM guide_restaurant_tags_tag rt ' +
  `JOIN guide_tag t ON t.id = rt.tagId WHERE t.name = '${name}')`;

const rows: readonly Row[] = [
  ...both([field('cuisine', 'eq', 'Thai')], { cuisine: { $eq: 'Thai' } }, "cuisine = 'Thai'"),
  ...both([field('cuisine', 'ne', 'Thai')], { cuisine: { $ne: 'Thai' } }, "cuisine <> 'Thai'"),
  ...both([field('stars', 'gte', 4)], { stars: { $gte: 4 } }, 'stars >= 4'),
  ...both([field('stars', 'lt', 2)], { stars: { $lt: 2 } }, 'stars < 2'),
  ...both([field('rating', 'gt', '4.5')], { rating: { $gt: '4.5' } }, 'rating > 4.5'),
  ...both(
    [field('cuisine', 'in', ['Thai', 'French'])],
    { cuisine: { $in: ['Thai', 'French'] } },
    "cuisine IN ('Thai', 'French')",
  ),
  ...both([field('cuisine', 'nin', ['Thai'])], { cuisine: { $notIn: ['Thai'] } }, "cuisine NOT IN ('Thai')"),
  ...both([field('stars', 'between', [2, 3])], { stars: { $between: [2, 3] } }, 'stars BETWEEN 2 AND 3'),
  ...both([field('stars', 'null', true)], { stars: { $null: true } }, 'stars IS NULL'),
  ...both([field('stars', 'nnull', true)], { stars: { $notNull: true } }, 'stars IS NOT NULL'),
  ...both([field('name', 'contains', 'bist')], { name: { $containsi: 'bist' } }, "name LIKE '%bist%'"),
  ...both([field('name', 'containss', 'Bist')], { name: { $contains: 'Bist' } }, "name GLOB '*Bist*'"),
  ...both([field('name', 'startswith', 'Bodega')], { name: { $startsWith: 'Bodega' } }, "name GLOB 'Bodega*'"),
  ...both([field('name', 'endswith', 'Kitchen')], { name: { $endsWith: 'Kitchen' } }, "name GLOB '*Kitchen'"),
  ...both([field('isOpen', 'eq', true)], { isOpen: true }, 'isOpen = 1'),
  ...both([field('city.name', 'eq', 'Oslo')], { city: { name: 'Oslo' } }, ofCity('Oslo')),
  ...both([field('tags.name', 'eq', 'vegan')], { tags: { name: { $eq: 'vegan' } } }, ofTag('vegan')),
  ...both(
    [
      {
        operator: 'or',
        value: [
          field('cuisine', 'eq', 'Thai'),
          { operator: 'and', value: [field('stars', 'gte', 4), field('isOpen', 'eq', true)] },
        ],
      },
    ],
    { $or: [{ cuisine: 'Thai' }, { $and: [{ stars: { $gte: 4 } }, { isOpen: true }] }] },
    "(cuisine = 'Thai' OR (stars >= 4 AND isOpen = 1))",
  ),
  [
    'refine',
    {
      sorters: [
        { field: 'cuisine', order: 'desc' },
        { field: 'name', order: 'asc' },
      ],
    },
    '1 = 1',
    'cuisine DESC, name',
  ],
  ['strapi', { sort: ['cuisine:desc', 'name'] }, '1 = 1', 'cuisine DESC, name'],
  ['refine', { pagination: { currentPage: 3, pageSize: 7 } }, '1 = 1', '', 'LIMIT 7 OFFSET 14'],
  ['strapi', { pagination: { page: 3, pageSize: 7 } }, '1 = 1', '', 'LIMIT 7 OFFSET 14'],
  ['strapi', { pagination: { start: 5, limit: 4 } }, '1 = 1', '', 'LIMIT 4 OFFSET 5'],
];

const all = 100;

function callOf([client, params, , , slice]: Row): Call {
  if (client === 'strapi') {
    const sized = slice === undefined ? { pagination: { pageSize: all }, ...params } : params;
    return { client, collection: 'restaurants', method: 'find', args: [sized] };
  }
  const sized = slice === undefined ? { pagination: { currentPage: 1, pageSize: all }, ...params } : params;
  return { client, method: 'getList', args: [{ resource: 'restaurants', ...sized }] };
}

const single: readonly Call[] = [
  { client: 'refine', method: 'getOne', args: [{ resource: 'restaurants', id: 7 }] },
  { client: 'refine', method: 'getMany', args: [{ resource: 'restaurants', ids: [3, 5, 9] }] },
  { client: 'strapi', collection: 'restaurants', method: 'findOne', args: ['7'] },
];

describe('real clients of the restaurant guide in strapi mode', () => {
  let guide: Guide;
  let outcomes: readonly Outcome[];

  beforeAll(async () => {
    installClients();
    guide = await openGuide({ COMPATIBILITY: 'strapi' });
    await guide.app.listen(0, '127.0.0.1');
    const { port } = (guide.app.getHttpServer() as { address(): AddressInfo }).address();
    outcomes = await makeCalls(`http://127.0.0.1:${port}/api`, [...rows.map(callOf), ...single]);
  }, 120_000);

  afterAll(() => guide.app.close());

  it.each(rows.map((row, index) => ({ row, index, asked: JSON.stringify(row[1]), client: row[0] })))(
    '$client asks $asked',
    async ({ row: [, , where, order = '', slice = `LIMIT ${all}`], index }) => {
      const outcome = outcomes[index];
      const by = [order, 'id'].filter((part) => part !== '').join(', ');
      const expected: { id: number }[] = await guide.source.query(
        `SELECT id FROM guide_restaurant WHERE ${where} ORDER BY ${by} ${slice}`,
      );
      const [{ total = 0 } = {}]: { total?: number }[] = await guide.source.query(
        `SELECT COUNT(*) AS total FROM guide_restaurant WHERE ${where}`,
      );
      expect(total).toBeGreaterThan(0);
      expect(idsOf(outcome)).toEqual(expected.map(({ id }) => id));
      expect(outcome?.resolved?.total ?? outcome?.resolved?.meta?.pagination).toEqual(
        outcome?.resolved?.total === undefined ? expect.objectContaining({ total }) : total,
      );
    },
  );

  it.each([
    ['Refine asks for one row', 0, [7]],
    ['Refine asks for many by their ids', 1, [3, 5, 9]],
    ["Strapi's client asks for one row", 2, [7]],
  ])('%s', (_, index, expected) => {
    expect(idsOf(outcomes[rows.length + index])).toEqual(expected);
  });
});

function idsOf(outcome: Outcome | undefined): unknown[] {
  expect(outcome).not.toHaveProperty('rejected');
  const data = outcome?.resolved?.data;
  return (Array.isArray(data) ? data : [data]).map((row: { readonly id: unknown }) => row.id);
}
