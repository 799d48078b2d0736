import type { Question } from '../question.js';

const seen = 'tenant = 1 AND deleted_at IS NULL';

/** Facets of columns of the row itself. */
export const kinds: readonly Question[] = [
  {
    name: 'texts, grouped as the collation of the column does, and NULL',
    query: 'facets=kitchen',
    answer: {
      sqlite: {
        kitchen: [
          ['Thai', 2],
          [null, 2],
          ['Oslo 100%', 1],
          ['Sushi_Bar', 1],
          ['thai', 1],
        ],
      },
      postgres: {
        kitchen: [
          ['Thai', 2],
          [null, 2],
          ['Oslo 100%', 1],
          ['Sushi_Bar', 1],
          ['thai', 1],
        ],
      },
      mariadb: {
        kitchen: [
          ['Thai', 3],
          [null, 2],
          ['Oslo 100%', 1],
          ['Sushi_Bar', 1],
        ],
      },
    },
    sql: `SELECT MIN(cuisine) v, COUNT(*) n FROM place WHERE ${seen} GROUP BY cuisine`,
  },
  {
    name: 'the least and the greatest of floats and of decimals, which rows have as texts where the driver does',
    query: 'facets=rating,price',
    answer: {
      sqlite: { rating: { min: 1.5, max: 5 }, price: { min: 8.1, max: 55 } },
      postgres: { rating: { min: 1.5, max: 5 }, price: { min: '8.10', max: '55.00' } },
      mariadb: { rating: { min: 1.5, max: 5 }, price: { min: '8.10', max: '55.00' } },
    },
    sql: `SELECT MIN(rating) lo, MAX(rating) hi FROM place WHERE ${seen}`,
  },
  {
    name: 'booleans, of which only those that are there are listed',
    query: 'facets=open',
    answer: {
      open: [
        [true, 5],
        [false, 2],
      ],
    },
  },
  { name: 'booleans of one sort', query: 'facets=open&filters[rating][$gt]=4', answer: { open: [[true, 3]] } },
  {
    name: 'members of an enum, of which only those that are there are listed',
    query: 'facets=level&filters[id][$ne]=2',
    answer: {
      level: [
        ['low', 4],
        ['high', 2],
      ],
    },
    sql: `SELECT level v, COUNT(*) n FROM place WHERE ${seen} AND id <> 2 GROUP BY level`,
  },
  {
    name: 'dates',
    query: 'facets=founded',
    answer: {
      founded: [
        ['2020-01-05', 3],
        [null, 2],
        ['1999-12-31', 1],
        ['2021-06-01', 1],
      ],
    },
  },
  {
    name: 'date-times',
    query: 'facets=seen',
    answer: {
      seen: [
        ['2024-03-01T10:00:00.000Z', 3],
        [null, 3],
        ['2024-03-02T23:30:00.000Z', 1],
      ],
    },
  },
  {
    name: 'uuids',
    query: 'facets[code][limit]=2',
    answer: {
      code: [
        ['cccccccc-1111-4111-8111-cccccccccccc', 3],
        ['bbbbbbbb-1111-4111-8111-bbbbbbbbbbbb', 2],
      ],
    },
    more: ['code'],
    sql: `SELECT code v, COUNT(*) n FROM place WHERE ${seen} GROUP BY code HAVING COUNT(*) > 1`,
  },
  {
    name: 'what a transformer makes of the values',
    query: 'facets=phone',
    answer: {
      phone: [
        ['99', 3],
        ['1234', 2],
        [null, 2],
      ],
    },
  },
  {
    name: 'an embedded column',
    query: 'facets=address.city',
    answer: {
      sqlite: {
        'address.city': [
          ['Oslo', 3],
          ['Bergen', 2],
          ['oslo', 1],
          [null, 1],
        ],
      },
      postgres: {
        'address.city': [
          ['Oslo', 3],
          ['Bergen', 2],
          ['oslo', 1],
          [null, 1],
        ],
      },
      mariadb: {
        'address.city': [
          ['Oslo', 4],
          ['Bergen', 2],
          [null, 1],
        ],
      },
    },
  },
  {
    name: 'a virtual column',
    query: 'facets=reviewCount',
    answer: {
      reviewCount: [
        [0, 3],
        [1, 2],
        [2, 1],
        [3, 1],
      ],
    },
    sql: `SELECT r v, COUNT(*) n FROM (SELECT (SELECT COUNT(*) FROM review w WHERE w.place_id = place.id) r FROM place WHERE ${seen}) x GROUP BY r`,
  },
  {
    name: 'no rows: no values',
    query: 'facets=kitchen,rating,doc.weight,tags.name,reviews.at&filters[id]=100',
    answer: {
      kitchen: [],
      rating: { min: null, max: null },
      'doc.weight': { min: null, max: null },
      'tags.name': [],
      'reviews.at': { min: null, max: null },
    },
  },
  {
    name: 'no values among the rows',
    query: 'facets=rating,founded&filters[id]=4&filters[rating][$null]=true',
    answer: { rating: { min: 5, max: 5 }, founded: [] },
  },
  {
    name: 'a field that only staff may see',
    query: 'facets=paid',
    guest: { tenant: 1, isStaff: true },
    answer: {
      paid: [
        [7, 3],
        [5, 2],
        [100, 2],
      ],
    },
  },
  {
    name: 'the rows of another tenant',
    query: 'facets=kitchen,price,tags.name',
    guest: { tenant: 2 },
    answer: {
      sqlite: { kitchen: [['Hidden', 1]], price: { min: 1, max: 1 }, 'tags.name': [['cozy', 1]] },
      postgres: { kitchen: [['Hidden', 1]], price: { min: '1.00', max: '1.00' }, 'tags.name': [['cozy', 1]] },
      mariadb: { kitchen: [['Hidden', 1]], price: { min: '1.00', max: '1.00' }, 'tags.name': [['cozy', 1]] },
    },
  },
  {
    name: 'the whole list, whatever the page',
    query: 'facets=open&pagination[page]=2&pagination[pageSize]=2&sort=id',
    answer: {
      open: [
        [true, 5],
        [false, 2],
      ],
    },
  },
  {
    name: 'the whole list beside a page by cursor',
    query: 'facets=open&pagination[after]=&pagination[pageSize]=2&sort=rating',
    answer: {
      open: [
        [true, 5],
        [false, 2],
      ],
    },
  },
  {
    name: 'the most frequent alone',
    query: 'facets[level][limit]=1',
    answer: { level: [['low', 4]] },
    more: ['level'],
  },
  {
    name: 'as many as there are',
    query: 'facets[level][limit]=3',
    answer: {
      level: [
        ['low', 4],
        ['high', 2],
        ['mid', 1],
      ],
    },
  },
];
