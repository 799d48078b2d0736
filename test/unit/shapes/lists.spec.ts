import type { ParseOverrides } from 'nestjs-filterable';
import type { ObjectLiteral } from 'typeorm';
import { serviceFor } from '../parse/asking.js';
import { Post, model } from '../parse/model.js';
import { BothWays } from './both-ways.js';

const service = await serviceFor(model);
const strapi = await serviceFor(model, { compatibility: 'strapi' });

/** Limits that lists reach one by one: on their members, on all values, and on all parameters. */
const limits = { members: 5, values: 8, parameters: 10 };

/** Writes a list by its indexes. */
function indexed(key: string, values: readonly (string | number)[], from = 0): string {
  return values.map((value, index) => `${key}[${from + index}]=${value}`).join('&');
}

function bracketed(key: string, values: readonly (string | number)[]): string {
  return values.map((value) => `${key}[]=${value}`).join('&');
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const ids = 'filters[id][$in]';
const titles = 'filters[title][$in]';
const other = 'filters[views][$notIn]';

interface Neighbours {
  readonly why: string;
  /** The request that the shape is learned from. */
  readonly learned: string;
  /** Requests that are read by its shape. */
  readonly alike?: readonly string[];
  /** Requests that the parser reads, or refuses. */
  readonly others?: readonly string[];
  readonly overrides?: ParseOverrides<ObjectLiteral>;
}

const neighbours: readonly Neighbours[] = [
  {
    why: 'a list by indexes',
    learned: indexed(ids, [1, 2]),
    alike: [1, 2, 3, 31, 33, 100].map((count) => indexed(ids, upTo(count))),
    others: [
      '',
      ids,
      `${ids}=`,
      `${ids}=5`,
      `${ids}[0]`,
      `${ids}[]=1`,
      indexed(ids, upTo(101)),
      indexed(ids, [1, 2], 1),
      `${ids}[0]=1&${ids}[2]=2`,
      `${ids}[1]=1&${ids}[0]=2`,
      `${ids}[0]=1&${ids}[0]=2`,
      `${ids}[00]=1`,
      `${ids}[0]=1&${ids}[01]=2`,
      `${ids}[0]=1&${ids}[1]`,
      `${ids}[0]=1&${ids}[1e0]=2`,
      `${ids}[0]=1&${ids}[1][0]=2`,
      `${ids}[0]=1&${ids}[]=2`,
      `${ids}=1&${ids}[0]=2`,
      `${ids}[0]=1&${ids}=2`,
      `${indexed(ids, upTo(9))}&${ids}[9]=a&${indexed(ids, upTo(9), 10)}`,
    ],
  },
  {
    why: 'a list of one',
    learned: indexed(ids, [1]),
    alike: [indexed(ids, [2]), indexed(ids, [1, 2]), indexed(ids, upTo(12))],
    others: [`${ids}=1`],
  },
  {
    why: 'a long list',
    learned: indexed(ids, upTo(90)),
    alike: [indexed(ids, [2]), indexed(ids, upTo(91)), indexed(ids, upTo(100))],
    others: [indexed(ids, upTo(101))],
  },
  {
    why: 'a list by brackets',
    learned: bracketed(ids, [1, 2]),
    alike: [1, 3, 100].map((count) => bracketed(ids, upTo(count))),
    others: [bracketed(ids, upTo(101)), `${ids}[]=1&${ids}[0]=2`, `${ids}[]=1&${ids}[]`, `${ids}[]=1&${ids}[x]=2`],
  },
  {
    why: 'escaped keys',
    learned: indexed('filters%5Bid%5D%5B%24in%5D', [1, 2]).replaceAll(/\[(\d+)\]/g, '%5B$1%5D'),
    alike: [indexed('filters%5Bid%5D%5B%24in%5D', upTo(12)).replaceAll(/\[(\d+)\]/g, '%5B$1%5D')],
    others: [
      'filters%5Bid%5D%5B%24in%5D%5B0%5D=1&filters%5Bid%5D%5B%24in%5D%5B%31%5D=2',
      'filters%5Bid%5D%5B%24in%5D%5B0%5D=1&filters[id][$in][1]=2',
      'filters%5Bid%5D%5B%24in%5D%5B0%5D=1&filters%5bid%5d%5b%24in%5d%5b1%5d=2',
    ],
  },
  {
    why: 'a list alone, which stands for an operator',
    learned: indexed('filters[id]', [1, 2]),
    alike: [indexed('filters[id]', [1]), indexed('filters[id]', upTo(12))],
    others: ['filters[id]=1', 'filters[id][0][$gt]=1', `${indexed('filters[id]', [1])}&filters[id][$gt]=1`],
  },
  {
    why: 'keys of related rows',
    learned: `${indexed('filters[author]', [1, 2])}&${indexed('filters[tags][name][$in]', ['a'])}`,
    alike: [`${indexed('filters[author]', [1])}&${indexed('filters[tags][name][$in]', ['a', 'b', 'c'])}`],
    others: [`${indexed('filters[author]', [1])}&${indexed('filters[tags][name][$in]', ['a'])}&filters[tags][0]=1`],
  },
  {
    why: 'lists in groups',
    learned: `${indexed('filters[$or][0][id][$in]', [1, 2])}&${indexed('filters[$or][1][$not][title][$in]', ['a'])}`,
    alike: [`${indexed('filters[$or][0][id][$in]', [1])}&${indexed('filters[$or][1][$not][title][$in]', ['b', 'c'])}`],
    others: [indexed('filters[$or]', ['a', 'b']), indexed('filters[$or]', ['{"id":1}', '{"id":2}'])],
  },
  {
    why: 'a count among several',
    learned: indexed('filters[tags][$count][$in]', [1, 2]),
    alike: [indexed('filters[tags][$count][$in]', [1]), indexed('filters[tags][$count][$in]', [3, 4, 5])],
  },
  {
    why: 'two lists, whose values stay with their own',
    learned: `${indexed(ids, [1, 2])}&${indexed(other, [3])}`,
    alike: [`${indexed(ids, [1])}&${indexed(other, [2, 3])}`, `${indexed(ids, [1, 2, 3])}&${indexed(other, [4])}`],
    others: [`${indexed(ids, [1])}&${indexed(other, [2], 1)}`, `${indexed(other, [2, 3])}&${indexed(ids, [1])}`],
  },
  {
    why: 'a pair, which has two members',
    learned: indexed('filters[views][$between]', [1, 2]),
    alike: [indexed('filters[views][$between]', [3, 4])],
    others: [1, 3].map((count) => indexed('filters[views][$between]', upTo(count))),
  },
  {
    why: 'a list beside a pair',
    learned: `${indexed(ids, [1, 2])}&${indexed('filters[views][$between]', [1, 2])}&sort=id`,
    alike: [
      `${indexed(ids, upTo(40))}&${indexed('filters[views][$between]', [3, 4])}&sort=id`,
      `${indexed(ids, [1])}&${indexed('filters[views][$between]', [3, 4])}&sort=id`,
    ],
    others: [
      `${indexed(ids, [1])}&${indexed('filters[views][$between]', [3, 4, 5])}&sort=id`,
      `${indexed(ids, [1, 2, 3])}&${indexed('filters[views][$between]', [3])}&sort=id`,
    ],
  },
  {
    why: 'a list in two parts',
    learned: `${ids}[0]=1&filters[title]=a&${ids}[1]=2`,
    alike: [`${ids}[0]=3&filters[title]=b&${ids}[1]=4`],
    others: [
      `${ids}[0]=1&${ids}[1]=3&filters[title]=a&${ids}[1]=2`,
      `${ids}[0]=1&${ids}[1]=3&filters[title]=a&${ids}[2]=2`,
    ],
  },
  {
    why: 'a list by brackets in two parts',
    learned: `${ids}[]=1&filters[title]=a&${ids}[]=2`,
    alike: [`${ids}[]=3&filters[title]=b&${ids}[]=4`],
    others: [`${ids}[]=1&${ids}[]=3&filters[title]=a&${ids}[]=2`],
  },
  {
    why: 'sort keys, which are a part of the shape',
    learned: `${indexed('sort', ['title', 'id'])}&${indexed(ids, [1])}`,
    alike: [`${indexed('sort', ['title', 'id'])}&${indexed(ids, [1, 2])}`],
    others: [`${indexed('sort', ['title'])}&${indexed(ids, [1])}`, `${indexed('sort', ['id', 'title'])}&${ids}[0]=1`],
  },
  {
    why: 'parameters of the host’s',
    learned: `utm=a&${indexed(ids, [1, 2])}`,
    alike: [`${indexed(ids, [1, 2, 3])}&utm=a`, `a=b&&${indexed(ids, [1])}&`],
    others: [`${ids}[0]=1&utm=a&${ids}[1]=2`],
  },
  {
    why: 'values of a kind',
    learned: indexed(titles, ['a', 'b']),
    alike: [
      indexed(titles, ['%61', 'b+c', 'd%2Be', '']),
      indexed(titles, ['007', '-0', '1e3', '5.0', '99999999999999999999']),
    ],
    others: [
      indexed(titles, ['a', '%zz']),
      indexed(titles, ['a', '{"$ne":"a"}']),
      indexed(titles, ['a', '[b]']),
      indexed(titles, ['a', `${'b'.repeat(257)}`]),
      indexed(titles, ['a', '%00']),
      `${indexed(titles, ['a', 'b'])}#`,
    ],
  },
  {
    why: 'numbers in other spellings',
    learned: indexed(ids, [1, 2]),
    alike: ['007', '-0', '-7', '0', '2147483647', '%35'].map((value) => indexed(ids, [1, value])),
    others: ['+5', '5.0', '1e3', '%205', '5%20', '', '2147483648', '9'.repeat(20), '0x1', '٣', 'NaN', '1,2'].map(
      (value) => indexed(ids, [1, value, 2]),
    ),
  },
  {
    why: 'limits on members',
    learned: indexed(ids, [1, 2]),
    alike: [indexed(ids, upTo(5))],
    others: [indexed(ids, upTo(6)), indexed(ids, upTo(11))],
    overrides: { limits },
  },
  {
    why: 'limits on values',
    learned: `${indexed(ids, [1])}&${indexed(other, [1])}&filters[title]=a`,
    alike: [`${indexed(ids, upTo(5))}&${indexed(other, [1, 2])}&filters[title]=a`],
    others: [
      `${indexed(ids, upTo(5))}&${indexed(other, [1, 2, 3])}&filters[title]=a`,
      `${indexed(ids, upTo(4))}&${indexed(other, upTo(4))}&filters[title]=a`,
    ],
    overrides: { limits },
  },
  {
    why: 'limits on parameters',
    learned: `${indexed(ids, [1])}&filters[views]&sort=id&pagination[page]=1&pagination[pageSize]=2`,
    alike: [`${indexed(ids, upTo(4))}&filters[views]&sort=id&pagination[page]=1&pagination[pageSize]=2`],
    others: [`${indexed(ids, upTo(5))}&filters[views]&sort=id&pagination[page]=1&pagination[pageSize]=2`],
    overrides: { limits: { ...limits, parameters: 8 } },
  },
];

/** Reads a request until its shape is known. */
function learn(list: BothWays, text: string): void {
  for (let time = 0; time < 3; time += 1) list.isReadByShape(text);
}

describe('a list of any length', () => {
  it.each(neighbours)('has one shape: $why', ({ learned, alike = [], overrides }) => {
    const list = new BothWays(service, Post, overrides);
    learn(list, learned);
    expect(alike.filter((text) => !list.isReadByShape(text))).toEqual([]);
    // Once more after another shape, by which it is not the last one.
    learn(list, 'filters[slug]=a');
    expect([learned, ...alike].flatMap((text) => list.difference(text) ?? [])).toEqual([]);
  });

  it.each(neighbours)('leaves to the parser what is none: $why', ({ learned, alike = [], others = [], overrides }) => {
    const list = new BothWays(service, Post, overrides);
    learn(list, learned);
    expect(others.filter((text) => list.isReadByShape(text))).toEqual([]);
    expect([...others, ...alike, ...others, ...others].flatMap((text) => list.difference(text) ?? [])).toEqual([]);
  });

  it.each(neighbours)(
    'is found beside the host’s parameters, too: $why',
    ({ learned, alike = [], others = [], overrides }) => {
      const list = new BothWays(service, Post, overrides);
      learn(list, learned);
      const texts = [...alike, ...others, ...alike].map((text) => `${text}&utm=1`);
      expect(texts.flatMap((text) => list.difference(text) ?? [])).toEqual([]);
    },
  );
});

describe('lists whose lengths decide more than their values', () => {
  const eq = 'filters[title][$eq]';
  const shapes: readonly (readonly [why: string, key: string])[] = [
    ['a list for one value', eq],
    ['text matches', 'filters[title][$contains]'],
  ];

  it.each(shapes)('have a shape for each length: %s', (_why, key) => {
    const list = new BothWays(strapi, Post);
    const texts = [['a', 'b'], ['a', 'b', 'c'], ['a']].map((values) => indexed(key, values));
    for (const text of texts) learn(list, text);
    const byShape = texts.map((text) => list.isReadByShape(text));
    expect(byShape).toEqual([true, true, true]);
    expect(texts.flatMap((text) => list.difference(text) ?? [])).toEqual([]);
    const long = indexed(key, upTo(33));
    learn(list, long);
    expect(list.isReadByShape(long)).toBe(false);
    expect(list.isReadByShape(indexed(key, ['c', 'd']))).toBe(true);
  });
});
