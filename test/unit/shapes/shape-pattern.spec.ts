import { ShapePattern } from '../../../lib/shapes/shape-pattern.js';
import type { ShapeKey } from '../../../lib/wire/index.js';

const whole = (raw: string): ShapeKey => ({ raw, takes: 'nothing' });
const value = (raw: string): ShapeKey => ({ raw, takes: 'value' });

const pattern = new ShapePattern([value('filters[a]'), whole('sort=id'), value('filters[b][$in][0]')]);

describe('the query strings of a shape', () => {
  it.each([
    ['filters[a]=1&sort=id&filters[b][$in][0]=2', ['1', '2']],
    ['filters[a]=&sort=id&filters[b][$in][0]=', ['', '']],
    ['filters[a]=x=y&sort=id&filters[b][$in][0]=%26', ['x=y', '%26']],
    ['filters[a]=x\ny&sort=id&filters[b][$in][0]=\n', ['x\ny', '\n']],
  ])('have values: %s', (text, values) => {
    expect(pattern.valuesIn(text)).toEqual(values);
  });

  it.each([
    '',
    'filters[a]=1',
    'filters[a]=1&sort=id',
    'filters[a]=1&sort=idx&filters[b][$in][0]=2',
    'filters[a]=1&sort=id&filters[b][$in][0]=2&',
    'filters[a]=1&sort=id&filters[b][$in][0]=2&page=3',
    'filters[a]=1&&sort=id&filters[b][$in][0]=2',
    'sort=id&filters[a]=1&filters[b][$in][0]=2',
    'filters[a]=1&sort=id&filters[b][$in][0]',
    'Filters[a]=1&sort=id&filters[b][$in][0]=2',
    'xfilters[a]=1&sort=id&filters[b][$in][0]=2',
    'filters[a]=1&sort=id&filters[b][$in][0]=2\n&page=3',
    'filters[a]=1&sort=idx\nfilters[a]=1&sort=id&filters[b][$in][0]=2',
  ])('are no others: %s', (text) => {
    expect(pattern.valuesIn(text)).toBeUndefined();
  });

  it('may have no parameter at all', () => {
    const none = new ShapePattern([]);
    expect([none.valuesIn(''), none.valuesIn('a')]).toEqual([[], undefined]);
  });

  it('have a whole parameter with an empty value beside those whose value is left out', () => {
    const empty = new ShapePattern([whole('sort='), value('filters[a]')]);
    expect([empty.valuesIn('sort=&filters[a]=1'), empty.valuesIn('sort=id&filters[a]=1')]).toEqual([['1'], undefined]);
  });
});

describe('the query strings of a shape with lists', () => {
  const members = (before: string, after: string, isIndexed = true) => ({ before, after, isIndexed });
  const list = (raw: string, before: string): ShapeKey => ({ raw, takes: members(before, ']=') });
  const lists = new ShapePattern([list('a[0]', 'a['), value('b'), list('c.*[$in][0]', 'c.*[$in][')]);

  it.each<[text: string, values: readonly (string | readonly string[])[]]>([
    ['a[0]=1&b=2&c.*[$in][0]=3', [['1'], '2', ['3']]],
    ['a[0]=&a[1]=x=y&b=&c.*[$in][0]=&c.*[$in][1]=', [['', 'x=y'], '', ['', '']]],
    [
      `${Array.from({ length: 101 }, (_, index) => `a[${index}]=${index}`).join('&')}&b=2&c.*[$in][0]=3`,
      [Array.from({ length: 101 }, (_, index) => String(index)), '2', ['3']],
    ],
  ])('have any number of members: %s', (text, values) => {
    expect(lists.valuesIn(text)).toEqual(values);
  });

  it.each([
    'b=2&c.*[$in][0]=3',
    'a[0]=1&b=2',
    'a[0]=1&b=2&c.*[$in][0]',
    'a[1]=1&b=2&c.*[$in][0]=3',
    'a[00]=1&b=2&c.*[$in][0]=3',
    'a[0]=1&a[2]=1&b=2&c.*[$in][0]=3',
    'a[0]=1&a[0]=1&b=2&c.*[$in][0]=3',
    'a[0]=1&a[01]=1&b=2&c.*[$in][0]=3',
    'a[0]=1&a[10]=1&b=2&c.*[$in][0]=3',
    'a[0]=1&a[1]&b=2&c.*[$in][0]=3',
    'a[0]=1&&a[1]=1&b=2&c.*[$in][0]=3',
    'a[0]=1&b=2&a[1]=1&c.*[$in][0]=3',
    'a[0]=1&b=2&cxx[$in][0]=3',
    'a[0]=1&b=2&c.*[$in][0]=3&c.*[$in][1',
    'a[0]=1&b=2&c.*[$in][0]=3&',
  ])('are no others: %s', (text) => {
    expect(lists.valuesIn(text)).toBeUndefined();
  });

  it('have members with one key, or with escaped brackets', () => {
    const pattern = new ShapePattern([
      { raw: 'a[]', takes: members('a[', ']=', false) },
      { raw: 'b%5B0%5D', takes: members('b%5B', '%5D=') },
    ]);
    expect(pattern.valuesIn('a[]=1&a[]=2&b%5B0%5D=3&b%5B1%5D=4')).toEqual([
      ['1', '2'],
      ['3', '4'],
    ]);
    expect(pattern.valuesIn('a[]=1&a[]=2&b%5B0%5D=3&b%5b1%5D=4')).toBeUndefined();
  });
});
