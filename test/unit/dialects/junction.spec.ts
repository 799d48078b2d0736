import { junction } from '../../../lib/dialects/junction.js';

const parts = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`);

/** The depth of the brackets, and the length of the longest chain within one. */
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

  it('of none is a constant: all of them hold, and not one', () => {
    expect(junction('AND', [])).toBe('1 = 1');
    expect(junction('OR', [])).toBe('1 = 0');
  });

  it.each([
    [100, 1, 100],
    [101, 2, 100],
    [1_000, 2, 100],
    [10_001, 3, 100],
  ])('of %i is %i deep, with at most %i parts in a bracket', (count, depth, longest) => {
    const text = junction('OR', parts(count));
    expect(shapeOf(text)).toEqual({ depth, longest });
    expect(text.match(/p\d+/g)).toEqual(parts(count));
  });
});
