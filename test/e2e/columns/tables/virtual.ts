import { type Question, lines } from '../question.js';

const lineCount = lines();
const total = lines('1 = 1', 'SUM(l.price)');
const lastSold = lines('1 = 1', 'MAX(l.sold_at)');

/** Virtual columns of the row itself. */
export const virtualColumns: readonly Question[] = [
  {
    name: 'an integer',
    query: 'filters[lineCount]=0',
    where: () => `${lineCount} = 0`,
    ids: [5, 6, 7, 9, 10, 11, 12, 13, 14, 16],
  },
  {
    name: '$gte',
    query: 'filters[lineCount][$gte]=2',
    where: () => `${lineCount} >= 2`,
    ids: [1, 3, 8],
  },
  {
    name: '$in',
    query: 'filters[lineCount][$in][0]=1&filters[lineCount][$in][1]=3',
    where: () => `${lineCount} IN (1, 3)`,
    ids: [1, 2, 4, 15],
  },
  {
    name: '$notBetween',
    query: 'filters[lineCount][$notBetween][0]=1&filters[lineCount][$notBetween][1]=2',
    where: () => `${lineCount} NOT BETWEEN 1 AND 2`,
    ids: [1, 5, 6, 7, 9, 10, 11, 12, 13, 14, 16],
  },
  {
    name: '$notNull of what never is NULL',
    query: 'filters[lineCount][$notNull]=true',
    where: () => `${lineCount} IS NOT NULL`,
    ids: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
  },
  {
    name: '$not',
    query: 'filters[lineCount][$not][$lt]=2',
    where: () => `NOT (${lineCount} < 2)`,
    ids: [1, 3, 8],
  },
  {
    name: 'twice in one request',
    query: 'filters[lineCount][$gte]=1&filters[lineCount][$lte]=2',
    where: () => `${lineCount} >= 1 AND ${lineCount} <= 2`,
    ids: [2, 3, 4, 8, 15],
  },
  {
    name: 'a decimal',
    query: 'filters[total]=15',
    where: () => `${total} = 15`,
    ids: [1],
  },
  {
    name: 'a decimal with zeros',
    query: 'filters[total]=20.000',
    where: () => `${total} = 20`,
    ids: [2, 15],
  },
  {
    name: '$gte of a decimal compares numbers',
    query: 'filters[total][$gte]=100.00',
    where: () => `${total} >= 100`,
    ids: [8],
  },
  {
    name: '$ne of a decimal leaves NULL out',
    query: 'filters[total][$ne]=20',
    where: () => `${total} <> 20`,
    ids: [1, 3, 4, 8],
  },
  {
    name: '$notBetween of decimals',
    query: 'filters[total][$notBetween][0]=10.5&filters[total][$notBetween][1]=20',
    where: () => `${total} NOT BETWEEN 10.5 AND 20`,
    ids: [3, 8],
  },
  {
    name: '$null of a sum',
    query: 'filters[total][$null]=true',
    where: () => `${total} IS NULL`,
    ids: [5, 6, 7, 9, 10, 11, 12, 13, 14, 16],
  },
  {
    name: 'a day',
    query: 'filters[lastSold]=2024-03-01',
    where: (hand) =>
      `${lastSold} >= ${hand.moment('2024-03-01T00:00:00Z')} AND ${lastSold} < ${hand.moment('2024-03-02T00:00:00Z')}`,
    ids: [1, 15],
  },
  {
    name: 'up to a day',
    query: 'filters[lastSold][$lte]=2024-02-29',
    where: (hand) => `${lastSold} < ${hand.moment('2024-03-01T00:00:00Z')}`,
    ids: [2, 8],
  },
  {
    name: 'after a day',
    query: 'filters[lastSold][$gt]=2024-03-01',
    where: (hand) => `${lastSold} >= ${hand.moment('2024-03-02T00:00:00Z')}`,
    ids: [3],
  },
  {
    name: 'before a moment',
    query: 'filters[lastSold][$lt]=2024-03-01T01:00:00%2B01:00',
    where: (hand) => `${lastSold} < ${hand.moment('2024-03-01T00:00:00Z')}`,
    ids: [2, 8],
  },
  {
    name: 'a moment',
    query: 'filters[lastSold]=2024-02-29T23:59:59Z',
    where: (hand) => `${lastSold} = ${hand.moment('2024-02-29T23:59:59Z')}`,
    ids: [2],
  },
  {
    name: 'days',
    query: 'filters[lastSold][$in][0]=2024-02-29&filters[lastSold][$in][1]=2024-01-01',
    where: (hand) =>
      `${lastSold} >= ${hand.moment('2024-02-29T00:00:00Z')} AND ${lastSold} < ${hand.moment('2024-03-01T00:00:00Z')} OR ${lastSold} = ${hand.moment('2024-01-01T00:00:00Z')}`,
    ids: [2, 8],
  },
  {
    name: 'not a day leaves NULL out',
    query: 'filters[$not][lastSold]=2024-03-01',
    where: (hand) =>
      `${lastSold} < ${hand.moment('2024-03-01T00:00:00Z')} OR ${lastSold} >= ${hand.moment('2024-03-02T00:00:00Z')}`,
    ids: [2, 3, 8],
  },
  {
    name: 'beside a list and a path, in $or',
    query: 'filters[$or][0][lineCount]=3&filters[$or][1][tags]=old&filters[$or][2][attributes][on]=false',
    where: (hand) =>
      `${lineCount} = 3 OR ${hand.array('p.tags').has(`'old'`)} OR ${hand.at('p.attributes', 'boolean', 'on')} = ${hand.no}`,
    ids: [1, 2, 11, 14, 15, 16],
  },
  {
    name: 'of one row alone',
    query: 'filters[twice][$gte]=8',
    about: 'Line',
    where: () => `l.quantity * 2 >= 8`,
    ids: [5, 8, 11],
  },
];
