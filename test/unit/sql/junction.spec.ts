import { junction } from '../../../lib/sql/junction.js';

const parts = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`);

/** How many brackets are open at once, and how long the longest chain within one is. */
function shapeOf(text: string): { depth: number; longest: number } {
  const shape = { depth: 0, longest: 0 };
  const open: number[] = [];
  for (const token of text.match(/[()]|OR/g) ?? []) {
    if (token === '(') open.push(1);
    else if (token === ')') shape.longest = Math.max(shape.longest, open.pop() ?? 0);
    else open.push((open.pop() ?? 0) + 1);
    shape.depth = Math.max(shape.depth, open.length);
  }
  return shape;
}

describe('a chain of conditions', () => {
  it.each([
    [1, '(p0)'],
    [2, '(p0 OR p1)'],
    [3, '(p0 OR p1 OR p2)'],
  ])('of %i', (count, text) => {
    expect(junction('OR', parts(count))).toBe(text);
    expect(junction('AND', parts(count))).toBe(text.replaceAll('OR', 'AND'));
  });

  it.each([
    [100, 1, 100],
    [101, 2, 100],
    [1_000, 2, 100],
    [10_001, 3, 100],
  ])('of %i is %i deep, and nowhere longer than %i', (count, depth, longest) => {
    const text = junction('OR', parts(count));
    expect(shapeOf(text)).toEqual({ depth, longest });
    expect(text.match(/p\d+/g)).toEqual(parts(count));
  });
});
