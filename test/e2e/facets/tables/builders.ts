import type { Question } from '../question.js';

const open = [
  [true, 3],
  [false, 1],
] as const;

/** Facets over the builders of hosts, whose joins and groups multiply no count. */
export const builders: readonly Question[] = [
  {
    name: 'a condition of the host',
    query: 'facets=open',
    prepare: (builder) => builder.where('root.id < 3 OR root.id = 5'),
    answer: {
      open: [
        [true, 2],
        [false, 1],
      ],
    },
  },
  {
    name: 'a join to many that only loads',
    query: 'facets=open,price,tags.name',
    prepare: (builder) => builder.leftJoinAndSelect('root.reviews', 'r').where('root.id = 1'),
    answer: {
      sqlite: {
        open: [[true, 1]],
        price: { min: 12.5, max: 12.5 },
        'tags.name': [
          ['Late', 1],
          ['cozy', 1],
          ['late', 1],
        ],
      },
      postgres: {
        open: [[true, 1]],
        price: { min: '12.50', max: '12.50' },
        'tags.name': [
          ['Late', 1],
          ['cozy', 1],
          ['late', 1],
        ],
      },
      mariadb: {
        open: [[true, 1]],
        price: { min: '12.50', max: '12.50' },
        'tags.name': [
          ['Late', 1],
          ['cozy', 1],
        ],
      },
    },
  },
  {
    name: 'a join to many that decides',
    query: 'facets=open',
    prepare: (builder) => builder.innerJoin('root.reviews', 'r'),
    answer: { open },
  },
  {
    name: 'a join to many with a condition',
    query: 'facets=open,labels',
    prepare: (builder) => builder.innerJoin('root.reviews', 'r').where('r.stars = 5'),
    answer: {
      open: [[true, 1]],
      labels: [
        ['blue', 1],
        ['red', 1],
      ],
    },
  },
  {
    name: 'a facet of the relation that is joined',
    query: 'facets=reviews.stars',
    prepare: (builder) => builder.innerJoinAndSelect('root.reviews', 'r').where('r.stars = 5'),
    answer: {
      'reviews.stars': [
        [1, 1],
        [5, 1],
      ],
    },
  },
  {
    name: 'a document beside a join to many',
    query: 'facets=doc.color,doc.weight,reviewCount',
    prepare: (builder) => builder.innerJoin('root.reviews', 'r'),
    answer: {
      'doc.color': [
        [null, 2],
        ['Red', 1],
        ['red', 1],
      ],
      'doc.weight': { min: 1.5, max: 10 },
      reviewCount: [
        [1, 2],
        [2, 1],
        [3, 1],
      ],
    },
  },
  {
    name: 'a list beside a join to many',
    query: 'facets=labels,doc.counts,sizes',
    prepare: (builder) => builder.innerJoin('root.reviews', 'r'),
    answer: {
      labels: [
        ['blue', 2],
        ['Red', 1],
        ['red', 1],
      ],
      'doc.counts': [
        [1, 1],
        [2, 1],
      ],
      sizes: [
        [2, 2],
        [1, 1],
      ],
    },
  },
  {
    name: 'DISTINCT',
    isWrittenAgain: true,
    query: 'facets=open',
    prepare: (builder) => builder.innerJoin('root.reviews', 'r').distinct(true),
    answer: { open },
  },
  {
    name: 'an order and a limit of the host, which are those of its rows',
    query: 'facets=open',
    prepare: (builder) => builder.orderBy('root.name').take(1),
    answer: {
      open: [
        [true, 5],
        [false, 2],
      ],
    },
  },
  {
    name: 'a composite key beside a join to many',
    about: 'Slot',
    query: 'facets=kind,marks.word',
    prepare: (builder) => builder.innerJoin('root.marks', 'm'),
    answer: {
      kind: [
        ['open', 2],
        ['shut', 1],
      ],
      'marks.word': [
        ['a', 2],
        ['b', 2],
      ],
    },
  },
  {
    name: 'a child beside another table',
    about: 'Car',
    query: 'facets=maker',
    prepare: (builder) => builder.innerJoin('country', 'c', 'c.id > 0'),
    answer: { maker: [['Saab', 2]] },
  },
];
