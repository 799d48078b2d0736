import { scaleOf } from '../../../sample-app/web/src/filters/range-scale.js';
import { pageLinks } from '../../../sample-app/web/src/results/pages.js';

describe('the links to pages', () => {
  // prettier-ignore
  it.each([
    ['of a first page', { page: 1, pageSize: 25, pageCount: 3, total: 60 }, {}, 'Previous, [1], 2:page=2, 3:page=3, Next:page=2'],
    ['of a page in the middle', { page: 6, pageSize: 25, pageCount: 12, total: 300 }, { page: '6', pageSize: '25' }, 'Previous:page=5, 1:page=1, 5:page=5, [6], 7:page=7, 12:page=12, Next:page=7'],
    ['of an empty list', { page: 1, pageSize: 25, pageCount: 0, total: 0 }, {}, 'Previous, [1], Next'],
    ['without a total', { page: 2, pageSize: 25, hasNext: true }, { page: '2', withCount: 'false' }, 'Previous:page=1, 1:page=1, [2], Next:page=3'],
    ['by offset', { start: 10, limit: 10, total: 25 }, { start: '10', limit: '10' }, 'Previous:start=0, Next:start=20'],
    ['by offset, the last', { start: 20, limit: 10, total: 25 }, { start: '20', limit: '10' }, 'Previous:start=10, Next'],
    ['by cursor', { pageSize: 10, next: 'n', previous: 'p' }, { after: 'x', pageSize: '10' }, 'First:after=, Previous:before=p, Next:after=n'],
    ['by cursor, the first', { pageSize: 10, next: 'n', previous: null }, { after: '' }, 'First, Previous, Next:after=n'],
  ] as const)('%s', (_, meta, now, expected) => {
    const printed = pageLinks(meta, now).map(({ label, pagination, isCurrent }) => {
      const [position] = Object.entries(pagination ?? {}).filter(([name]) => /^(page|start|after|before)$/.test(name));
      if (isCurrent === true) return `[${label}]`;
      return position === undefined ? label : `${label}:${position.join('=')}`;
    });
    expect(printed.join(', ')).toBe(expected);
  });
});

describe('the scale of a slider', () => {
  it.each([
    [1.02, 4.95, { min: 1, max: 4.95, step: 0.05 }],
    [5.37, 59.8, { min: 5, max: 60, step: 1 }],
    [0, 100_000, { min: 0, max: 100_000, step: 1000 }],
    [3, 3, { min: 3, max: 3, step: 1 }],
  ])('from %d to %d', (least, greatest, expected) => {
    expect(scaleOf(least, greatest)).toEqual(expected);
  });
});
