import { parameterDisguised, parameterOf, parameterOfGarbled } from '../../../lib/wire/parameters.js';
import { params } from './reading.js';

/** A key, whose it is, and why the row is there. Undefined is the host's. */
type Row = readonly [key: string, parameter: string | undefined, why: string];

describe('parameterOf', () => {
  const rows: readonly Row[] = [
    ['filters', 'filters', 'the name'],
    ['filters[a]', 'filters', 'and a key below it'],
    ['sort', 'sort', 'another'],
    ['pagination[page]', 'pagination', 'the third'],
    ['filters]', 'filters', 'meant for us, and unreadable'],
    ['filters.a', 'filters', 'likewise'],
    ['filters%5Ba', 'filters', 'likewise'],
    ['filtersX', undefined, 'another name'],
    ['filters\uFFFD', undefined, 'another name'],
    ['xfilters', undefined, 'another name'],
    ['Filters', undefined, 'in another case'],
    ['page', undefined, 'the beginning of no name'],
    ['', undefined, 'nothing'],
  ];

  it.each(rows)('%j is of %p: %s', (key, parameter) => {
    expect(parameterOf(key, params)).toBe(parameter);
  });

  it('tells bytes that are no text from a name, where the key could not be decoded', () => {
    expect(parameterOfGarbled('filters\uFFFD', params)).toBe('filters');
    expect(parameterOfGarbled('filters[', params)).toBe('filters');
    expect(parameterOfGarbled('filtersX', params)).toBeUndefined();
  });
});

describe('parameterDisguised', () => {
  const rows: readonly Row[] = [
    ['/posts?filters[a]', 'filters', 'a path before it'],
    ['https://example.org/v1/posts?sort', 'sort', 'a whole URL'],
    ['a/b?sort', 'sort', 'a path without its beginning'],
    ['/?sort', 'sort', 'the shortest'],
    ['?filters[a]', 'filters', 'the mark alone'],
    ['/posts?x?sort', undefined, 'the first mark counts'],
    ['posts?sort', undefined, 'a word is no URL'],
    ['x /posts?sortX', undefined, 'another name'],
    ['/posts/sort', undefined, 'a path without a mark'],
    [' filters[a]', 'filters', 'a space'],
    ['\t\r\n\0\uFEFF filters', 'filters', 'more that is not seen'],
    ['amp;filters[a]', 'filters', 'what is left of an escaped &'],
    ['amp;amp; sort', 'sort', 'of one that was escaped twice'],
    ['amp;x', undefined, 'of the host’s own'],
    ['amp filters', undefined, 'which is not all there'],
    ['x filters[a]', undefined, 'a word before it'],
    ['filters [a]', 'filters', 'a space within'],
    ['filters\0\t [a]', 'filters', 'more that is not seen'],
    ['filters .a', 'filters', 'before a dot'],
    ['filters a', undefined, 'before a word'],
    ['filters ', undefined, 'at the end'],
    ['filters[a] [b]', undefined, 'further on, where it is seen'],
    ['f ilters[a]', undefined, 'inside of the name'],
    [' filters [a]', 'filters', 'before and within'],
    ['/posts? filters\0[a]', 'filters', 'all of them'],
    ['filters[a]', undefined, 'nothing: it is no disguise'],
    ['sort', undefined, 'nothing: it is no disguise'],
    ['page', undefined, 'another name'],
  ];

  it.each(rows)('%j is of %p: %s', (key, parameter) => {
    expect(parameterDisguised(key, params)).toBe(parameter);
  });

  it.each([
    ['slashes', '/'.repeat(100_000)],
    ['spaces', ' '.repeat(100_000)],
    ['names and spaces', 'a '.repeat(100_000)],
    ['a name, spaces and no bracket', `filters${' '.repeat(100_000)}x`],
    ['escaped marks', 'amp;'.repeat(50_000)],
  ])('looks through a long key of %s in linear time', (_, key) => {
    const start = performance.now();
    expect(parameterDisguised(key, params)).toBeUndefined();
    expect(performance.now() - start).toBeLessThan(500);
  });
});
