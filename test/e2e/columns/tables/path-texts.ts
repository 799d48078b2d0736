import type { Hand } from '../hand/index.js';
import type { Question } from '../question.js';

const color = (hand: Hand): string => hand.at('p.attributes', 'text', 'color');
const odd = (hand: Hand): string => hand.at('p.attributes', 'text', 'a.b', "it's");

/** Paths that hold text. */
export const pathTexts: readonly Question[] = [
  {
    name: '$eq',
    query: 'filters[attributes][color]=red',
    where: (hand) => `${color(hand)} = 'red'`,
    ids: [1],
  },
  {
    name: 'another case',
    query: 'filters[attributes][color][$eq]=Red',
    where: (hand) => `${color(hand)} = 'Red'`,
    ids: [2],
  },
  {
    name: 'an accent',
    query: 'filters[attributes][color]=réd',
    where: (hand) => `${color(hand)} = 'réd'`,
    ids: [3],
  },
  {
    name: 'a trailing space',
    query: 'filters[attributes][color]=red%20',
    where: (hand) => `${color(hand)} = 'red '`,
    ids: [4],
  },
  {
    name: 'the empty text',
    query: 'filters[attributes][color][$eq]=',
    where: (hand) => `${color(hand)} = ''`,
    ids: [14],
  },
  {
    name: 'a digit is not the number',
    query: 'filters[attributes][color]=5',
    where: (hand) => `${color(hand)} = '5'`,
    ids: [],
  },
  {
    name: '$eqi',
    query: 'filters[attributes][color][$eqi]=RED',
    where: (hand) => `lower(${color(hand)}) = 'red'`,
    ids: [1, 2],
  },
  {
    name: '$ne',
    query: 'filters[attributes][color][$ne]=red',
    where: (hand) => `${color(hand)} <> 'red'`,
    ids: [2, 3, 4, 10, 11, 14, 15, 16],
  },
  {
    name: '$not',
    query: 'filters[attributes][color][$not][$eq]=red',
    where: (hand) => `NOT (${color(hand)} = 'red')`,
    ids: [2, 3, 4, 10, 11, 14, 15, 16],
  },
  {
    name: '$in',
    query: 'filters[attributes][color][$in][0]=red&filters[attributes][color][$in][1]=blue',
    where: (hand) => `${color(hand)} IN ('red', 'blue')`,
    ids: [1, 10, 11],
  },
  {
    name: 'a bare list',
    query: 'filters[attributes][color][0]=red&filters[attributes][color][1]=blue',
    where: (hand) => `${color(hand)} IN ('red', 'blue')`,
    ids: [1, 10, 11],
  },
  {
    name: '$notIn',
    query: 'filters[attributes][color][$notIn][0]=red&filters[attributes][color][$notIn][1]=blue',
    where: (hand) => `${color(hand)} NOT IN ('red', 'blue')`,
    ids: [2, 3, 4, 14, 15, 16],
  },
  {
    name: '$contains',
    query: 'filters[attributes][color][$contains]=RE',
    where: (hand) => `lower(${color(hand)}) LIKE '%re%'`,
    ids: [1, 2, 4, 15],
  },
  {
    name: '$containsc',
    query: 'filters[attributes][color][$containsc]=re',
    where: (hand) => `replace(${color(hand)}, 're', '') <> ${color(hand)}`,
    ids: [1, 4, 15],
  },
  {
    name: '$startsWith',
    query: 'filters[attributes][color][$startsWith]=re',
    where: (hand) => `lower(substr(${color(hand)}, 1, 2)) = 're'`,
    ids: [1, 2, 4],
  },
  {
    name: '$endsWith of a wildcard',
    query: 'filters[attributes][color][$endsWith]=%25',
    where: (hand) => `substr(${color(hand)}, length(${color(hand)}), 1) = '%'`,
    ids: [16],
  },
  {
    name: '$notContains',
    query: 'filters[attributes][color][$notContains]=e',
    where: (hand) => `replace(lower(${color(hand)}), 'e', '') = lower(${color(hand)})`,
    ids: [3, 14, 16],
  },
  {
    name: '$between',
    query: 'filters[attributes][color][$between][0]=blue&filters[attributes][color][$between][1]=green',
    where: (hand) => `${color(hand)} BETWEEN 'blue' AND 'green'`,
    ids: [10, 11, 15],
  },
  {
    name: '$null of nothing, null, other types, and documents that are no object',
    query: 'filters[attributes][color][$null]=true',
    where: (hand) => `${color(hand)} IS NULL`,
    ids: [5, 6, 7, 8, 9, 12, 13],
  },
  {
    name: '$notNull',
    query: 'filters[attributes][color][$notNull]=true',
    where: (hand) => `${color(hand)} IS NOT NULL`,
    ids: [1, 2, 3, 4, 10, 11, 14, 15, 16],
  },
  {
    name: 'keys with a dot and an apostrophe',
    query: 'filters[attributes][ab]=odd',
    where: (hand) => `${odd(hand)} = 'odd'`,
    ids: [14],
  },
  {
    name: 'what is not at these keys is NULL',
    query: 'filters[attributes][ab][$null]=false',
    where: (hand) => `${odd(hand)} IS NOT NULL`,
    ids: [14, 16],
  },
];
