import { AdmittingCache, BoundedCache } from '../../../lib/caches/index.js';
import { TwinDifference, TwinOfTests } from '../../support/twin/twin-of-tests.js';

const keysIn = (cache: BoundedCache<number>, keys: string) => [...keys].filter((key) => cache.has(key)).join('');

describe('a bounded cache', () => {
  it.each([
    ['abc', '', 'abc', 'has room for three'],
    ['abcd', '', 'bcd', 'lets the first one go'],
    ['abc+d', 'a', 'acd', 'passes over one that was used'],
    ['abc+d', 'ab', 'abd', 'passes over two that were used'],
    ['abc+d', 'abc', 'bcd', 'lets the first one go where all were used'],
    ['abc+de', 'ab', 'bde', 'passes over each once'],
    ['aaaa', '', 'a', 'replaces a value'],
  ])('%s, of which "%s" was looked up before the +: %s; it %s', (keys, used, expected) => {
    const cache = new BoundedCache<number>({ entries: 3 });
    const [before = '', after = ''] = keys.split('+');
    for (const key of before) cache.set(key, 1);
    for (const key of used) expect(cache.get(key)).toBe(1);
    for (const key of after) cache.set(key, 1);
    expect(cache.count).toBe(expected.length);
    expect(keysIn(cache, 'abcde')).toBe(expected);
  });

  it.each([
    [6, 'abc', 'has room'],
    [7, 'bc', 'lets one go'],
    [9, 'c', 'lets all others go'],
    [11, 'ab', 'keeps nothing that is longer than it may be'],
  ])('after a value of length %d holds %s: it %s', (length, expected) => {
    const cache = new BoundedCache<number>({ entries: 9, size: 10 });
    cache.set('a', 1, 2);
    cache.set('b', 1, 2);
    cache.set('c', 1, length);
    expect(keysIn(cache, 'abc')).toBe(expected);
  });

  it('knows a value that is undefined, and forgets what is deleted', () => {
    const cache = new BoundedCache<undefined>({ entries: 1, size: 5 });
    cache.set('a', undefined, 5);
    expect([cache.has('a'), cache.isFull]).toEqual([true, true]);
    cache.delete('a');
    expect([cache.has('a'), cache.isFull]).toEqual([false, false]);
  });
});

describe('the appearances of keys', () => {
  it('are remembered, and all forgotten when there are too many', () => {
    const sightings = new AdmittingCache({ entries: 2 });
    expect(['a', 'a', 'b', 'a', 'b'].map((text) => sightings.isSeen(text))).toEqual([false, true, false, true, true]);
    expect(sightings.isSeen('c')).toBe(false);
    expect(sightings.isSeen('a')).toBe(false);
  });
});

const twin = new TwinOfTests();
const statement = { text: 'SELECT nf_1 FROM nf_2 WHERE a = ?', values: [1], names: ['nf_1'] };

describe('the twin', () => {
  // prettier-ignore
  it.each<readonly [name: string, kept: unknown, anew: unknown]>([
    ['the same statement', statement, { ...statement }],
    ['names that are given later', statement, { ...statement, text: 'SELECT nf_3 FROM nf_7 WHERE a = ?', names: ['nf_3'] }],
    ['the same values', [1, 'a', null], [1, 'a', null]],
  ])('takes for equal: %s', (_name, kept, anew) => {
    expect(() => twin.same('what is kept', kept, () => anew)).not.toThrow();
  });

  it.each<readonly [name: string, kept: unknown, anew: unknown]>([
    ['another text', statement, { ...statement, text: 'SELECT nf_1 FROM nf_2 WHERE b = ?' }],
    ['another value', statement, { ...statement, values: [2] }],
    ['a value less', statement, { ...statement, values: [] }],
    ['one name in the place of two', statement, { ...statement, text: 'SELECT nf_1 FROM nf_1 WHERE a = ?' }],
    ['names in another order', statement, { ...statement, names: ['nf_2'] }],
    ['a number that is a text', [1], ['1']],
    ['an entity of another class', new Date(0), {}],
  ])('fails with both for %s', (_name, kept, anew) => {
    expect(() => twin.same('what is kept', kept, () => anew)).toThrow(TwinDifference);
    expect(() => twin.same('what is kept', kept, () => anew)).toThrow(/kept is[^]*made anew it is/);
  });

  it('says when it is at work', () => {
    const seen: boolean[] = [];
    const see = () => {
      seen.push(twin.isAtWork);
    };
    see();
    twin.same('nothing', undefined, see);
    expect(seen).toEqual([false, true]);
  });
});
