import type { Hand, List } from '../hand/index.js';
import type { Question } from '../question.js';

const tags = (hand: Hand): List => hand.array('p.tags');
const notes = (hand: Hand): List => hand.delimited('l.notes');

/** An array on PostgreSQL, a text with commas elsewhere. */
export const arrays: readonly Question[] = [
  { name: '$has', query: 'filters[tags][$has]=art', where: (hand) => tags(hand).has(`'art'`), ids: [1, 11] },
  { name: 'a bare value', query: 'filters[tags]=art', where: (hand) => tags(hand).has(`'art'`), ids: [1, 11] },
  { name: 'another case', query: 'filters[tags]=Art', where: (hand) => tags(hand).has(`'Art'`), ids: [8] },
  { name: 'an accent', query: 'filters[tags]=%C3%A4rt', where: (hand) => tags(hand).has(`'ärt'`), ids: [3] },
  { name: 'a trailing space', query: 'filters[tags]=art%20', where: (hand) => tags(hand).has(`'art '`), ids: [4] },
  { name: 'a part of an element', query: 'filters[tags]=ar', where: (hand) => tags(hand).has(`'ar'`), ids: [] },
  { name: 'the end of one', query: 'filters[tags]=mart', where: (hand) => tags(hand).has(`'mart'`), ids: [] },
  { name: 'an underscore', query: 'filters[tags]=a_c', where: (hand) => tags(hand).has(`'a_c'`), ids: [9] },
  { name: 'a percent sign', query: 'filters[tags]=a%25', where: (hand) => tags(hand).has(`'a%'`), ids: [16] },
  { name: 'an apostrophe', query: `filters[tags]=it's`, where: (hand) => tags(hand).has(`'it''s'`), ids: [12] },
  { name: 'a quote', query: 'filters[tags]=%22', where: (hand) => tags(hand).has(`'"'`), ids: [12] },
  { name: 'a brace', query: 'filters[tags]={a', where: (hand) => tags(hand).has(`'{a'`), ids: [13] },
  { name: 'the word NULL', query: 'filters[tags]=NULL', where: (hand) => tags(hand).has(`'NULL'`), ids: [14] },
  {
    name: 'beyond the basic plane',
    query: `filters[tags]=${encodeURIComponent('emoji 🙂')}`,
    where: (hand) => tags(hand).has(`'emoji 🙂'`),
    ids: [16],
  },
  { name: 'the empty text', query: 'filters[tags][$has]=', where: (hand) => tags(hand).has(`''`), ids: [] },
  {
    name: '$hasSome',
    query: 'filters[tags][$hasSome][0]=art&filters[tags][$hasSome][1]=old',
    where: (hand) => `${tags(hand).has(`'art'`)} OR ${tags(hand).has(`'old'`)}`,
    ids: [1, 11, 15],
  },
  {
    name: 'a bare list',
    query: 'filters[tags][0]=art&filters[tags][1]=old',
    where: (hand) => `${tags(hand).has(`'art'`)} OR ${tags(hand).has(`'old'`)}`,
    ids: [1, 11, 15],
  },
  {
    name: '$hasSome of one bare value',
    query: 'filters[tags][$hasSome]=new',
    where: (hand) => tags(hand).has(`'new'`),
    ids: [1, 3, 7, 10, 11],
  },
  {
    name: '$hasEvery',
    query: 'filters[tags][$hasEvery][0]=new&filters[tags][$hasEvery][1]=art',
    where: (hand) => `${tags(hand).has(`'art'`)} AND ${tags(hand).has(`'new'`)}`,
    ids: [1, 11],
  },
  {
    name: '$hasEvery of one value twice, which the list has twice',
    query: 'filters[tags][$hasEvery][0]=abc&filters[tags][$hasEvery][1]=abc',
    where: (hand) => tags(hand).has(`'abc'`),
    ids: [10],
  },
  {
    name: '$hasEvery of one value twice, which the list has once',
    query: 'filters[tags][$hasEvery][0]=old&filters[tags][$hasEvery][1]=old',
    where: (hand) => tags(hand).has(`'old'`),
    ids: [11, 15],
  },
  {
    name: '$not under the list leaves NULL out',
    query: 'filters[tags][$not][$has]=new',
    where: (hand) => `NOT ${tags(hand).has(`'new'`)}`,
    ids: [2, 4, 5, 8, 9, 12, 13, 14, 15, 16],
  },
  {
    name: '$not around the list leaves NULL out',
    query: 'filters[$not][tags]=new',
    where: (hand) => `NOT ${tags(hand).has(`'new'`)}`,
    ids: [2, 4, 5, 8, 9, 12, 13, 14, 15, 16],
  },
  {
    name: '$not of $hasEvery',
    query: 'filters[tags][$not][$hasEvery][0]=new&filters[tags][$not][$hasEvery][1]=art',
    where: (hand) => `NOT (${tags(hand).has(`'art'`)} AND ${tags(hand).has(`'new'`)})`,
    ids: [2, 3, 4, 5, 7, 8, 9, 10, 12, 13, 14, 15, 16],
  },
  {
    name: '$not of $hasSome',
    query: 'filters[$not][tags][$hasSome][0]=new&filters[$not][tags][$hasSome][1]=old',
    where: (hand) => `NOT (${tags(hand).has(`'old'`)} OR ${tags(hand).has(`'new'`)})`,
    ids: [2, 4, 5, 8, 9, 12, 13, 14, 16],
  },
  { name: '$empty', query: 'filters[tags][$empty]=true', where: (hand) => `${tags(hand).size} = 0`, ids: [5] },
  {
    name: '$empty, not',
    query: 'filters[tags][$empty]=false',
    where: (hand) => `${tags(hand).size} > 0`,
    ids: [1, 2, 3, 4, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
  },
  {
    name: '$not of $empty',
    query: 'filters[tags][$not][$empty]=true',
    where: (hand) => `NOT (${tags(hand).size} = 0)`,
    ids: [1, 2, 3, 4, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
  },
  { name: '$null', query: 'filters[tags][$null]=true', where: () => 'p.tags IS NULL', ids: [6] },
  {
    name: '$notNull beside $has',
    query: 'filters[tags][$notNull]=true&filters[tags][$has]=new',
    where: (hand) => tags(hand).has(`'new'`),
    ids: [1, 3, 7, 10, 11],
  },
  {
    name: 'two elements by $and',
    query: 'filters[$and][0][tags]=art&filters[$and][1][tags]=old',
    where: (hand) => `${tags(hand).has(`'art'`)} AND ${tags(hand).has(`'old'`)}`,
    ids: [11],
  },
  {
    name: 'an element, or none at all, by $or',
    query: 'filters[$or][0][tags]=art&filters[$or][1][tags][$empty]=true&filters[$or][2][tags][$null]=true',
    where: (hand) => `${tags(hand).has(`'art'`)} OR ${tags(hand).size} = 0 OR p.tags IS NULL`,
    ids: [1, 5, 6, 11],
  },
];

/** A text with commas on every engine. */
export const delimited: readonly Question[] = [
  {
    name: '$has',
    query: 'filters[notes]=gift',
    about: 'Line',
    where: (hand) => notes(hand).has(`'gift'`),
    ids: [1, 5, 10],
  },
  {
    name: 'another case',
    query: 'filters[notes]=Gift',
    about: 'Line',
    where: (hand) => notes(hand).has(`'Gift'`),
    ids: [4],
  },
  {
    name: 'the empty text between others',
    query: 'filters[notes][$has]=',
    about: 'Line',
    where: (hand) => notes(hand).has(`''`),
    ids: [9],
  },
  {
    name: '$hasEvery in another order',
    query: 'filters[notes][$hasEvery][0]=fast&filters[notes][$hasEvery][1]=red',
    about: 'Line',
    where: (hand) => `${notes(hand).has(`'fast'`)} AND ${notes(hand).has(`'red'`)}`,
    ids: [11],
  },
  {
    name: '$not',
    query: 'filters[notes][$not][$has]=red',
    about: 'Line',
    where: (hand) => `NOT ${notes(hand).has(`'red'`)}`,
    ids: [2, 4, 5, 6, 9, 10],
  },
  {
    name: '$empty',
    query: 'filters[notes][$empty]=true',
    about: 'Line',
    where: (hand) => `${notes(hand).size} = 0`,
    ids: [2],
  },
  {
    name: '$empty, not',
    query: 'filters[notes][$empty]=false',
    about: 'Line',
    where: (hand) => `${notes(hand).size} <> 0`,
    ids: [1, 4, 5, 6, 8, 9, 10, 11],
  },
  { name: '$null', query: 'filters[notes][$null]=true', about: 'Line', where: () => 'l.notes IS NULL', ids: [3, 7] },
];
