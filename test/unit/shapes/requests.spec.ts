import type { ParseOverrides } from 'nestjs-filterable';
import type { ObjectLiteral } from 'typeorm';
import { planOf } from '../../../lib/ast/index.js';
import { serviceFor } from '../parse/asking.js';
import { Post, model } from '../parse/model.js';
import { BothWays, handlerOf } from './both-ways.js';

const service = await serviceFor(model);
const searched: ParseOverrides<ObjectLiteral> = { search: ['title', 'slug'], allowParameters: ['_q'] };

/** Requests of one shape, the values of which differ. */
const alike: readonly (readonly [why: string, texts: readonly string[], overrides?: ParseOverrides<ObjectLiteral>])[] =
  [
    ['a value', ['filters[title]=a', 'filters[title]=b', 'filters[title]=']],
    ['an escaped key', ['filters%5Btitle%5D=a', 'filters%5Btitle%5D=%62', 'filters%5Btitle%5D=c+d']],
    ['a value of each kind', ['filters[views]=1&filters[isFeatured]=true', 'filters[views]=2&filters[isFeatured]=0']],
    ['a moment and a day', ['filters[publishedAt]=2024-01-01', 'filters[publishedAt]=2024-01-01T10:00:00Z']],
    [
      'a list by indexes',
      ['filters[id][$in][0]=1&filters[id][$in][1]=2', 'filters[id][$in][0]=2&filters[id][$in][1]=2'],
    ],
    [
      'indexes out of order',
      ['filters[id][$in][1]=1&filters[id][$in][0]=2', 'filters[id][$in][1]=3&filters[id][$in][0]=4'],
    ],
    ['a list by brackets', ['filters[id][$in][]=1&filters[id][$in][]=2', 'filters[id][$in][]=3&filters[id][$in][]=4']],
    ['one value for a list', ['filters[id][$in]=1', 'filters[id][$in]=2']],
    [
      'a pair',
      [
        'filters[views][$between][0]=1&filters[views][$between][1]=2',
        'filters[views][$between][0]=3&filters[views][$between][1]=4',
      ],
    ],
    ['a text match', ['filters[title][$contains]=a', 'filters[title][$contains]=b']],
    ['a relation’s key', ['filters[author]=1', 'filters[author]=2']],
    ['a relation’s field', ['filters[author][name]=a', 'filters[author][name]=b']],
    [
      'groups',
      [
        'filters[$or][0][title]=a&filters[$or][1][$not][views]=1',
        'filters[$or][0][title]=b&filters[$or][1][$not][views]=2',
      ],
    ],
    ['a quantifier', ['filters[comments][$every][stars][$gt]=1', 'filters[comments][$every][stars][$gt]=2']],
    [
      'a count',
      [
        'filters[tags][$count][$gt]=1&filters[tags][$count][$where][name]=a',
        'filters[tags][$count][$gt]=2&filters[tags][$count][$where][name]=b',
      ],
    ],
    [
      'a flag beside a value',
      ['filters[slug][$null]=true&filters[title]=a', 'filters[slug][$null]=true&filters[title]=b'],
    ],
    [
      'a flag of a relation, and one of its fields',
      [
        'filters[author][$exists]=false&filters[id]=1&filters[author][country][name][$notNull]=true',
        'filters[author][$exists]=false&filters[id]=2&filters[author][country][name][$notNull]=true',
      ],
    ],
    ['an escaped flag', ['filters%5Bslug%5D%5B%24null%5D=false', 'filters%5Bslug%5D%5B%24null%5D=false']],
    [
      'a flag beside a list of fixed length',
      [
        'filters[views][$between][0]=1&filters[views][$between][1]=2&filters[slug][$null]=true',
        'filters[views][$between][0]=3&filters[views][$between][1]=4&filters[slug][$null]=true',
      ],
    ],
    ['null beside a value', ['filters[slug]&filters[title]=a', 'filters[slug]&filters[title]=b']],
    ['a page', ['pagination[page]=1&pagination[pageSize]=5', 'pagination[page]=7&pagination[pageSize]=9']],
    ['a cursor', ['pagination[after]=abc', 'pagination[after]=']],
    ['a total', ['pagination[withCount]=true', 'pagination[withCount]=false']],
    ['a page as JSON', ['pagination={"page":1}', 'pagination={"pageSize":3}']],
    ['a search', ['search=a+b', 'search="c d" e'], searched],
    ['one sort', ['sort=title:desc&filters[id]=1', 'sort=title:desc&filters[id]=2']],
    ['a parameter of the host’s', ['filters[id]=1&utm=a', 'utm_source=b&filters[id]=1', 'filters[id]=2']],
    ['a list beyond an index', ['filters[title][$in][0]=a&sort=id', 'filters[title][$in][0]=b&sort=id']],
  ];

