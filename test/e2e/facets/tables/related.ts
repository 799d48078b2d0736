import type { Question } from '../question.js';

const seen = 'p.tenant = 1 AND p.deleted_at IS NULL';

/** Facets through relations. */
export const related: readonly Question[] = [
  {
    name: 'a to-one relation: NULL, a missing row and a deleted one have no value',
    query: 'facets=chef.name',
    answer: {
      'chef.name': [
        ['Kai', 2],
        ['Lin', 2],
      ],
    },
    sql: `SELECT c.name v, COUNT(*) n FROM place p JOIN chef c ON c.id = p.chef_id WHERE ${seen} AND c.deleted_at IS NULL AND c.name IS NOT NULL GROUP BY c.name`,
  },
  {
    name: 'the range of a to-one relation',
    query: 'facets=chef.stars',
    answer: { 'chef.stars': { min: 1, max: 3 } },
    sql: `SELECT MIN(c.stars) lo, MAX(c.stars) hi FROM place p JOIN chef c ON c.id = p.chef_id WHERE ${seen} AND c.deleted_at IS NULL`,
  },
  {
    name: 'deleted related rows, where the builder includes them',
    query: 'facets=chef.name,chef.stars&filters[id][$lt]=8',
    prepare: (builder) => builder.withDeleted(),
    answer: {
      'chef.name': [
        ['Kai', 2],
        ['Lin', 2],
        ['Max', 1],
      ],
      'chef.stars': { min: 1, max: 9 },
    },
  },
  {
    name: 'deleted rows, where the builder includes them',
    query: 'facets=kitchen&filters[id][$gt]=7',
    prepare: (builder) => builder.withDeleted(),
    answer: { kitchen: [['Gone', 1]] },
  },
  {
    name: 'two relations',
    query: 'facets=chef.country.name',
    answer: {
      'chef.country.name': [
        ['Norway', 2],
        ['Siam', 2],
      ],
    },
    sql: `SELECT y.name v, COUNT(*) n FROM place p JOIN chef c ON c.id = p.chef_id JOIN country y ON y.id = c.country_id WHERE ${seen} AND c.deleted_at IS NULL GROUP BY y.name`,
  },
  {
    name: 'a to-many relation: a row counts once for each value, however many related rows have it, in whatever spelling',
    query: 'facets=reviews.author',
    answer: {
      sqlite: {
        'reviews.author': [
          ['Ann', 2],
          ['Bob', 1],
          ['Cat', 1],
        ],
      },
      postgres: {
        'reviews.author': [
          ['Ann', 2],
          ['Bob', 1],
          ['Cat', 1],
        ],
      },
      mariadb: {
        'reviews.author': [
          ['Ann', 2],
          ['Bob', 1],
          ['Cat', 1],
        ],
      },
    },
    more: ['reviews.author'],
  },
  {
    name: 'numbers of a to-many relation',
    query: 'facets=reviews.stars',
    answer: {
      'reviews.stars': [
        [3, 2],
        [1, 1],
        [4, 1],
        [5, 1],
      ],
    },
    sql: `SELECT r.stars v, COUNT(DISTINCT p.id) n FROM place p JOIN review r ON r.place_id = p.id WHERE ${seen} GROUP BY r.stars`,
  },
  {
    name: 'the range of a to-many relation',
    query: 'facets=reviews.at',
    answer: { 'reviews.at': { min: '2023-05-05', max: '2024-02-04' } },
  },
  {
    name: 'a many-to-many relation, whose scope hides some of its rows',
    query: 'facets=tags.name',
    answer: {
      sqlite: {
        'tags.name': [
          ['cozy', 2],
          ['Late', 2],
          ['late', 2],
        ].sort() as [string, number][],
      },
      postgres: {
        'tags.name': [
          ['Late', 2],
          ['cozy', 2],
          ['late', 2],
        ],
      },
      mariadb: {
        'tags.name': [
          ['Late', 3],
          ['cozy', 2],
        ],
      },
    },
  },
  {
    name: 'a composite key on the way to many',
    about: 'Slot',
    query: 'facets=marks.word,kind',
    answer: {
      'marks.word': [
        ['a', 2],
        ['b', 2],
      ],
      kind: [
        ['open', 2],
        ['shut', 1],
      ],
    },
  },
  {
    name: 'a composite key on the way to one',
    about: 'Mark',
    query: 'facets=slot.kind',
    answer: {
      'slot.kind': [
        ['open', 4],
        ['shut', 1],
      ],
    },
    sql: 'SELECT s.kind v, COUNT(*) n FROM mark m JOIN slot s ON s.day = m.slot_day AND s.hour = m.slot_hour GROUP BY s.kind',
  },
  {
    name: 'all rows of a hierarchy',
    about: 'Vehicle',
    query: 'facets=maker',
    answer: {
      maker: [
        ['Saab', 3],
        ['Ran', 1],
      ],
    },
  },
  {
    name: 'the rows of a child',
    about: 'Car',
    query: 'facets=maker,doors',
    answer: {
      maker: [['Saab', 2]],
      doors: [
        [2, 1],
        [4, 1],
      ],
    },
  },
];
