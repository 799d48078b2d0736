import type { Hand } from '../hand/index.js';
import type { Question } from '../question.js';

const on = (hand: Hand): string => hand.at('p.attributes', 'boolean', 'on');
const made = (hand: Hand): string => hand.at('p.attributes', 'date', 'made');
const code = (hand: Hand): string => hand.at('p.attributes', 'uuid', 'code');

/** Paths that hold booleans, dates and uuids. */
export const pathKinds: readonly Question[] = [
  {
    name: 'true',
    query: 'filters[attributes][on]=true',
    where: (hand) => `${on(hand)} = ${hand.yes}`,
    ids: [1, 3, 15],
  },
  {
    name: 'false',
    query: 'filters[attributes][on]=0',
    where: (hand) => `${on(hand)} = ${hand.no}`,
    ids: [2, 14, 16],
  },
  {
    name: 'neither: a text, a number, null',
    query: 'filters[attributes][on][$null]=true',
    where: (hand) => `${on(hand)} IS NULL`,
    ids: [4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
  },
  {
    name: '$ne of a boolean',
    query: 'filters[attributes][on][$ne]=true',
    where: (hand) => `${on(hand)} <> ${hand.yes}`,
    ids: [2, 14, 16],
  },
  {
    name: 'a date',
    query: 'filters[attributes][made]=2024-01-05',
    where: (hand) => `${made(hand)} = '2024-01-05'`,
    ids: [1, 15],
  },
  {
    name: 'after a date, also what has the form of one',
    query: 'filters[attributes][made][$gt]=2024-02-28',
    where: (hand) => `${made(hand)} > '2024-02-28'`,
    ids: [2, 4, 16],
  },
  {
    name: 'between dates',
    query: 'filters[attributes][made][$between][0]=2023-12-31&filters[attributes][made][$between][1]=2024-01-31',
    where: (hand) => `${made(hand)} BETWEEN '2023-12-31' AND '2024-01-31'`,
    ids: [1, 11, 15],
  },
  {
    name: 'a number and another form are no dates',
    query: 'filters[attributes][made][$null]=true',
    where: (hand) => `${made(hand)} IS NULL`,
    ids: [3, 5, 6, 7, 8, 9, 10, 12, 13, 14],
  },
  {
    name: 'a uuid',
    query: 'filters[attributes][code]=0b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d',
    where: (hand) => `${code(hand)} = '0b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d'`,
    ids: [1, 2],
  },
  {
    name: 'a uuid in upper case',
    query: 'filters[attributes][code][$eq]=0B1C2D3E-4F50-4A6B-8C7D-9E0F1A2B3C4D',
    where: (hand) => `${code(hand)} = '0b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d'`,
    ids: [1, 2],
  },
  {
    name: 'less than a uuid in upper case',
    query: 'filters[attributes][code][$lt]=0B1C2D3F-4F50-4A6B-8C7D-9E0F1A2B3C4D',
    where: (hand) => `${code(hand)} < '0b1c2d3f'`,
    ids: [1, 2],
  },
  {
    name: 'any other text is no uuid',
    query: 'filters[attributes][code][$null]=false',
    where: (hand) => `${code(hand)} IS NOT NULL`,
    ids: [1, 2],
  },
];
