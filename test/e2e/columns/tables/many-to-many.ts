import { type Question, category, line, product } from '../question.js';

/** A virtual column of the product `p`, by lines `o`. */
const own = (what = 'COUNT(*)'): string => `(SELECT ${what} FROM line o WHERE o.product_id = p.id)`;

/** Lists, paths and virtual columns behind a junction table, and the other way round. */
export const behindManyToMany: readonly Question[] = [
  {
    name: 'a list behind a many-to-many relation',
    query: 'filters[categories][words]=new',
    where: (hand) => `${category(`${hand.delimited('c.words').has(`'new'`)}`)}`,
    ids: [1, 2, 3, 8, 11, 14],
  },
  {
    name: 'a path behind it',
    query: 'filters[categories][info][rank]=2',
    where: (hand) => `${category(`${hand.at('c.info', 'integer', 'rank')} = 2`)}`,
    ids: [1, 3, 8, 11],
  },
  {
    name: 'a virtual column behind it',
    query: 'filters[categories][size][$gt]=4',
    where: () => `${category(`(SELECT COUNT(*) FROM product_category k WHERE k.category_id = c.id) > 4`)}`,
    ids: [3, 5, 8, 15, 16],
  },
  {
    name: 'one row: a list and a virtual column',
    query: 'filters[categories][words][$empty]=true&filters[categories][size]=5',
    where: (hand) =>
      `${category(`${hand.delimited('c.words').size} = 0 AND (SELECT COUNT(*) FROM product_category k WHERE k.category_id = c.id) = 5`)}`,
    ids: [3, 5, 8, 15, 16],
  },
  {
    name: 'one row: a list and a path',
    query:
      'filters[categories][words][$hasEvery][0]=new&filters[categories][words][$hasEvery][1]=top&filters[categories][info][rank]=2',
    where: (hand) =>
      `${category(`${hand.delimited('c.words').has(`'top'`)} AND ${hand.at('c.info', 'integer', 'rank')} = 2`)}`,
    ids: [],
  },
  {
    name: 'different rows',
    query: 'filters[$and][0][categories][words]=top&filters[$and][1][categories][info][rank]=2',
    where: (hand) =>
      `${category(`${hand.delimited('c.words').has(`'top'`)}`)} AND ${category(`${hand.at('c.info', 'integer', 'rank')} = 2`)}`,
    ids: [1, 8],
  },
  {
    name: '$none of a list',
    query: 'filters[categories][$none][words]=new',
    where: (hand) => `NOT ${category(`${hand.delimited('c.words').has(`'new'`)}`)}`,
    ids: [4, 5, 6, 7, 9, 10, 12, 13, 15, 16],
  },
  {
    name: '$every of a path',
    query: 'filters[categories][$every][info][rank][$notNull]=true',
    where: (hand) => `NOT ${category(`${hand.at('c.info', 'integer', 'rank')} IS NULL`)}`,
    ids: [1, 2, 4, 6, 7, 9, 10, 11, 12, 13, 14],
  },
  {
    name: '$count with $where over a NULL path',
    query: 'filters[categories][$count][$eq]=1&filters[categories][$count][$where][info][rank][$null]=true',
    where: (hand) => `${category(`${hand.at('c.info', 'integer', 'rank')} IS NULL`)}`,
    ids: [3, 5, 8, 15, 16],
  },
  {
    name: 'the other way: a list',
    query: 'filters[products][sizes]=300',
    about: 'Category',
    where: (hand) => `${product('c', `${hand.list('p.sizes', 'bigint').has('300')}`)}`,
    ids: [3],
  },
  {
    name: 'the other way: a list of a document',
    query: 'filters[products][attributes][labels]=art',
    about: 'Category',
    where: (hand) => `${product('c', `${hand.list('p.attributes', 'text', 'labels').has(`'art'`)}`)}`,
    ids: [1, 2],
  },
  {
    name: 'the other way: a virtual column',
    query: 'filters[products][total][$gte]=30',
    about: 'Category',
    where: () => `${product('c', `${own('SUM(o.price)')} >= 30`)}`,
    ids: [1, 2, 3],
  },
  {
    name: 'to-many, by a list',
    query: 'filters[products][tags]=new',
    about: 'Maker',
    where: (hand) => `${product('m', `${hand.array('p.tags').has(`'new'`)}`)}`,
    ids: [1, 2, 3, 4],
  },
  {
    name: 'to-many, $every of a virtual column',
    query: 'filters[products][$every][lineCount][$gte]=1',
    about: 'Maker',
    where: () => `NOT ${product('m', `${own()} = 0`)}`,
    ids: [1, 5, 6],
  },
  {
    name: 'two to-many relations to a list',
    query: 'filters[products][lines][notes]=red',
    about: 'Maker',
    where: (hand) => `${product('m', `${line(`${hand.delimited('l.notes').has(`'red'`)}`)}`)}`,
    ids: [1, 5],
  },
  {
    name: 'to-many, a list of the row and a path of the related',
    query: 'filters[langs][$hasSome]=en&filters[products][attributes][on]=false',
    about: 'Maker',
    where: (hand) =>
      `${hand.array('m.langs').has(`'en'`)} AND ${product('m', `${hand.at('p.attributes', 'boolean', 'on')} = ${hand.no}`)}`,
    ids: [1],
  },
];
