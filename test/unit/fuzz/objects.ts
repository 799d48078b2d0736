import type { Random } from './random.js';

const names: readonly string[] = `
  title views visits rating score isFeatured publishedAt status externalId meta id name stars author comments tags
  country secretNote passwordHash page pageSize after withCount 0 1 $eq $ne $in $between $null $contains $and $or
  $not $some $every $count $where $exists __proto__ constructor toString length then toJSON valueOf
`
  .trim()
  .split(/\s+/)
  .concat('');

class Stranger {
  title = 'x';
}

const leaves: readonly ((random: Random) => unknown)[] = [
  () => 'Spring',
  (random) => random.below(100),
  (random) => random.pick([0.5, -0, NaN, Infinity, 2 ** 53, 1e308, -1]),
  (random) => random.pick([true, false, null, undefined]),
  (random) => random.pick(['', 'true', 'id:desc', '2024-03-01', '\0', '\ud800', '%', 'x'.repeat(5_000), 'published']),
  () => 9_007_199_254_740_993n,
  (random) => new Date(random.pick([0, NaN, 8.64e15])),
  () => Symbol('a'),
  () => () => 'called',
  () => new Map([['title', 'x']]),
  () => new Stranger(),
  () => /x/,
  () => Buffer.from('title'),
  () => Promise.resolve('x'),
  () => new Array(3),
  () => circular(),
];

function circular(): object {
  const one: Record<string, unknown> = {};
  one['$not'] = one;
  one['$or'] = [one, one];
  one['author'] = one;
  return one;
}

function node(random: Random, depth: number): unknown {
  if (depth === 0 || random.chance(4)) return random.pick(leaves)(random);
  if (random.chance(3)) return random.times(4, () => node(random, depth - 1));
  const made: Record<string, unknown> = random.chance(2) ? {} : (Object.create(null) as Record<string, unknown>);
  for (let count = random.below(4); count > 0; count -= 1) {
    // By definition, because an assignment to `__proto__` would be none.
    const value = node(random, depth - 1);
    Object.defineProperty(made, random.pick(names), { value, enumerable: true, configurable: true, writable: true });
  }
  return made;
}

/** Objects that a program may pass on from outside: trees of meaningful names and arbitrary JavaScript values. */
export function objectFrom(random: Random): object {
  const made: Record<string, unknown> = {};
  for (const name of ['filters', 'sort', 'pagination']) if (random.chance(2)) made[name] = node(random, 5);
  return made;
}
