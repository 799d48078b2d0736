import { isOneEdit } from '../../../lib/wire/index.js';
import { likenessOf, nearest } from '../../../lib/wire/near-miss.js';

describe('one edit', () => {
  it.each<[from: string, to: string, is: boolean, why: string]>([
    ['sorts', 'sort', true, 'a letter more at the end'],
    ['xsort', 'sort', true, 'at the beginning'],
    ['soort', 'sort', true, 'within'],
    ['sor', 'sort', true, 'a letter less at the end'],
    ['ort', 'sort', true, 'at the beginning'],
    ['srt', 'sort', true, 'within'],
    ['sirt', 'sort', true, 'another letter within'],
    ['sore', 'sort', true, 'at the end'],
    ['srot', 'sort', true, 'two that have changed places'],
    ['osrt', 'sort', true, 'at the beginning'],
    ['sotr', 'sort', true, 'at the end'],
    ['sortxy', 'sort', false, 'two letters more'],
    ['so', 'sort', false, 'two letters less'],
    ['soxtx', 'sort', false, 'one more and another one'],
    ['axt', 'sort', false, 'one less and another one'],
    ['xaby', 'xcay', false, 'one moved on, another in its place'],
    ['xcay', 'xaby', false, 'one moved back, another in its place'],
    ['abxy', 'cdxy', false, 'two others side by side'],
    ['abcd', 'bace', false, 'two that have changed places, and another letter'],
    ['', 'a', true, 'the only letter left out'],
  ])('from %j to %j: %s, %s', (from, to, is) => {
    expect(isOneEdit(from, to)).toBe(is);
  });
});

describe('the nearest name', () => {
  const plain = ['filters', 'sort', '_', 'ord'].map((name) => likenessOf(name, ''));
  const prefixed = ['a1_filters'].map((name) => likenessOf(name, 'a1_'));

  it.each<[key: string, name: string | undefined, why: string]>([
    ['__fil--ters', 'filters', 'any number of signs are left out'],
    ['FILTERS', 'filters', 'in another case'],
    ['1', undefined, 'what has no letters is like nothing else without letters'],
    ['?', undefined, 'nor is a sign'],
    ['od', undefined, 'short names have too many neighbours'],
  ])('of %j is %s: %s', (key, name) => {
    expect(nearest(key, plain)).toBe(name);
  });

  it.each<[key: string, name: string | undefined, why: string]>([
    ['a1filters', 'a1_filters', 'its prefix without the sign'],
    ['A1-FILTERS', 'a1_filters', 'its prefix in capitals'],
    ['a1__fil-ters', 'a1_filters', 'more signs than it has'],
    ['a2_filters', undefined, 'another prefix'],
    ['filters', undefined, 'no prefix'],
  ])('of %j is %s, beside a prefix: %s', (key, name) => {
    expect(nearest(key, prefixed)).toBe(name);
  });
});
