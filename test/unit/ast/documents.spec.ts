import { parse } from '../parse/asking.js';
import { asking } from '../parse/wares.js';

/** Requests that are equal, in groups: the first of each is the canonical form. */
// prettier-ignore
const equals: readonly (readonly string[])[] = [
  ['filters[tags][$has]=a', 'filters[tags]=a', 'filters[$and][0][tags]=a', 'filters[tags]={"$has":"a"}'],
  ['filters[tags][$hasSome][0]=a&filters[tags][$hasSome][1]=b', 'filters[tags][]=b&filters[tags][]=a', 'filters[tags][$hasSome]=b&filters[tags][$hasSome]=a&filters[tags][$hasSome]=b', 'filters={"tags":["a","b"]}'],
  ['filters[tags][$hasEvery][0]=a', 'filters[tags][$hasEvery]=a'],
  ['filters[tags][$empty]=false', 'filters[tags][$not][$empty]=true', 'filters[$not][tags][$empty]=true'],
  ['filters[tags][$notNull]=true', 'filters[tags][$null]=false'],
  ['filters[tags][$null]=true', 'filters[tags]', 'filters={"tags":null}'],
  ['filters[tags][$not][$has]=a', 'filters[$not][tags]=a'],
  ['filters[amounts][$has]=7', 'filters[amounts]=007'],
  ['filters[specs][color][$eq]=red&filters[specs][size][width][$eq]=3', 'filters[specs][size][width]=03&filters[specs][color]=red', 'filters[specs]={"size":{"width":3},"color":"red"}', 'filters[$and][0][specs][color]=red&filters[$and][1][specs][size][width]=3'],
  ['filters[specs][ab][$eq]=x', 'filters[specs][ab]=x'],
  ['filters[specs][mass][$eq]=1.5', 'filters[specs][mass]=1.500'],
  ['filters[specs][$notNull]=true', 'filters[specs][$null]=false', 'filters[specs]={"$null":false}'],
  ['filters[remarks][$null]=false'],
  ['filters[specs][code][$eq]=3f2504e0-4f89-41d3-9a0c-0305e82c3301', 'filters[specs][code]=3F2504E0-4F89-41D3-9A0C-0305E82C3301'],
  ['filters[letters][$eq]=3', 'filters[letters]=3'],
  ['sort[0]=specs.color:desc&sort[1]=letters:asc', 'sort=specs.color:desc,letters', 'sort[specs][color]=DESC&sort[letters]=asc'],
];

describe('the canonical form of lists and documents', () => {
  it.each(equals.flatMap(([first = '', ...others]) => [first, ...others].map((one) => [one, first] as const)))(
    '%s is %s',
    (request, canonical) => {
      const query = parse(request, asking);
      const printed = query.toString();
      expect(decodeURIComponent(printed)).toBe(canonical);
      for (const again of [printed, query.toJSON()]) {
        expect(parse(again, asking).toString()).toBe(printed);
        expect(parse(again, asking).toJSON()).toEqual(query.toJSON());
        expect(parse(again, asking).cacheKey()).toBe(query.cacheKey());
      }
    },
  );

  it('is different for each of them, and so are their keys of a cache', () => {
    const queries = equals.map(([first = '']) => parse(first, asking));
    expect(new Set(queries.map(String)).size).toBe(equals.length);
    expect(new Set(queries.map((query) => query.cacheKey())).size).toBe(equals.length);
  });

  it.each([
    ['filters[tags]=a', 'filters[tags][$hasSome]=a'],
    ['filters[tags][$hasSome]=a', 'filters[tags][$hasEvery]=a'],
    ['filters[tags]=a', 'filters[tags]=A'],
    ['filters[tags]=a', 'filters[sizes]=a'],
    ['filters[specs][color]=a', 'filters[specs][ab]=a'],
    ['filters[specs][color]', 'filters[specs][$null]=true'],
    ['filters[specs][$null]=true', 'filters[plain][$null]=true'],
    ['sort=specs.color', 'sort=specs.ab'],
  ])('%s is not %s', (one, other) => {
    expect(parse(one, asking).toString()).not.toBe(parse(other, asking).toString());
    expect(parse(one, asking).cacheKey()).not.toBe(parse(other, asking).cacheKey());
  });

  it('is nested objects as JSON', () => {
    const query = parse(
      'filters[specs][size][width]=3&filters[specs][labels]=x&filters[tags][]=a&sort=specs.color',
      asking,
    );
    expect(query.toJSON()).toEqual({
      filters: {
        specs: { labels: { $has: 'x' }, size: { width: { $eq: '3' } } },
        tags: { $hasSome: ['a'] },
      },
      sort: ['specs.color:asc'],
    });
  });

  it('has another key of a cache for those who see more', () => {
    const key = (isAdmin: boolean) =>
      parse('filters[specs][color]=red', { ...asking, overrides: { context: { isAdmin } } }).cacheKey();
    expect(key(true)).not.toBe(key(false));
  });
});
