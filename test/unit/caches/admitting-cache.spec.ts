import { AdmittingCache } from '../../../lib/caches/index.js';

/** Keeps a value under each key that is admitted. */
function offer(cache: AdmittingCache<number>, keys: readonly string[]): void {
  for (const key of keys) if (cache.get(key) === undefined && cache.admits(key)) cache.set(key, 1, 2);
}

const kept = (cache: AdmittingCache<number>, keys: readonly string[]) => keys.filter((key) => cache.get(key) === 1);

describe('a cache that admits', () => {
  it('keeps whatever comes while there is room', () => {
    const cache = new AdmittingCache<number>({ entries: 3, size: 100 });
    offer(cache, ['a', 'b', 'c']);
    expect(kept(cache, ['a', 'b', 'c'])).toEqual(['a', 'b', 'c']);
  });

  it('lets in at its second appearance what comes when it is full', () => {
    const cache = new AdmittingCache<number>({ entries: 2, size: 100 });
    offer(cache, ['a', 'b', 'c']);
    expect(kept(cache, ['a', 'b', 'c'])).toEqual(['a', 'b']);
    offer(cache, ['c']);
    expect(kept(cache, ['a', 'b', 'c'])).toEqual(['b', 'c']);
  });

  it('loses nothing to 10,000 keys that come once each', () => {
    const cache = new AdmittingCache<number>({ entries: 2, size: 100 });
    offer(cache, ['a', 'b', ...Array.from({ length: 10_000 }, (_, index) => `once ${index}`)]);
    expect(kept(cache, ['a', 'b'])).toEqual(['a', 'b']);
  });

  it('lets go of what was not used for longest', () => {
    const cache = new AdmittingCache<number>({ entries: 2, size: 100 });
    offer(cache, ['a', 'b', 'a', 'c', 'c']);
    expect(kept(cache, ['a', 'b', 'c'])).toEqual(['a', 'c']);
  });

  it.each([
    [50, ['a', 'b', 'c'], 'which has room'],
    [98, ['a', 'c'], 'for which the oldest goes'],
    [99, ['a'], 'for which all others go'],
    [100, ['b', 'c'], 'which is larger than the cache'],
  ])('bounds its size: after a value of %i characters it has %j, %s', (length, left) => {
    const cache = new AdmittingCache<number>({ entries: 10, size: 100 });
    for (const name of ['b', 'c']) cache.set(name, 1, 1);
    cache.set('a', 1, 1 + length);
    expect(kept(cache, ['a', 'b', 'c'])).toEqual(left);
  });

  it('counts a value that is replaced once', () => {
    const cache = new AdmittingCache<number>({ entries: 10, size: 10 });
    for (let time = 0; time < 5; time += 1) cache.set('a', 1, 5);
    cache.set('b', 1, 5);
    expect(kept(cache, ['a', 'b'])).toEqual(['a', 'b']);
  });
});
