import type { Hand, List } from '../hand/index.js';
import type { Question } from '../question.js';

const sizes = (hand: Hand): List => hand.list('p.sizes', 'bigint');
const labels = (hand: Hand): List => hand.list('p.attributes', 'text', 'labels');
const counts = (hand: Hand): List => hand.list('p.attributes', 'integer', 'counts');
const codes = (hand: Hand): List => hand.list('p.attributes', 'uuid', 'codes');
const code = '0b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d';

/** A column that holds nothing but a list. */
export const jsonColumns: readonly Question[] = [
  {
    name: '1 is 1.0, and not "1"',
    query: 'filters[sizes]=1',
    where: (hand) => sizes(hand).has('1'),
    ids: [1, 2, 4, 15],
  },
  {
    name: 'a number that doubles do not have',
    query: 'filters[sizes]=9007199254740993',
    where: (hand) => sizes(hand).has('9007199254740993'),
    ids: [11],
  },
  {
    name: 'its neighbour',
    query: 'filters[sizes]=9007199254740992',
    where: (hand) => sizes(hand).has('9007199254740992'),
    ids: [14],
  },
  {
    name: 'the greatest bigint',
    query: 'filters[sizes][$has]=9223372036854775807',
    where: (hand) => sizes(hand).has('9223372036854775807'),
    ids: [10],
  },
  { name: 'a nested list is no number', query: 'filters[sizes]=5', where: (hand) => sizes(hand).has('5'), ids: [] },
  {
    name: '$hasSome',
    query: 'filters[sizes][0]=2&filters[sizes][1]=20',
    where: (hand) => `${sizes(hand).has('2')} OR ${sizes(hand).has('20')}`,
    ids: [1, 2, 15],
  },
  {
    name: '$hasEvery',
    query: 'filters[sizes][$hasEvery][0]=2&filters[sizes][$hasEvery][1]=1',
    where: (hand) => `${sizes(hand).has('2')} AND ${sizes(hand).has('1')}`,
    ids: [1, 15],
  },
  {
    name: '$not leaves out whatever is no list',
    query: 'filters[sizes][$not][$has]=1',
    where: (hand) => `NOT ${sizes(hand).has('1')}`,
    ids: [3, 5, 9, 10, 11, 12, 14, 16],
  },
  {
    name: '$not of $hasSome',
    query: 'filters[$not][sizes][$hasSome][0]=2&filters[$not][sizes][$hasSome][1]=1',
    where: (hand) => `NOT (${sizes(hand).has('1')} OR ${sizes(hand).has('2')})`,
    ids: [3, 5, 9, 10, 11, 12, 14, 16],
  },
  { name: '$empty', query: 'filters[sizes][$empty]=true', where: (hand) => `${sizes(hand).size} = 0`, ids: [5] },
  {
    name: '$empty counts null, and values of another type',
    query: 'filters[sizes][$empty]=false',
    where: (hand) => `${sizes(hand).size} > 0`,
    ids: [1, 2, 3, 4, 9, 10, 11, 12, 14, 15, 16],
  },
  {
    name: '$null of what is no list',
    query: 'filters[sizes][$null]=true',
    where: (hand) => `${sizes(hand).size} IS NULL`,
    ids: [6, 7, 8, 13],
  },
  {
    name: '$notNull',
    query: 'filters[sizes][$notNull]=true',
    where: (hand) => `${sizes(hand).size} IS NOT NULL`,
    ids: [1, 2, 3, 4, 5, 9, 10, 11, 12, 14, 15, 16],
  },
];

