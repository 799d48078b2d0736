import { defaultLimits } from '../../../lib/limits.js';
import { ForeignParameters, placesOf, shapeOf, usualNames } from '../../../lib/wire/index.js';

const foreign = new ForeignParameters(usualNames, {
  policy: 'similar',
  allowed: ['page'],
  others: [],
  search: undefined,
  looksLike: () => false,
});
const options = { params: usualNames, limits: defaultLimits, foreign };

/** A query string, its shape, and the values that the shape leaves out. */
const shapes: readonly (readonly [text: string, shape: string, values: readonly (string | readonly string[])[]])[] = [
  ['', '', []],
  ['filters[a]=1', '&filters[a]=', ['1']],
  ['&filters[a]=1&&', '&filters[a]=', ['1']],
  ['filters[a]', '&filters[a]', []],
  ['filters[a]=', '&filters[a]=', ['']],
  ['filters[a=b]=c=d', '&filters[a=b]=', ['c=d']],
  ['filters%5Ba%5D=%31', '&filters%5Ba%5D=', ['%31']],
  ['sort=a,b&fields=c&search=d', '&sort=a,b&fields=c&search=', ['d']],
  ['facets=a&pagination[page]=2', '&facets=&pagination[page]=', ['a', '2']],
  ['utm_source=x&filters[a]=1&page=2', '&filters[a]=', ['1']],
  ['filters[a][0]=1', '&&filters[a][0]=', [['1']]],
  ['filters[a][0]=1&&filters[a][1]=&filters[b]=2', '&&filters[a][0]=&filters[b]=', [['1', ''], '2']],
  ['filters[a][]=1&filters[a][]=2', '&&filters[a][]=', [['1', '2']]],
  ['filters%5Ba%5D%5B0%5D=1&filters%5Ba%5D%5B1%5D=2', '&&filters%5Ba%5D%5B0%5D=', [['1', '2']]],
  ['filters[a][0]=1&filters[b][0]=2&filters[b][1]=3', '&&filters[a][0]=&&filters[b][0]=', [['1'], ['2', '3']]],
  ['filters[a][0]=1&filters[a][2]=2', '&&filters[a][0]=&filters[a][2]=', [['1'], '2']],
  ['filters[a][0]=1&utm&filters[a][1]=2', '&&filters[a][0]=&filters[a][1]=', [['1'], '2']],
  ['filters[a][0]=1&filters[a][0]=2', '&&filters[a][0]=&&filters[a][0]=', [['1'], ['2']]],
  ['filters[a][1]=1&filters[a][0]=2', '&filters[a][1]=&&filters[a][0]=', ['1', ['2']]],
  ['filters[a][00]=1&filters[a][10]=2', '&filters[a][00]=&filters[a][10]=', ['1', '2']],
  ['filters[a][0]=1&filters[a][1]', '&&filters[a][0]=&filters[a][1]', [['1']]],
  ['sort[0]=a&facets[0]=b', '&sort[0]=a&facets[0]=', ['b']],
];

describe('the shape of a query string', () => {
  it.each(shapes)('%s is %s', (text, shape, values) => {
    expect(shapeOf(text, options)).toMatchObject({ text: shape, values });
  });

  it('has the keys of its parameters', () => {
    expect(shapeOf('sort=a&filters[a][0]=1&filters[a][1]=2&filters[b]=&filters[c]', options)?.keys).toEqual([
      { raw: 'sort=a', takes: 'nothing' },
      { raw: 'filters[a][0]', takes: { before: 'filters[a][', after: ']=', isIndexed: true } },
      { raw: 'filters[b]', takes: 'value' },
      { raw: 'filters[c]', takes: 'nothing' },
    ]);
  });

  it.each([
    ['a fragment', 'filters[a]=1#'],
    ['a typo of ours', 'filters[a]=1&filter[a]=1'],
    ['a key of ours that is encoded', 'filter%73[a]=1'],
    ['a key of the host’s that cannot be decoded', '%zz=1'],
    ['more values than it leaves out', 'filters[a]=1&'.repeat(33)],
    ['more parameters of the host’s', 'a=1&'.repeat(33)],
    ['more parameters than allowed', `${'sort&'.repeat(257)}`],
    ['keys that are too long', `filters[${'a'.repeat(4_096)}]=1`],
    ['more bytes than allowed', `search=${'a'.repeat(8_186)}`],
    ['characters of several bytes', `search=${'€'.repeat(2_729)}`],
  ])('is none for %s', (_why, text) => {
    expect(shapeOf(text, options)).toBeUndefined();
  });

  it.each([
    ['values', 'filters[a]=1&'.repeat(32)],
    ['parameters of the host’s', 'a=1&'.repeat(32)],
    ['bytes', `search=${'a'.repeat(8_185)}`],
  ])('has as many %s as it may', (_what, text) => {
    expect(shapeOf(text, options)).toBeDefined();
  });
});

describe('the places of keys', () => {
  it.each([
    [['filters[a][b]'], ['/filters/a/b']],
    [
      ['filters[a][]', 'filters[b][]', 'filters[a][]'],
      ['/filters/a/0', '/filters/b/0', '/filters/a/1'],
    ],
    [
      ['search', 'pagination%5Bpage%5D'],
      ['/search', '/pagination/page'],
    ],
    [['filters[a]', 'filters[a]'], undefined],
    [['filters[a][0]', 'filters[a][]'], undefined],
    [['filters[a[b]]'], undefined],
    [['filters%41'], undefined],
    [['filters%zz'], undefined],
  ])('%j are %j', (keys, pointers) => {
    expect(placesOf(keys, usualNames)?.map(({ pointer }) => pointer)).toEqual(pointers);
  });
});
