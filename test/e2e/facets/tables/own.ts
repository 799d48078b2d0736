import type { Question } from '../question.js';

const all = [
  [true, 5],
  [false, 2],
] as const;
const levels = [
  ['low', 4],
  ['high', 2],
  ['mid', 1],
] as const;

/** Facets that are not narrowed by the conditions about their own field, and are by all others. */
export const own: readonly Question[] = [
  { name: 'a choice leaves the alternatives', query: 'facets=level&filters[level]=low', answer: { level: levels } },
  {
    name: 'several choices',
    query: 'facets=level&filters[level][$in][0]=low&filters[level][$in][1]=mid',
    answer: { level: levels },
  },
  {
    name: 'another facet is narrowed',
    query: 'facets=level,open&filters[level]=high',
    answer: { level: levels, open: [[true, 2]] },
  },
  {
    name: 'each by the conditions of the other',
    query: 'facets=level,open&filters[level]=low&filters[open]=true',
    answer: {
      level: [
        ['high', 2],
        ['low', 2],
        ['mid', 1],
      ],
      open: [
        [false, 2],
        [true, 2],
      ],
    },
  },
  {
    name: 'one condition of several at the top',
    query: 'facets=open&filters[open]=true&filters[rating][$gt]=4',
    answer: { open: [[true, 3]] },
  },
  {
    name: '$or about the same field',
    query: 'facets=level&filters[$or][0][level]=low&filters[$or][1][level]=mid',
    answer: { level: levels },
  },
  {
    name: '$or about another field, too, holds',
    query: 'facets=level&filters[$or][0][level]=mid&filters[$or][1][open]=false',
    answer: {
      level: [
        ['low', 2],
        ['mid', 1],
      ],
    },
  },
  { name: '$not about the same field', query: 'facets=level&filters[$not][level]=low', answer: { level: levels } },
  {
    name: '$and at the top is taken apart',
    query: 'facets=level&filters[$and][0][level]=low&filters[$and][1][open]=true',
    answer: {
      level: [
        ['high', 2],
        ['low', 2],
        ['mid', 1],
      ],
    },
  },
  {
    name: '$and within $and, likewise',
    query: 'facets=level&filters[$and][0][$and][0][level]=low&filters[$and][0][$and][1][open]=true',
    answer: {
      level: [
        ['high', 2],
        ['low', 2],
        ['mid', 1],
      ],
    },
  },
  { name: 'a range', query: 'facets=rating&filters[rating][$gte]=4', answer: { rating: { min: 1.5, max: 5 } } },
  {
    name: 'two ranges, each narrowed by the other alone',
    query: 'facets=rating,chef.stars&filters[rating][$gte]=4&filters[chef][stars][$gte]=2',
    answer: { rating: { min: 2, max: 4.5 }, 'chef.stars': { min: 1, max: 3 } },
  },
  {
    name: 'an embedded column',
    query: 'facets=address.city&filters[address][city]=Bergen&filters[open]=false',
    answer: {
      'address.city': [
        ['Bergen', 1],
        ['Oslo', 1],
      ],
    },
  },
  {
    name: 'a path of a document, but not its neighbour',
    query: 'facets=doc.color,doc.size.width&filters[doc][color]=red',
    answer: {
      'doc.color': [
        [null, 4],
        ['red', 2],
        ['Red', 1],
      ],
      'doc.size.width': [
        [3, 1],
        [null, 1],
      ],
    },
  },
  {
    name: 'a list',
    query: 'facets=labels,doc.words&filters[labels]=green',
    answer: {
      labels: [
        ['blue', 4],
        ['Red', 1],
        ['green', 1],
        ['red', 1],
      ],
      'doc.words': [['X', 1]],
    },
  },
  {
    name: 'a virtual column',
    query: 'facets=reviewCount&filters[reviewCount]=3',
    answer: {
      reviewCount: [
        [0, 3],
        [1, 2],
        [2, 1],
        [3, 1],
      ],
    },
  },
  {
    name: 'a relation',
    query: 'facets=chef.name,open&filters[chef][name]=Lin',
    answer: {
      'chef.name': [
        ['Kai', 2],
        ['Lin', 2],
      ],
      open: [
        [false, 1],
        [true, 1],
      ],
    },
  },
  {
    name: 'a relation of a relation',
    query: 'facets=chef.country.name,chef.name&filters[chef][country][name]=Siam',
    answer: {
      'chef.country.name': [
        ['Norway', 2],
        ['Siam', 2],
      ],
      'chef.name': [['Lin', 2]],
    },
  },
  {
    name: 'none of a to-many relation',
    query: 'facets=reviews.stars&filters[reviews][$none][stars]=3',
    answer: {
      'reviews.stars': [
        [3, 2],
        [1, 1],
        [4, 1],
        [5, 1],
      ],
    },
  },
  {
    name: 'every one of a to-many relation',
    query: 'facets=reviews.stars&filters[reviews][$every][stars][$gte]=3',
    answer: {
      'reviews.stars': [
        [3, 2],
        [1, 1],
        [4, 1],
        [5, 1],
      ],
    },
  },
  {
    name: 'a relation that is asked for more stays whole',
    query: 'facets=reviews.stars&filters[reviews][stars]=5&filters[reviews][author]=Ann',
    answer: {
      'reviews.stars': [
        [5, 1],
        [1, 1],
      ].reverse() as [number, number][],
    },
  },
  {
    name: 'whether there is a related row is more than its values',
    query: 'facets=chef.name&filters[chef][$exists]=false',
    answer: { 'chef.name': [] },
  },
  {
    name: 'how many there are, too',
    query: 'facets=reviews.stars&filters[reviews][$count][$gte]=3',
    answer: {
      'reviews.stars': [
        [1, 1],
        [5, 1],
      ],
    },
  },
  {
    name: 'a condition on the key of the related row is about another field',
    query: 'facets=chef.name&filters[chef]=2',
    answer: { 'chef.name': [['Lin', 2]] },
  },
  { name: 'NULL of the own field', query: 'facets=open&filters[open][$null]=true', answer: { open: all } },
];
