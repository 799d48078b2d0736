import type { ByHand, Subject } from './question.js';
import { lines, nullsFirst, nullsLast } from './question.js';

/** Sort keys in hand-written SQL, by entity. */
const sortKeys: Readonly<Partial<Record<Subject, Readonly<Record<string, ByHand>>>>> = {
  Product: {
    id: () => 'p.id',
    name: () => 'p.name',
    'attributes.color': (hand) => hand.at('p.attributes', 'text', 'color'),
    'attributes.size.width': (hand) => hand.at('p.attributes', 'integer', 'size', 'width'),
    'attributes.size.height': (hand) => hand.at('p.attributes', 'tinyint', 'size', 'height'),
    'attributes.weight': (hand) => hand.at('p.attributes', 'decimal', 'weight'),
    'attributes.ratio': (hand) => hand.at('p.attributes', 'float', 'ratio'),
    'attributes.big': (hand) => hand.at('p.attributes', 'bigint', 'big'),
    'attributes.on': (hand) => hand.at('p.attributes', 'boolean', 'on'),
    'attributes.made': (hand) => hand.at('p.attributes', 'date', 'made'),
    'attributes.code': (hand) => hand.at('p.attributes', 'uuid', 'code'),
    'attributes.ab': (hand) => hand.at('p.attributes', 'text', 'a.b', "it's"),
    'extra.color': (hand) => hand.at('p.extra', 'text', 'color'),
    lineCount: () => lines(),
    total: () => lines('1 = 1', 'SUM(l.price)'),
    lastSold: () => lines('1 = 1', 'MAX(l.sold_at)'),
    'maker.productCount': () =>
      '(SELECT (SELECT COUNT(*) FROM product o WHERE o.maker_id = m.id) FROM maker m WHERE m.id = p.maker_id)',
    'maker.profile.staff': (hand) =>
      `(SELECT ${hand.at('m.profile', 'integer', 'staff')} FROM maker m WHERE m.id = p.maker_id)`,
    'lines.detail.color': (hand) => lines('1 = 1', `MIN(${hand.at('l.detail', 'text', 'color')})`),
    'lines.twice:desc': () => lines('1 = 1', 'MAX(l.quantity)'),
    'categories.size:desc': () =>
      `(SELECT MAX((SELECT COUNT(*) FROM product_category k WHERE k.category_id = j.category_id))
        FROM product_category j WHERE j.product_id = p.id)`,
  },
  Maker: {
    id: () => 'm.id',
    'products.lineCount:desc': () => `(SELECT MAX(${lines()}) FROM product p WHERE p.maker_id = m.id)`,
    'profile.since': (hand) => hand.at('m.profile', 'date', 'since'),
    productCount: () => '(SELECT COUNT(*) FROM product o WHERE o.maker_id = m.id)',
  },
  Line: {
    id: () => 'l.id',
    'product.total': () => '(SELECT SUM(o.price) FROM line o WHERE o.product_id = l.product_id)',
    'detail.gift': (hand) => hand.at('l.detail', 'boolean', 'gift'),
    twice: () => 'l.quantity * 2',
  },
};

/** Returns the hand-written order of a sort, with the primary key at its end, in the direction of the last key. */
export function orderOf(subject: Subject, sort: readonly string[]): ByHand {
  const keys = sortKeys[subject] ?? {};
  const isDescending = (key: string): boolean => key.includes(':desc');
  const terms = sort.map((key): ByHand => {
    const [name = ''] = key.split(':');
    const direction = isDescending(key) ? 'DESC' : 'ASC';
    const sql = keys[isDescending(key) ? `${name}:desc` : name] ?? keys[name];
    if (sql === undefined) throw new Error(`no SQL for ${key}`);
    if (key.endsWith(':nullsFirst')) return (hand) => nullsFirst(sql(hand), direction);
    if (key.endsWith(':nullsLast')) return (hand) => nullsLast(sql(hand), direction);
    return (hand) => `${sql(hand)} ${direction}`;
  });
  const last = keys['id'] ?? (() => 'id');
  const direction = isDescending(sort.at(-1) ?? '') ? 'DESC' : 'ASC';
  return (hand) => [...terms.map((term) => term(hand)), `${last(hand)} ${direction}`].join(', ');
}
