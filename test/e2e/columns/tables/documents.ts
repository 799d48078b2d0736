import type { Hand } from '../hand/index.js';
import type { Question } from '../question.js';

const color = (hand: Hand): string => hand.at('p.attributes', 'text', 'color');
const width = (hand: Hand): string => hand.at('p.attributes', 'integer', 'size', 'width');
const weight = (hand: Hand): string => hand.at('p.attributes', 'decimal', 'weight');
const on = (hand: Hand): string => hand.at('p.attributes', 'boolean', 'on');

/** Whole documents, several paths, and groups of them. */
export const documents: readonly Question[] = [
  {
    name: '$null of a document: NULL and JSON null',
    query: 'filters[attributes][$null]=true',
    where: (hand) => `NOT ${hand.isDocument('p.attributes')} OR p.attributes IS NULL`,
    ids: [6, 7],
  },
  {
    name: '$notNull of a document: lists and texts, too',
    query: 'filters[attributes][$notNull]=true',
    where: (hand) => hand.isDocument('p.attributes'),
    ids: [1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15, 16],
  },
  {
    name: '$null=false of a document',
    query: 'filters[attributes][$null]=false',
    where: (hand) => hand.isDocument('p.attributes'),
    ids: [1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15, 16],
  },
  {
    name: '$null of a column with text that is no JSON',
    query: 'filters[extra][$null]=true',
    where: (hand) => `COALESCE(NOT ${hand.isDocument('p.extra')}, TRUE)`,
    ids: [3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16],
  },
  {
    name: '$notNull of a column with text that is no JSON',
    query: 'filters[extra][$notNull]=true',
    where: (hand) => hand.isDocument('p.extra'),
    ids: [1, 2, 8, 9],
  },
  {
    name: 'a path in a column with text that is no JSON',
    query: 'filters[extra][color]=red',
    where: (hand) => `${hand.at('p.extra', 'text', 'color')} = 'red'`,
    ids: [1, 2],
  },
  {
    name: '$ne in a column with text that is no JSON',
    query: 'filters[extra][color][$ne]=red',
    where: (hand) => `${hand.at('p.extra', 'text', 'color')} <> 'red'`,
    ids: [9],
  },
  {
    name: 'a number in another column',
    query: 'filters[extra][size][width]=1',
    where: (hand) => `${hand.at('p.extra', 'integer', 'size', 'width')} = 1`,
    ids: [1, 2],
  },
  {
    name: 'two paths of one document',
    query: 'filters[attributes][color]=blue&filters[attributes][weight][$gte]=50',
    where: (hand) => `${color(hand)} = 'blue' AND ${weight(hand)} >= 50`,
    ids: [11],
  },
  {
    name: 'a path and the document',
    query: 'filters[attributes][color][$null]=true&filters[attributes][$null]=false',
    where: (hand) => `${color(hand)} IS NULL AND ${hand.isDocument('p.attributes')}`,
    ids: [5, 8, 9, 12, 13],
  },
  {
    name: 'JSON text where the document stands',
    query: 'filters[attributes]={"color":{"$eq":"red"}}',
    where: (hand) => `${color(hand)} = 'red'`,
    ids: [1],
  },
  {
    name: 'JSON text where an object in the document stands',
    query: 'filters[attributes][size]={"width":{"$in":["4","10"]}}',
    where: (hand) => `${width(hand)} IN (4, 10)`,
    ids: [3, 15, 16],
  },
  {
    name: 'JSON text of all filters',
    query: 'filters={"attributes":{"size":{"width":{"$gte":4}},"on":true}}',
    where: (hand) => `${width(hand)} >= 4 AND ${on(hand)} = ${hand.yes}`,
    ids: [3, 15],
  },
  {
    name: '$or of paths',
    query: 'filters[$or][0][attributes][color]=blue&filters[$or][1][attributes][on]=false',
    where: (hand) => `${color(hand)} = 'blue' OR ${on(hand)} = ${hand.no}`,
    ids: [2, 10, 11, 14, 16],
  },
  {
    name: '$or as an object, of a path and a list',
    query: 'filters[$or][attributes][size][width]=3&filters[$or][tags]=new',
    where: (hand) => `${width(hand)} = 3 OR ${hand.array('p.tags').has(`'new'`)}`,
    ids: [1, 2, 3, 7, 10, 11],
  },
  {
    name: '$not around two paths',
    query: 'filters[$not][attributes][color]=blue&filters[$not][attributes][weight]=10',
    where: (hand) => `NOT (${color(hand)} = 'blue' AND ${weight(hand)} = 10)`,
    ids: [1, 2, 3, 4, 11, 14, 15, 16],
  },
  {
    name: '$and inside $not inside $or',
    query:
      'filters[$or][0][$not][$and][0][attributes][on]=true&filters[$or][0][$not][$and][1][attributes][weight][$lt]=1&filters[$or][1][tags][$null]=true',
    where: (hand) => `NOT (${on(hand)} = ${hand.yes} AND ${weight(hand)} < 1) OR p.tags IS NULL`,
    ids: [1, 2, 3, 6, 10, 11, 14, 16],
  },
];
