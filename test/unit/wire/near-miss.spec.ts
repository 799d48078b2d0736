import { isOneEdit } from '../../../lib/wire/index.js';
import { likenessOf, nearest } from '../../../lib/wire/names/near-miss.js';

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
  const plain = ['filters', 'sort', '_', 'ord'].map((name) => likenessOf('filters', name, ''));
  const prefixed = [likenessOf('filters', 'a1_filters', 'a1_')];

  it.each<[key: string, name: string | undefined, why: string]>([
    ['__fil--ters', 'filters', 'any number of signs are left out'],
    ['FILTERS', 'filters', 'in another case'],
    ['1', undefined, 'what has no letters is like nothing else without letters'],
    ['?', undefined, 'nor is a sign'],
    ['od', undefined, 'short names have too many neighbours'],
  ])('of %j is %s: %s', (key, name) => {
    expect(nearest(key, plain, () => true)).toBe(name);
  });

  it.each<[key: string, name: string | undefined, why: string]>([
    ['a1filters', 'a1_filters', 'its prefix without the sign'],
    ['A1-FILTERS', 'a1_filters', 'its prefix in capitals'],
    ['a1__fil-ters', 'a1_filters', 'more signs than it has'],
    ['a2_filters', undefined, 'another prefix'],
    ['filters', undefined, 'no prefix'],
  ])('of %j is %s, beside a prefix: %s', (key, name) => {
    expect(nearest(key, prefixed, () => true)).toBe(name);
  });
});

describe('one edit in a name', () => {
  const names = ['filters', 'facets', 'sort'].map((name) => likenessOf('sort', name, ''));

  it.each<[key: string, alone: string | undefined, looking: string | undefined, why: string]>([
    ['filter', 'filters', 'filters', 'of seven letters counts whatever follows'],
    ['facet', undefined, 'facets', 'of six only where the rest looks like ours'],
    ['sport', undefined, 'sort', 'so of four'],
    ['Sort', 'sort', 'sort', 'is no edit where letters are the same'],
    ['so_rt', 'sort', 'sort', 'nor where signs are added'],
    ['amp;sports', undefined, undefined, 'is not two'],
  ])('%s: %s, and %s beside the rest of a key of ours: %s', (key, alone, looking) => {
    expect([nearest(key, names, () => false), nearest(key, names, () => true)]).toEqual([alone, looking]);
  });
});
