import { type Question, maker, product } from '../question.js';

/** A virtual column of the product `p`, by lines `o`. */
const own = (what = 'COUNT(*)'): string => `(SELECT ${what} FROM line o WHERE o.product_id = p.id)`;

/** Lists, paths and virtual columns of the one row that a row refers to. */
export const behindToOne: readonly Question[] = [
  {
    name: 'a list behind a to-one relation',
    query: 'filters[maker][langs]=de',
    where: (hand) => `${maker(`${hand.array('m.langs').has(`'de'`)}`)}`,
    ids: [1, 2, 3, 4, 8, 9],
  },
  {
    name: 'a path behind it',
    query: 'filters[maker][profile][country]=Norway',
    where: (hand) => `${maker(`${hand.at('m.profile', 'text', 'country')} = 'Norway'`)}`,
    ids: [1, 2, 8],
  },
  {
    name: 'a number in a document behind it',
    query: 'filters[maker][profile][staff]=10',
    where: (hand) => `${maker(`${hand.at('m.profile', 'integer', 'staff')} = 10`)}`,
    ids: [1, 2, 3, 4, 8, 9],
  },
  {
    name: 'a date in a document behind it',
    query: 'filters[maker][profile][since][$lte]=1990-12-31',
    where: (hand) => `${maker(`${hand.at('m.profile', 'date', 'since')} <= '1990-12-31'`)}`,
    ids: [1, 2, 8],
  },
  {
    name: 'a virtual column behind it',
    query: 'filters[maker][productCount][$gte]=3',
    where: () => `${maker(`(SELECT COUNT(*) FROM product o WHERE o.maker_id = m.id) >= 3`)}`,
    ids: [1, 2, 3, 4, 5, 7, 8, 9, 12],
  },
  {
    name: 'an empty list behind it',
    query: 'filters[maker][langs][$empty]=true',
    where: (hand) => `${maker(`${hand.array('m.langs').size} = 0`)}`,
    ids: [5, 7, 12],
  },
  {
    name: 'a NULL list behind it is a related row',
    query: 'filters[maker][langs][$null]=true',
    where: () => `${maker(`m.langs IS NULL`)}`,
    ids: [10, 11],
  },
  {
    name: 'a NULL path behind it is a related row',
    query: 'filters[maker][profile][staff][$null]=true',
    where: (hand) => `${maker(`${hand.at('m.profile', 'integer', 'staff')} IS NULL`)}`,
    ids: [5, 7, 10, 11, 12],
  },
  {
    name: '$not around it is never unknown',
    query: 'filters[$not][maker][langs]=de',
    where: (hand) => `NOT ${maker(`${hand.array('m.langs').has(`'de'`)}`)}`,
    ids: [5, 6, 7, 10, 11, 12, 13, 14, 15, 16],
  },
  {
    name: '$not inside it leaves NULL out',
    query: 'filters[maker][$not][langs]=de',
    where: (hand) => `${maker(`NOT ${hand.array('m.langs').has(`'de'`)}`)}`,
    ids: [5, 7, 12, 15],
  },
  {
    name: '$or across here and there',
    query: 'filters[$or][0][maker][langs]=En&filters[$or][1][tags]=old',
    where: (hand) => `${maker(`${hand.array('m.langs').has(`'En'`)}`)} OR ${hand.array('p.tags').has(`'old'`)}`,
    ids: [11, 15],
  },
  {
    name: 'a product of a line, by its list',
    query: 'filters[product][tags]=new',
    about: 'Line',
    where: (hand) => `${product('l', `${hand.array('p.tags').has(`'new'`)}`)}`,
    ids: [1, 2, 3, 5, 6],
  },
  {
    name: 'a product of a line, by its path',
    query: 'filters[product][attributes][size][width]=3',
    about: 'Line',
    where: (hand) => `${product('l', `${hand.at('p.attributes', 'integer', 'size', 'width')} = 3`)}`,
    ids: [1, 2, 3, 4],
  },
  {
    name: 'a product of a line, by its virtual column',
    query: 'filters[product][lineCount]=1',
    about: 'Line',
    where: () => `${product('l', `${own()} = 1`)}`,
    ids: [4, 7, 11],
  },
  {
    name: 'a product of a line, by a virtual day',
    query: 'filters[product][lastSold]=2024-03-01',
    about: 'Line',
    where: (hand) =>
      `${product('l', `${own('MAX(o.sold_at)')} >= ${hand.moment('2024-03-01T00:00:00Z')} AND ${own('MAX(o.sold_at)')} < ${hand.moment('2024-03-02T00:00:00Z')}`)}`,
    ids: [1, 2, 3, 11],
  },
  {
    name: 'a product of a line, by a NULL path',
    query: 'filters[product][attributes][weight][$null]=true',
    about: 'Line',
    where: (hand) => `${product('l', `${hand.at('p.attributes', 'decimal', 'weight')} IS NULL`)}`,
    ids: [8, 9],
  },
  {
    name: 'two to-one relations to a list',
    query: 'filters[product][maker][langs]=de',
    about: 'Line',
    where: (hand) => `${product('l', `${maker(`${hand.array('m.langs').has(`'de'`)}`)}`)}`,
    ids: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  },
];
