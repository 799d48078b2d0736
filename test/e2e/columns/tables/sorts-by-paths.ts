import { type Question, nullsFirst, nullsLast } from '../question.js';

/** Orders by paths of documents. */
export const sortsByPaths: readonly Question[] = [
  {
    name: 'a text',
    query:
      'filters[id][$in][0]=1&filters[id][$in][1]=5&filters[id][$in][2]=6&filters[id][$in][3]=9&filters[id][$in][4]=10&filters[id][$in][5]=11&filters[id][$in][6]=15&sort=attributes.color:nullsLast,id',
    where: () => 'p.id IN (1, 5, 6, 9, 10, 11, 15)',
    order: (hand) => nullsLast(hand.at('p.attributes', 'text', 'color')),
    ids: [10, 11, 15, 1, 5, 6, 9],
  },
  {
    name: 'a text, downwards',
    query:
      'filters[id][$in][0]=1&filters[id][$in][1]=5&filters[id][$in][2]=6&filters[id][$in][3]=9&filters[id][$in][4]=10&filters[id][$in][5]=11&filters[id][$in][6]=15&sort=attributes.color:desc:nullsFirst,id',
    where: () => 'p.id IN (1, 5, 6, 9, 10, 11, 15)',
    order: (hand) => nullsFirst(hand.at('p.attributes', 'text', 'color'), 'DESC'),
    ids: [5, 6, 9, 1, 15, 10, 11],
  },
  {
    name: 'a whole number',
    query: 'sort=attributes.size.width:desc:nullsLast,id',
    order: (hand) => nullsLast(hand.at('p.attributes', 'integer', 'size', 'width'), 'DESC'),
    ids: [3, 15, 16, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14],
  },
  {
    name: 'a whole number, in an object',
    query: 'sort[attributes][size][width]=desc:nullsLast&sort[id]=asc',
    order: (hand) => nullsLast(hand.at('p.attributes', 'integer', 'size', 'width'), 'DESC'),
    ids: [3, 15, 16, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14],
  },
  {
    name: 'a decimal',
    query: 'sort=attributes.weight:nullsFirst,id',
    order: (hand) => nullsFirst(hand.at('p.attributes', 'decimal', 'weight')),
    ids: [5, 6, 7, 8, 9, 12, 13, 14, 4, 15, 3, 1, 2, 10, 11, 16],
  },
  {
    name: 'a float',
    query: 'sort=attributes.ratio:nullsLast,id',
    order: (hand) => nullsLast(hand.at('p.attributes', 'float', 'ratio')),
    ids: [15, 1, 2, 10, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 16],
  },
  {
    name: 'a bigint',
    query: 'sort=attributes.big:desc:nullsLast,id',
    order: (hand) => nullsLast(hand.at('p.attributes', 'bigint', 'big'), 'DESC'),
    ids: [10, 1, 2, 15, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 16],
  },
  {
    name: 'a boolean',
    query: 'sort=attributes.on:nullsLast,id',
    order: (hand) => nullsLast(hand.at('p.attributes', 'boolean', 'on')),
    ids: [2, 14, 16, 1, 3, 15, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
  },
  {
    name: 'a date',
    query: 'sort=attributes.made:desc:nullsLast,id',
    order: (hand) => nullsLast(hand.at('p.attributes', 'date', 'made'), 'DESC'),
    ids: [4, 16, 2, 1, 15, 11, 3, 5, 6, 7, 8, 9, 10, 12, 13, 14],
  },
  {
    name: 'a uuid',
    query: 'sort=attributes.code:nullsLast,id:desc',
    order: (hand) => `${nullsLast(hand.at('p.attributes', 'uuid', 'code'))}, p.id DESC`,
    ids: [2, 1, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3],
  },
  {
    name: 'a path by its alias',
    query: 'sort=attributes.ab:nullsLast,id',
    order: (hand) => nullsLast(hand.at('p.attributes', 'text', 'a.b', "it's")),
    ids: [16, 14, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15],
  },
  {
    name: 'NULL where the engine puts it',
    query: 'sort=attributes.size.width,id',
    order: (hand) => hand.at('p.attributes', 'integer', 'size', 'width'),
    ids: {
      sqlite: [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 4, 1, 2, 16, 3, 15],
      postgres: [4, 1, 2, 16, 3, 15, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14],
      mariadb: [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 4, 1, 2, 16, 3, 15],
    },
  },
];
