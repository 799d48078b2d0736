import { type Question, line, lines } from '../question.js';

/** Lists, paths and virtual columns of lines, asked of their product. */
export const behindToMany: readonly Question[] = [
  {
    name: 'a list behind a to-many relation',
    query: 'filters[lines][notes]=gift',
    where: (hand) => `${line(`${hand.delimited('l.notes').has(`'gift'`)}`)}`,
    ids: [1, 3],
  },
  {
    name: 'a path behind it',
    query: 'filters[lines][detail][color]=red',
    where: (hand) => `${line(`${hand.at('l.detail', 'text', 'color')} = 'red'`)}`,
    ids: [1, 8],
  },
  {
    name: 'a virtual column behind it',
    query: 'filters[lines][twice][$gte]=8',
    where: () => `${line(`l.quantity * 2 >= 8`)}`,
    ids: [3, 8, 15],
  },
  {
    name: 'one row: a list and a path',
    query: 'filters[lines][notes]=fast&filters[lines][detail][color]=green',
    where: (hand) =>
      `${line(`${hand.delimited('l.notes').has(`'fast'`)} AND ${hand.at('l.detail', 'text', 'color')} = 'green'`)}`,
    ids: [15],
  },
  {
    name: 'one row: a list, a path and a virtual column',
    query: 'filters[lines][notes]=red&filters[lines][detail][gift]=true&filters[lines][twice]=2',
    where: (hand) =>
      `${line(`${hand.delimited('l.notes').has(`'red'`)} AND ${hand.at('l.detail', 'boolean', 'gift')} = ${hand.yes} AND l.quantity = 1`)}`,
    ids: [1],
  },
  {
    name: 'one row: no line is both',
    query: 'filters[lines][notes]=gift&filters[lines][detail][color]=blue',
    where: (hand) =>
      `${line(`${hand.delimited('l.notes').has(`'gift'`)} AND ${hand.at('l.detail', 'text', 'color')} = 'blue'`)}`,
    ids: [],
  },
  {
    name: 'different rows',
    query: 'filters[$and][0][lines][notes]=gift&filters[$and][1][lines][detail][color]=blue',
    where: (hand) =>
      `${line(`${hand.delimited('l.notes').has(`'gift'`)}`)} AND ${line(`${hand.at('l.detail', 'text', 'color')} = 'blue'`)}`,
    ids: [1],
  },
  {
    name: '$or inside one row',
    query: 'filters[lines][$or][0][detail][labels]=art&filters[lines][$or][1][notes][$empty]=true',
    where: (hand) =>
      `${line(`${hand.list('l.detail', 'text', 'labels').has(`'art'`)} OR ${hand.delimited('l.notes').size} = 0`)}`,
    ids: [1, 8, 15],
  },
  {
    name: '$not inside one row leaves NULL out',
    query: 'filters[lines][$not][notes]=gift',
    where: (hand) => `${line(`NOT ${hand.delimited('l.notes').has(`'gift'`)}`)}`,
    ids: [1, 2, 3, 8, 15],
  },
  {
    name: '$none',
    query: 'filters[lines][$none][notes]=red',
    where: (hand) => `NOT ${line(`${hand.delimited('l.notes').has(`'red'`)}`)}`,
    ids: [2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 16],
  },
  {
    name: '$every',
    query: 'filters[lines][$every][notes]=fast',
    where: (hand) => `NOT ${line(`NOT COALESCE(${hand.delimited('l.notes').has(`'fast'`)}, ${hand.no})`)}`,
    ids: [3, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 16],
  },
  {
    name: '$every of a path that is NULL in some',
    query: 'filters[lines][$every][detail][labels][$null]=false&filters[lines][$exists]=true',
    where: (hand) => `${line(`1 = 1`)} AND NOT ${line(`${hand.list('l.detail', 'text', 'labels').size} IS NULL`)}`,
    ids: [2, 8, 15],
  },
  {
    name: '$count with $where over a list',
    query: 'filters[lines][$count][$eq]=2&filters[lines][$count][$where][notes][$empty]=false',
    where: (hand) => `${lines(`${hand.delimited('l.notes').size} > 0`)} = 2`,
    ids: [3, 8],
  },
  {
    name: '$count with $where over a list of a document',
    query: 'filters[lines][$count][$gte]=1&filters[lines][$count][$where][detail][labels]=art',
    where: (hand) => `${lines(`${hand.list('l.detail', 'text', 'labels').has(`'art'`)}`)} >= 1`,
    ids: [1, 8, 15],
  },
  {
    name: '$count with $where over a virtual column',
    query: 'filters[lines][$count][$eq]=2&filters[lines][$count][$where][twice][$lte]=4',
    where: () => `${lines('l.quantity <= 2')} = 2`,
    ids: [1],
  },
  {
    name: '$not around a relation',
    query: 'filters[$not][lines][detail][gift]=true',
    where: (hand) => `NOT ${line(`${hand.at('l.detail', 'boolean', 'gift')} = ${hand.yes}`)}`,
    ids: [2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 16],
  },
];
