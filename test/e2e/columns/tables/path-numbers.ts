import type { Hand } from '../hand/index.js';
import type { Question } from '../question.js';

const width = (hand: Hand): string => hand.at('p.attributes', 'integer', 'size', 'width');
const height = (hand: Hand): string => hand.at('p.attributes', 'tinyint', 'size', 'height');
const weight = (hand: Hand): string => hand.at('p.attributes', 'decimal', 'weight');
const ratio = (hand: Hand): string => hand.at('p.attributes', 'float', 'ratio');
const big = (hand: Hand): string => hand.at('p.attributes', 'bigint', 'big');

/** Paths that hold numbers. */
export const pathNumbers: readonly Question[] = [
  {
    name: '3 is 3.0',
    query: 'filters[attributes][size][width]=3',
    where: (hand) => `${width(hand)} = 3`,
    ids: [1, 2],
  },
  {
    name: '$gte',
    query: 'filters[attributes][size][width][$gte]=4',
    where: (hand) => `${width(hand)} >= 4`,
    ids: [3, 15, 16],
  },
  {
    name: '$gte compares numbers, not text',
    query: 'filters[attributes][size][width][$gte]=10',
    where: (hand) => `${width(hand)} >= 10`,
    ids: [3, 15],
  },
  {
    name: '$lt of a negative',
    query: 'filters[attributes][size][width][$lt]=0',
    where: (hand) => `${width(hand)} < 0`,
    ids: [4],
  },
  {
    name: '$between',
    query: 'filters[attributes][size][width][$between][0]=-3&filters[attributes][size][width][$between][1]=3',
    where: (hand) => `${width(hand)} BETWEEN -3 AND 3`,
    ids: [1, 2, 4],
  },
  {
    name: '$ne',
    query: 'filters[attributes][size][width][$ne]=3',
    where: (hand) => `${width(hand)} <> 3`,
    ids: [3, 4, 15, 16],
  },
  {
    name: '$null of a fraction, a number out of range, and a parent that is no object',
    query: 'filters[attributes][size][width][$null]=true',
    where: (hand) => `${width(hand)} IS NULL`,
    ids: [5, 6, 7, 8, 9, 10, 11, 12, 13, 14],
  },
  {
    name: 'the range of a tinyint',
    query: 'filters[attributes][size][height][$null]=false',
    where: (hand) => `${height(hand)} IS NOT NULL`,
    ids: [1, 2, 4, 15],
  },
  {
    name: 'the ends of a tinyint',
    query: 'filters[attributes][size][height][$in][0]=127&filters[attributes][size][height][$in][1]=-128',
    where: (hand) => `${height(hand)} IN (127, -128)`,
    ids: [2, 4],
  },
  {
    name: '1.5 is 1.50',
    query: 'filters[attributes][weight]=1.50',
    where: (hand) => `${weight(hand)} = 1.5`,
    ids: [1, 2],
  },
  {
    name: '100 is 1e2',
    query: 'filters[attributes][weight]=100',
    where: (hand) => `${weight(hand)} = 100`,
    ids: [11],
  },
  {
    name: '0.1',
    query: 'filters[attributes][weight][$eq]=0.1',
    where: (hand) => `${weight(hand)} = 0.1`,
    ids: [15],
  },
  {
    name: 'a decimal compares as a number, not as text',
    query: 'filters[attributes][weight][$gt]=9.99',
    where: (hand) => `${weight(hand)} > 9.99`,
    ids: [10, 11, 16],
  },
  {
    name: 'less than a decimal',
    query: 'filters[attributes][weight][$lt]=1.5',
    where: (hand) => `${weight(hand)} < 1.5`,
    ids: [3, 4, 15],
  },
  {
    name: 'a decimal of ten digits',
    query: 'filters[attributes][weight]=99999999.99',
    where: (hand) => `${weight(hand)} = 99999999.99`,
    ids: [16],
  },
  {
    name: '$notIn of decimals',
    query: 'filters[attributes][weight][$notIn][0]=1.5&filters[attributes][weight][$notIn][1]=10.00',
    where: (hand) => `${weight(hand)} NOT IN (1.5, 10)`,
    ids: [3, 4, 11, 15, 16],
  },
  {
    name: '0.5 is 5e-1',
    query: 'filters[attributes][ratio]=0.5',
    where: (hand) => `${ratio(hand)} = 0.5`,
    ids: [1, 2],
  },
  {
    name: 'a float by its exponent',
    query: 'filters[attributes][ratio][$gte]=1e3',
    where: (hand) => `${ratio(hand)} >= 1000`,
    ids: [10],
  },
  {
    name: 'a negative float',
    query: 'filters[attributes][ratio][$lt]=0',
    where: (hand) => `${ratio(hand)} < 0`,
    ids: [15],
  },
  {
    name: 'a bigint that doubles do not have',
    query: 'filters[attributes][big]=9007199254740993',
    where: (hand) => `${big(hand)} = 9007199254740993`,
    ids: [1],
  },
  {
    name: 'the bigint beside it',
    query: 'filters[attributes][big]=9007199254740992',
    where: (hand) => `${big(hand)} = 9007199254740992`,
    ids: [2],
  },
  {
    name: 'greater than the bigint beside it',
    query: 'filters[attributes][big][$gt]=9007199254740992',
    where: (hand) => `${big(hand)} > 9007199254740992`,
    ids: [1, 10],
  },
  {
    name: 'the greatest bigint',
    query: 'filters[attributes][big]=9223372036854775807',
    where: (hand) => `${big(hand)} = 9223372036854775807`,
    ids: [10],
  },
  {
    name: '$null of a bigint out of range',
    query: 'filters[attributes][big][$null]=true',
    where: (hand) => `${big(hand)} IS NULL`,
    ids: [3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 16],
  },
];
