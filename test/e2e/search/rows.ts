import type { DataSource } from 'typeorm';
import type { EngineName } from '../../support/databases.js';
import { searchModels } from './model.js';

const codeA = '0f8fad5b-d9cb-469f-a165-70867728950e';

/** Columns that few shops have a value in. */
const none = {
  tenant: 1,
  slogan: null,
  stars: 1,
  price: null,
  mass: null,
  ratio: null,
  code: null,
  opened: null,
  style: 'bistro',
  tags: null,
  notes: null,
  specs: null,
  chef: null,
};

// prettier-ignore
const shopRows = [
  { ...none, id: 1, name: 'Thai Garden', slogan: 'hot pot and noodles', stars: 4, price: '12.50', mass: '9007199254740993', ratio: 1.5, code: codeA, opened: '2020-02-29', style: 'fine', tags: ['red', 'Hot Spicy'], notes: ['open late', 'WiFi'], specs: { color: 'Red', width: 12, labels: ['Big table', '5'] }, chef: { id: 1 } },
  { ...none, id: 2, name: 'THAI corner', stars: 12, price: '4.00', mass: '12', ratio: 12, code: '7c9e6679-7425-40de-944b-e07fc1f90ae7', opened: '2021-01-01', style: 'street', tags: ['blue'], notes: [], specs: { color: 'blue', width: 4, labels: [] }, chef: { id: 2 } },
  { ...none, id: 3, name: 'Müller Bräu', slogan: 'Knödel & Bier', stars: 3, price: '12.00', mass: '9007199254740992', ratio: 0.1, specs: { color: 12, width: '12', labels: [12, null, 'Bräu', { a: 'table' }, ['table']] }, chef: { id: 3 } },
  { ...none, id: 4, name: 'MÜLLER', slogan: 'ÄRGER', stars: 5, tags: [], specs: { labels: 'table' } },
  { ...none, id: 5, name: '100% Pasta', slogan: 'al dente', tags: ['100%', 'a_b'], notes: ['100%', 'a_b'] },
  { ...none, id: 6, name: '100 Pasta', slogan: 'a_b', tags: ['100', 'axb'], notes: ['100', 'axb'] },
  { ...none, id: 7, name: 'Snake_Bar', slogan: `O'Brien said "hi there"`, tags: ['back\\slash'], notes: ['a!b'] },
  { ...none, id: 8, name: 'SnakeXBar', slogan: 'C:\\temp [x] !', tags: ['*?'], notes: ['*?'] },
  { ...none, id: 9, name: 'Живот', slogan: 'Борщ и ПЕЛЬМЕНИ', tags: ['Борщ'], notes: ['Борщ'] },
  { ...none, id: 10, name: '寿司 東京', slogan: '日本の味' },
  { ...none, id: 11, name: '😀 Smile', notes: ['😀', 'late', 'open'] },
  { ...none, id: 12, name: 'Garden of Herbs', slogan: 'noodles', stars: 12, chef: { id: 1 }, notes: ['late,open'] },
  { ...none, id: 13, tenant: 2, name: 'Thai Secret', slogan: 'hot pot', chef: { id: 4 }, tags: ['red'] },
  { ...none, id: 14, name: 'Plain', chef: { id: 4 } },
];

const chefRows = [
  { id: 1, name: 'Ann Thai', nick: 'Boss', isHidden: false, city: { id: 1 } },
  { id: 2, name: 'Bob Rojas', nick: null, isHidden: false, city: { id: 2 } },
  { id: 3, name: 'Zoë Garden', nick: 'Boss', isHidden: false, city: null },
  { id: 4, name: 'Shady Figure', nick: null, isHidden: true, city: { id: 1 } },
];

const cityRows = [
  { id: 1, name: 'Oslo' },
  { id: 2, name: 'São Paulo' },
];

const crowdRows = [
  { id: 1, name: 'Asian food' },
  { id: 2, name: 'Family' },
  { id: 3, name: 'Late night' },
];

const deletedAt = new Date('2024-01-01T00:00:00Z');

const reviewRows = [
  { id: 1, shop: { id: 1 }, text: 'great noodles', stars: 5, deletedAt: null },
  { id: 2, shop: { id: 1 }, text: 'slow service', stars: 2, deletedAt: null },
  { id: 3, shop: { id: 2 }, text: 'great service', stars: 4, deletedAt: null },
  { id: 4, shop: { id: 12 }, text: 'awful', stars: 1, deletedAt },
  { id: 5, shop: { id: 12 }, text: 'great view', stars: 5, deletedAt: null },
  { id: 6, shop: { id: 3 }, text: 'slow', stars: 3, deletedAt: null },
  { id: 7, shop: { id: 13 }, text: 'great', stars: 5, deletedAt: null },
  { id: 8, shop: { id: 4 }, text: null, stars: 3, deletedAt: null },
];

const inCrowds = { 1: [1, 2], 2: [1], 12: [2, 3], 5: [3] };

/** Fills the tables of the shops. */
export async function seedShops(source: DataSource, engine: EngineName): Promise<void> {
  const model = searchModels[engine];
  const insert = (entity: new () => object, rows: readonly object[]) =>
    source.getRepository(entity).insert(rows.map((row) => ({ ...row })));
  await insert(model.City, cityRows);
  await insert(model.Chef, chefRows);
  await insert(model.Crowd, crowdRows);
  await insert(model.Shop, shopRows);
  await insert(model.Review, reviewRows);
  for (const [shop, crowds] of Object.entries(inCrowds)) {
    await source.createQueryBuilder().relation(model.Shop, 'crowds').of(Number(shop)).add(crowds);
  }
}
