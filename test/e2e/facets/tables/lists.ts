import type { Question } from '../question.js';

/** Facets of lists, by element, and of paths in documents. */
export const lists: readonly Question[] = [
  {
    name: 'a list by element, case included; an element twice in a row counts once',
    query: 'facets=labels',
    answer: {
      labels: [
        ['blue', 4],
        ['Red', 1],
        ['green', 1],
        ['red', 1],
      ],
    },
  },
  {
    name: 'a text that commas delimit, whatever the engine',
    query: 'facets=notes',
    answer: {
      notes: [
        ['a b', 2],
        ['x', 2],
        ['"q"', 1],
        ['X', 1],
        ['y', 1],
      ],
    },
  },
  {
    name: 'a list of numbers',
    query: 'facets=sizes',
    answer: {
      sizes: [
        [2, 3],
        [3, 2],
        [1, 1],
        [9, 1],
      ],
    },
  },
  {
    name: 'a text in documents, which is NULL where there is none',
    query: 'facets=doc.color',
    answer: {
      'doc.color': [
        [null, 4],
        ['red', 2],
        ['Red', 1],
      ],
    },
  },
  {
    name: 'a whole number in documents',
    query: 'facets=doc.size.width',
    answer: {
      'doc.size.width': [
        [null, 5],
        [3, 2],
      ],
    },
  },
  {
    name: 'a number beyond those of JavaScript, as text',
    query: 'facets=doc.big',
    answer: {
      'doc.big': [
        [null, 4],
        [5, 2],
        ['9007199254740993', 1],
      ],
    },
  },
  {
    name: 'the range of a decimal in documents',
    query: 'facets=doc.weight',
    answer: { 'doc.weight': { min: 1.5, max: 10 } },
  },
  {
    name: 'a boolean in documents',
    query: 'facets=doc.on',
    answer: {
      'doc.on': [
        [null, 5],
        [false, 1],
        [true, 1],
      ],
    },
  },
  {
    name: 'a date in documents',
    query: 'facets=doc.made',
    answer: {
      'doc.made': [
        [null, 5],
        ['2023-12-31', 1],
        ['2024-01-01', 1],
      ],
    },
  },
  {
    name: 'a list of text in documents; elements of another type, and what is no list, are none',
    query: 'facets=doc.words',
    answer: {
      'doc.words': [
        ['x', 2],
        ['X', 1],
        ['y', 1],
      ],
    },
  },
  {
    name: 'a list of numbers in documents, likewise',
    query: 'facets=doc.counts',
    answer: {
      'doc.counts': [
        [1, 1],
        [2, 1],
      ],
    },
  },
  {
    name: 'the list of a related row',
    query: 'facets=chef.langs',
    answer: {
      'chef.langs': [
        ['th', 4],
        ['no', 2],
      ],
    },
  },
  {
    name: 'lists of the rows that are found',
    query: 'facets=labels,doc.words&filters[open]=false',
    answer: { labels: [['green', 1]], 'doc.words': [['X', 1]] },
  },
];