/** Lists inside documents. */
export const jsonPaths: readonly Question[] = [
  {
    name: '$has',
    query: 'filters[attributes][labels][$has]=art',
    where: (hand) => labels(hand).has(`'art'`),
    ids: [1, 11],
  },
  {
    name: 'a bare value',
    query: 'filters[attributes][labels]=smart',
    where: (hand) => labels(hand).has(`'smart'`),
    ids: [1],
  },
  {
    name: 'a comma is text',
    query: 'filters[attributes][labels]=smart,party',
    where: (hand) => labels(hand).has(`'smart,party'`),
    ids: [2],
  },
  {
    name: 'another case',
    query: 'filters[attributes][labels]=Art',
    where: (hand) => labels(hand).has(`'Art'`),
    ids: [15],
  },
  { name: 'an accent', query: 'filters[attributes][labels]=ärt', where: (hand) => labels(hand).has(`'ärt'`), ids: [3] },
  {
    name: 'a trailing space',
    query: 'filters[attributes][labels]=art%20',
    where: (hand) => labels(hand).has(`'art '`),
    ids: [4],
  },
  {
    name: 'an underscore',
    query: 'filters[attributes][labels]=a_c',
    where: (hand) => labels(hand).has(`'a_c'`),
    ids: [16],
  },
  {
    name: 'beyond the basic plane',
    query: `filters[attributes][labels]=${encodeURIComponent('🙂')}`,
    where: (hand) => labels(hand).has(`'🙂'`),
    ids: [16],
  },
  {
    name: '$hasSome beside null',
    query: 'filters[attributes][labels][$hasSome][0]=new&filters[attributes][labels][$hasSome][1]=old',
    where: (hand) => `${labels(hand).has(`'new'`)} OR ${labels(hand).has(`'old'`)}`,
    ids: [9, 11, 15],
  },
  {
    name: '$hasEvery',
    query: 'filters[attributes][labels][$hasEvery][0]=art&filters[attributes][labels][$hasEvery][1]=new',
    where: (hand) => `${labels(hand).has(`'new'`)} AND ${labels(hand).has(`'art'`)}`,
    ids: [11],
  },
  {
    name: '$not',
    query: 'filters[attributes][labels][$not][$has]=art',
    where: (hand) => `NOT ${labels(hand).has(`'art'`)}`,
    ids: [2, 3, 4, 9, 10, 15, 16],
  },
  {
    name: '$not around the document',
    query: 'filters[$not][attributes][labels]=art',
    where: (hand) => `NOT ${labels(hand).has(`'art'`)}`,
    ids: [2, 3, 4, 9, 10, 15, 16],
  },
  {
    name: '$empty',
    query: 'filters[attributes][labels][$empty]=true',
    where: (hand) => `${labels(hand).size} = 0`,
    ids: [10],
  },
  {
    name: '$empty, not',
    query: 'filters[attributes][labels][$empty]=false',
    where: (hand) => `${labels(hand).size} > 0`,
    ids: [1, 2, 3, 4, 9, 11, 15, 16],
  },
  {
    name: '$null',
    query: 'filters[attributes][labels][$null]=true',
    where: (hand) => `${labels(hand).size} IS NULL`,
    ids: [5, 6, 7, 8, 12, 13, 14],
  },
  {
    name: 'numbers in whole steps',
    query: 'filters[attributes][counts]=1',
    where: (hand) => counts(hand).has('1'),
    ids: [1, 2],
  },
  {
    name: 'numbers beside fractions',
    query: 'filters[attributes][counts][$has]=3',
    where: (hand) => counts(hand).has('3'),
    ids: [10, 15],
  },
  {
    name: '$not of a number beside null, and no list',
    query: 'filters[attributes][counts][$not][$has]=3',
    where: (hand) => `NOT ${counts(hand).has('3')}`,
    ids: [1, 2, 9],
  },
  {
    name: 'a uuid, in whatever case it is stored',
    query: `filters[attributes][codes]=${code}`,
    where: (hand) => codes(hand).has(`'${code}'`),
    ids: [1, 2],
  },
  {
    name: 'a uuid, in whatever case it is sent',
    query: `filters[attributes][codes][$hasSome]=${code.toUpperCase()}`,
    where: (hand) => codes(hand).has(`'${code}'`),
    ids: [1, 2],
  },
  {
    name: 'a list in another column',
    query: 'filters[extra][labels]=art',
    where: (hand) => hand.list('p.extra', 'text', 'labels').has(`'art'`),
    ids: [1, 9],
  },
  {
    name: '$null of a list in a column of text',
    query: 'filters[extra][labels][$null]=false',
    where: (hand) => `${hand.list('p.extra', 'text', 'labels').size} IS NOT NULL`,
    ids: [1, 2, 9],
  },
];
