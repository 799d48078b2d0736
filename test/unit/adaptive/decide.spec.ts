import { type PageFacts, decide, readingText } from '../../../lib/adaptive/reading.js';

/** A page of which nothing is particular. */
const plain: PageFacts = { way: 'usual', from: 'an end of the list', isOneRowEach: true };

const counted = { isCounted: true, countsWithin: true } as const;

// prettier-ignore
const rows: readonly (readonly [about: string, facts: Partial<PageFacts>, text: string])[] = [
  ['a first page', {}, 'usual from an end of the list, inline, at once, no total'],
  ['a page after a position', { from: 'a position' }, 'usual from a position, inline, at once, no total'],
  ['keys first', { way: 'keys', seed: 1 }, 'keys 1 from an end of the list, inline, at once, no total'],
  // Joins that multiply rows.
  ['several rows for each', { isOneRowEach: false }, 'usual from an end of the list, inline, in two, no total'],
  ['several rows for each, deep, with a total', { isOneRowEach: false, isDeep: true, hasKeysInOrder: true, wasFull: true,...counted }, 'usual from an end of the list, inline, in two, total after'],
  ['a deep page', { from: 'a number of rows', isDeep: true, hasKeysInOrder: true }, 'usual from a number of rows, keys first, at once, no total'],
  ['a deep page without an index', { from: 'a number of rows', isDeep: true, hasKeysInOrder: false }, 'usual from a number of rows, inline, at once, no total'],
  ['a page that is not deep', { from: 'a number of rows', hasKeysInOrder: true }, 'usual from a number of rows, inline, at once, no total'],
  ['many sorted rows, on an engine that sorts keys sooner', { way: 'keys', seed: 0, sortsManyKeys: true }, 'keys 0 from an end of the list, keys first, at once, no total'],
  ['many sorted rows, several for each', { sortsManyKeys: true, isOneRowEach: false }, 'usual from an end of the list, inline, in two, no total'],
  ['a total', counted, 'usual from an end of the list, inline, at once, total after'],
  ['after a full page', { ...counted, wasFull: true }, 'usual from an end of the list, inline, at once, total within'],
  ['after a short page', { ...counted, wasFull: false }, 'usual from an end of the list, inline, at once, total after'],
  ['after a full page, on an engine without it', { isCounted: true, countsWithin: false, wasFull: true }, 'usual from an end of the list, inline, at once, total after'],
  ['after a full page, without a total', { countsWithin: true, wasFull: true }, 'usual from an end of the list, inline, at once, no total'],
  ['a walk after a full page', { way: 'walk',...counted, wasFull: true }, 'walk from an end of the list, inline, at once, total after'],
  ['own rows first, after a full page', { way: 'own',...counted, wasFull: true }, 'own from an end of the list, inline, at once, total within'],
  ['a deep page after a full one', { from: 'a number of rows', isDeep: true, hasKeysInOrder: true,...counted, wasFull: true }, 'usual from a number of rows, keys first, at once, total within'],
];

describe('how a page is read', () => {
  it.each(rows)('%s', (_, facts, text) => {
    expect(readingText(decide({ ...plain, ...facts }))).toBe(text);
  });

  it('is decided without looking at facts that do not matter', () => {
    const looked: string[] = [];
    const facts = new Proxy(plain, {
      get: (target, name, self) => {
        looked.push(String(name));
        return Reflect.get(target, name, self) as unknown;
      },
    });
    expect(decide(facts)).toMatchObject({ total: 'none' });
    expect(looked).not.toContain('hasKeysInOrder');
    expect(looked).not.toContain('wasFull');
  });
});
