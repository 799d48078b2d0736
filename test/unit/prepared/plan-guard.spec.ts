import { PlanGuard } from '../../../lib/prepared/plan-guard.js';

const usual = [2, 2, 2, 2, 2];

/** Times of executions by a name on one connection, and the number of the one that is suspected first. */
const rows: readonly (readonly [
  name: string,
  without: readonly number[],
  byName: readonly number[],
  suspected: number | undefined,
])[] = [
  ['as fast as without a name', usual, Array<number>(20).fill(2), undefined],
  ['slow at the sixth', usual, [2, 2, 2, 2, 2, 40], 6],
  ['slow at the fifth, which is planned for its own values', usual, [2, 2, 2, 2, 40, 2, 2], undefined],
  ['slow at the fifteenth', usual, [...Array<number>(14).fill(2), 40], 15],
  ['slow at the sixteenth', usual, [...Array<number>(15).fill(2), 40], undefined],
  ['three times as slow', usual, [2, 2, 2, 2, 2, 6], undefined],
  ['more than three times as slow', usual, [2, 2, 2, 2, 2, 6.1], 6],
  ['three times as slow, and no slower than five milliseconds', [1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 5], undefined],
  ['more than five milliseconds', [1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 5.1], 6],
  ['a slow statement', [400, 410, 390, 400, 400], [400, 400, 400, 400, 400, 900, 1_100], undefined],
  ['slow beside all but the first, which found nothing in memory', [500, 2, 2, 2, 2], [2, 2, 2, 2, 2, 40], 6],
  ['slow beside all but the last', [2, 2, 2, 2, 500], [2, 2, 2, 2, 2, 40], 6],
];

it.each(rows)('%s', (_name, without, byName, suspected) => {
  const guard = new PlanGuard(5);
  for (const time of without) {
    expect(guard.allows).toBe(false);
    guard.tookUsually(time);
  }
  expect(guard.allows).toBe(true);
  const first = byName.findIndex((time, index) => guard.suspects(time, index + 1));
  expect(first < 0 ? undefined : first + 1).toBe(suspected);
});

it('looks at the first executions on every connection', () => {
  const guard = new PlanGuard(5);
  for (const time of usual) guard.tookUsually(time);
  expect([31, 7, 16, 15, 5, 6].map((execution) => guard.suspects(40, execution))).toEqual([
    false,
    true,
    false,
    true,
    false,
    true,
  ]);
});

it('compares with the first five times alone', () => {
  const guard = new PlanGuard(5);
  for (const time of [...usual, 90, 90, 90, 90, 90, 90]) guard.tookUsually(time);
  expect(guard.suspects(40, 6)).toBe(true);
});

it('allows no name once it is closed', () => {
  const guard = new PlanGuard(5);
  for (const time of usual) guard.tookUsually(time);
  guard.close();
  for (const time of usual) guard.tookUsually(time);
  expect(guard.allows).toBe(false);
});
