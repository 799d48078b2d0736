import type { Question } from '../question.js';

/** Facets whose values must contain a text. */
export const searches: readonly Question[] = [
  {
    name: 'a part of a value, in any case of letters',
    query: 'facets[kitchen][search]=TH',
    answer: {
      sqlite: {
        kitchen: [
          ['Thai', 2],
          ['thai', 1],
        ],
      },
      postgres: {
        kitchen: [
          ['Thai', 2],
          ['thai', 1],
        ],
      },
      mariadb: { kitchen: [['Thai', 3]] },
    },
  },
  { name: 'a percent sign is itself', query: 'facets[kitchen][search]=%25', answer: { kitchen: [['Oslo 100%', 1]] } },
  { name: 'an underscore is itself', query: 'facets[kitchen][search]=_', answer: { kitchen: [['Sushi_Bar', 1]] } },
  {
    name: 'a backslash and a bracket are themselves, and nowhere',
    query: 'facets[kitchen][search]=%5C[',
    answer: { kitchen: [] },
  },
  { name: 'nothing like it', query: 'facets[kitchen][search]=zzz', answer: { kitchen: [] } },
  {
    name: 'within the limit',
    query: 'facets[tags.name][search]=O&facets[tags.name][limit]=1',
    answer: { 'tags.name': [['cozy', 2]] },
  },
  {
    name: 'it narrows the values and no other facet, no row and no count',
    query: 'facets[address.city][search]=berg&facets[open]=true&filters[rating][$null]=false',
    answer: {
      'address.city': [['Bergen', 1]],
      open: [
        [true, 5],
        [false, 1],
      ],
    },
  },
  {
    name: 'elements of a list',
    query: 'facets[labels][search]=RE',
    answer: {
      labels: [
        ['Red', 1],
        ['green', 1],
        ['red', 1],
      ],
    },
  },
  {
    name: 'elements of a text that commas delimit',
    query: 'facets[notes][search]=%22',
    answer: { notes: [['"q"', 1]] },
  },
  {
    name: 'elements of a document',
    query: 'facets[doc.words][search]=x',
    answer: {
      'doc.words': [
        ['x', 2],
        ['X', 1],
      ],
    },
  },
  {
    name: 'a path of a document',
    query: 'facets[doc.color][search]=ed',
    answer: {
      'doc.color': [
        ['red', 2],
        ['Red', 1],
      ],
    },
  },
  { name: 'as a transformer stores the text', query: 'facets[phone][search]=12 34', answer: { phone: [['1234', 2]] } },
];
