import { type Question, lines, nullsFirst, nullsLast } from '../question.js';

/** The least or greatest of SQL over the categories `c` of the product `p`. */
const categories = (what: string, which: 'MIN' | 'MAX'): string =>
  `(SELECT ${which}(${what}) FROM category c, product_category j WHERE j.category_id = c.id AND j.product_id = p.id)`;

/** Orders by virtual columns, by mixtures, and through relations. */
export const sorts: readonly Question[] = [
  {
    name: 'a virtual integer',
    query: 'sort=lineCount:desc,id',
    order: () => `${lines()} DESC`,
    ids: [1, 3, 8, 2, 4, 15, 5, 6, 7, 9, 10, 11, 12, 13, 14, 16],
  },
  {
    name: 'a virtual decimal',
    query: 'sort=total:desc:nullsLast,id',
    order: () => nullsLast(lines('1 = 1', 'SUM(l.price)'), 'DESC'),
    ids: [8, 3, 2, 15, 1, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 16],
  },
  {
    name: 'a virtual moment',
    query: 'sort=lastSold:nullsFirst,id:desc',
    order: () => `${nullsFirst(lines('1 = 1', 'MAX(l.sold_at)'))}, p.id DESC`,
    ids: [16, 14, 13, 12, 11, 10, 9, 7, 6, 5, 4, 8, 2, 15, 1, 3],
  },
  {
    name: 'a path after a virtual column',
    query: 'sort=lineCount:desc,attributes.weight:nullsLast,id',
    order: (hand) => `${lines()} DESC, ${nullsLast(hand.at('p.attributes', 'decimal', 'weight'))}`,
    ids: [1, 3, 8, 4, 15, 2, 10, 11, 16, 5, 6, 7, 9, 12, 13, 14],
  },
  {
    name: 'a virtual column after a path',
    query: 'sort=attributes.on:nullsLast,total:desc:nullsLast,id',
    order: (hand) =>
      `${nullsLast(hand.at('p.attributes', 'boolean', 'on'))}, ${nullsLast(lines('1 = 1', 'SUM(l.price)'), 'DESC')}`,
    ids: [2, 14, 16, 3, 15, 1, 8, 4, 5, 6, 7, 9, 10, 11, 12, 13],
  },
  {
    name: 'behind to-one: a virtual column',
    query: 'sort=maker.productCount:desc:nullsLast,id',
    order: () =>
      nullsLast(
        `(SELECT COUNT(*) FROM product o WHERE o.maker_id = (SELECT m.id FROM maker m WHERE m.id = p.maker_id) HAVING p.maker_id IS NOT NULL)`,
        'DESC',
      ),
    ids: [1, 2, 3, 4, 5, 7, 8, 9, 12, 10, 11, 15, 6, 13, 14, 16],
  },
  {
    name: 'behind to-one: a path',
    query: 'sort=maker.profile.staff:nullsLast,id',
    order: (hand) =>
      nullsLast(`(SELECT ${hand.at('m.profile', 'integer', 'staff')} FROM maker m WHERE m.id = p.maker_id)`),
    ids: [15, 1, 2, 3, 4, 8, 9, 5, 6, 7, 10, 11, 12, 13, 14, 16],
  },
  {
    name: 'behind to-many: the least of a path',
    query: 'sort=lines.detail.color:nullsLast,id',
    order: (hand) => nullsLast(lines('1 = 1', `MIN(${hand.at('l.detail', 'text', 'color')})`)),
    ids: [1, 8, 15, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 16],
  },
  {
    name: 'behind to-many: the greatest of a path',
    query: 'sort=lines.detail.color:desc:nullsLast,id:desc',
    order: (hand) => `${nullsLast(lines('1 = 1', `MAX(${hand.at('l.detail', 'text', 'color')})`), 'DESC')}, p.id DESC`,
    ids: [8, 1, 15, 16, 14, 13, 12, 11, 10, 9, 7, 6, 5, 4, 3, 2],
  },
  {
    name: 'behind to-many: the greatest of a boolean',
    query: 'sort=lines.detail.gift:desc:nullsLast,id',
    order: (hand) =>
      nullsLast(
        lines(
          '1 = 1',
          `MAX(CASE ${hand.at('l.detail', 'boolean', 'gift')} WHEN ${hand.yes} THEN 1 WHEN ${hand.no} THEN 0 END)`,
        ),
        'DESC',
      ),
    ids: [1, 8, 15, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 16],
  },
  {
    name: 'behind to-many: the greatest of a virtual column',
    query: 'sort=lines.twice:desc:nullsLast,id',
    order: () => nullsLast(lines('1 = 1', 'MAX(l.quantity)'), 'DESC'),
    ids: [8, 3, 15, 1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 16],
  },
  {
    name: 'behind many-to-many: the greatest of a virtual column',
    query: 'sort=categories.size:desc:nullsLast,id',
    order: () =>
      nullsLast(categories(`(SELECT COUNT(*) FROM product_category k WHERE k.category_id = c.id)`, 'MAX'), 'DESC'),
    ids: [3, 5, 8, 15, 16, 1, 2, 11, 14, 4, 6, 7, 9, 10, 12, 13],
  },
  {
    name: 'behind many-to-many: the least of a path',
    query: 'sort=categories.info.rank:nullsLast,id',
    order: (hand) => nullsLast(categories(hand.at('c.info', 'integer', 'rank'), 'MIN')),
    ids: [1, 2, 8, 14, 3, 11, 4, 5, 6, 7, 9, 10, 12, 13, 15, 16],
  },
  {
    name: 'makers by the greatest of a virtual column',
    query: 'sort=products.lineCount:desc:nullsLast,id',
    about: 'Maker',
    order: () => nullsLast(`(SELECT MAX(${lines()}) FROM product p WHERE p.maker_id = m.id)`, 'DESC'),
    ids: [1, 2, 5, 3, 4, 6],
  },
  {
    name: 'makers by the least of a path',
    query: 'sort=products.attributes.weight:nullsLast,id',
    about: 'Maker',
    order: (hand) =>
      nullsLast(`(SELECT MIN(${hand.at('p.attributes', 'decimal', 'weight')}) FROM product p WHERE p.maker_id = m.id)`),
    ids: [2, 5, 1, 4, 3, 6],
  },
  {
    name: 'lines by a virtual column of their product',
    query: 'sort=product.total:desc:nullsLast,id',
    about: 'Line',
    order: () => nullsLast(`(SELECT SUM(o.price) FROM line o WHERE o.product_id = l.product_id)`, 'DESC'),
    ids: [8, 9, 5, 6, 4, 11, 1, 2, 3, 7, 10],
  },
  {
    name: 'lines by a path of their product',
    query: 'sort=product.attributes.size.width:nullsLast,id',
    about: 'Line',
    order: (hand) =>
      nullsLast(
        `(SELECT ${hand.at('p.attributes', 'integer', 'size', 'width')} FROM product p WHERE p.id = l.product_id)`,
      ),
    ids: [7, 1, 2, 3, 4, 5, 6, 11, 8, 9, 10],
  },
  {
    name: 'makers by the greatest of a path',
    query: 'sort=products.attributes.weight:desc:nullsLast,id',
    about: 'Maker',
    order: (hand) =>
      nullsLast(
        `(SELECT MAX(${hand.at('p.attributes', 'decimal', 'weight')}) FROM product p WHERE p.maker_id = m.id)`,
        'DESC',
      ),
    ids: [4, 1, 2, 5, 3, 6],
  },
  {
    name: 'makers by the least text of a path',
    query: 'sort=products.attributes.color:nullsLast,id',
    about: 'Maker',
    order: (hand) =>
      nullsLast(`(SELECT MIN(${hand.at('p.attributes', 'text', 'color')}) FROM product p WHERE p.maker_id = m.id)`),
    ids: [1, 4, 5, 2, 3, 6],
  },
];