describe('a request of a shape that was read twice', () => {
  const rows = alike.map(([why, texts, overrides]) => ({ why, texts, overrides }));

  it.each(rows)('is read by its shape: $why', ({ texts, overrides }) => {
    const list = new BothWays(service, Post, overrides);
    const [first = ''] = texts;
    expect([list.isReadByShape(first), list.isReadByShape(first)]).toEqual([false, false]);
    expect(texts.map((text) => list.isReadByShape(text))).toEqual(texts.map(() => true));
    expect(texts.flatMap((text) => list.difference(text) ?? [])).toEqual([]);
  });
});

/** Requests that the parser reads, however often they come, and the one of their shape that is read first. */
const parsers: readonly (readonly [why: string, first: string, then: string])[] = [
  ['another flag', 'filters[slug][$null]=true', 'filters[slug][$null]=false'],
  ['another existence', 'filters[author][$exists]=true', 'filters[author][$exists]=false'],
  ['a flag that is none', 'filters[slug][$null]=true', 'filters[slug][$null]=yes'],
  ['a flag with an escape', 'filters[slug][$null]=true', 'filters[slug][$null]=tru%65'],
  ['an empty list', 'filters[id][$in][0]=1', 'filters[id][$in]='],
  ['a repeated key', 'filters[id][$in]=1&filters[id][$in]=2', 'filters[id][$in]=3&filters[id][$in]=4'],
  [
    'a repeated key, with the texts of flags',
    'filters[id][$in]=1&filters[id][$in]=0',
    'filters[id][$in]=5&filters[id][$in]=0',
  ],
  ['another sort', 'sort=title', 'sort=id'],
  ['JSON of conditions', 'filters[title]=a', 'filters[title]={"$ne":"a"}'],
  ['JSON of a list', 'filters[title]=a', 'filters[title]=["a"]'],
  ['JSON behind a space', 'filters[title]=a', 'filters[title]=+{"$ne":"a"}'],
  ['JSON of a relation', 'filters[author]=1', 'filters[author]={"name":"a"}'],
  ['a value that the kind refuses', 'filters[views]=1', 'filters[views]=one'],
  ['a value that is too long', 'filters[title]=a', `filters[title]=${'a'.repeat(257)}`],
  ['a needle that is too long', 'filters[title][$contains]=a', `filters[title][$contains]=${'a'.repeat(101)}`],
  ['an empty needle', 'filters[title][$contains]=a', 'filters[title][$contains]='],
  ['a malformed escape', 'filters[title]=a', 'filters[title]=%zz'],
  ['a fragment', 'filters[title]=a', 'filters[title]=a#b'],
  ['a typo of ours', 'filters[title]=a', 'filters[title]=a&filter[id]=1'],
  ['a key that hides as the host’s', 'filters[title]=a', 'filters[title]=a&%66ilters[id]=1'],
  ['a malformed key of the host’s', 'filters[title]=a', 'filters[title]=a&%zz=1'],
  ['many of the host’s', `filters[title]=a${'&x=1'.repeat(33)}`, `filters[title]=b${'&x=1'.repeat(33)}`],
  ['too many parameters', 'filters[title]=a', `filters[title]=a${'&x=1'.repeat(256)}`],
  ['a text that is too long', 'filters[title]=a', `filters[title]=a&x=${'x'.repeat(8_192)}`],
  ['bytes beyond characters', 'filters[title]=a', `filters[title]=a&x=${'€'.repeat(2_800)}`],
  ['a key whose name goes on behind an escape', 'filters%41=1', 'filters%41=2'],
  ['a gap in a list', 'filters[id][$in][0]=1', 'filters[id][$in][1]=1'],
  ['a page that is no number', 'pagination[page]=1', 'pagination[page]=a'],
  ['a page too far away', 'pagination[page]=1', 'pagination[page]=99999999'],
  ['more values than a shape has', many(33, 'a'), many(33, 'b')],
];

/** Writes conditions of their own, which no list holds. */
function many(count: number, value: string): string {
  const condition = (_: unknown, index: number) => `filters[$and][${index}][title]=${value}`;
  return Array.from({ length: count }, condition).join('&');
}

describe('the parser reads', () => {
  it.each(parsers)('%s', (_why, first, then) => {
    const list = new BothWays(service, Post);
    for (const text of [first, first, first]) list.isReadByShape(text);
    expect(list.difference(then)).toBeUndefined();
    expect([then, then, then].map((text) => list.difference(text))).toEqual([undefined, undefined, undefined]);
  });

  it.each(parsers.filter(([why]) => !/page/.test(why)))('no part of it by its shape: %s', (_why, first, then) => {
    const list = new BothWays(service, Post);
    for (const text of [first, first, first]) list.isReadByShape(text);
    expect(list.isReadByShape(then)).toBe(false);
  });
});

describe('two requests of one shape', () => {
  const texts = [
    'filters[title]=a&filters[id][$in][0]=1&pagination[page]=1',
    'filters[title]=b&filters[id][$in][0]=2&pagination[page]=2',
  ];

  it('keep their values, read by turns', () => {
    const list = handlerOf();
    const queries = [...texts, ...texts, ...texts].map((text) => service.parse(Post, text, list));
    const printed = queries.map((query) => decodeURIComponent(query.toString()));
    const expected = texts.map((text) => decodeURIComponent(service.parse(Post, text).toString()));
    expect(printed).toEqual([...expected, ...expected, ...expected]);
  });

  it.each([
    ['default', ['true', 'false']],
    ['strapi', ['true', 'false', 't', 'f', '1', '0', '', 'null', 'undefined']],
  ] as const)(
    'that differ in flags are read by turns, each by its own, in the mode %s',
    async (compatibility, flags) => {
      const list = new BothWays(await serviceFor(model, { compatibility }), Post);
      const texts = flags.flatMap((one) =>
        ['true', 'false'].map((other) => `filters[slug][$null]=${one}&filters[author][$exists]=${other}&filters[id]=1`),
      );
      const differences = [...texts, ...texts, ...texts.toReversed()].flatMap((text) => list.difference(text) ?? []);
      expect(differences).toEqual([]);
      expect(texts.map((text) => list.isReadByShape(text))).toEqual(texts.map(() => true));
    },
  );

  it('share conditions without values alone, and their sort', () => {
    const list = handlerOf();
    const text = (id: number) => `filters[slug]&filters[$not][id]=${id}&sort=title`;
    const [, , third, fourth] = [1, 2, 3, 4].map((id) => planOf(service.parse(Post, text(id), list)));
    const [one, other] = [third?.filters, fourth?.filters];
    if (one?.type !== 'and' || other?.type !== 'and') throw new TypeError('there are two conditions');
    expect(one.conditions[0]).toBe(other.conditions[0]);
    expect(one.conditions[1]).not.toBe(other.conditions[1]);
    expect(third?.sort).toBe(fourth?.sort);
    expect(Object.isFrozen(third?.sort)).toBe(true);
  });
});
