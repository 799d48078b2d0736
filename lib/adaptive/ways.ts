/*
 * The fastest way to find a page depends on how many rows satisfy its conditions, and on their place in its order. No
 * way is right for all, and the wrong one can be a thousand times as slow; the database's own planner guesses. So the
 * database is asked first, by statements that read at most a few thousand rows, and its answers are remembered for a
 * while. They never change a page: each way finds the same rows, and a walk that found too few of them is not used.
 */

/**
 * - `usual`: the strategy `in`, the only way of `apply()`
 * - `keys`: the keys of one condition's few related rows first; other conditions are checked only for these rows
 * - `own`: the few rows that satisfy the list's own conditions first, each then checked for related rows
 * - `walk`: the rows in their order, each checked for related rows, until the page is full or the bound is reached
 * - `union`: the few rows that satisfy each alternative of a disjunction across tables first
 */
export type WayName = 'usual' | 'keys' | 'own' | 'walk' | 'union';

/** Way of reading a page. */
export interface Decision {
  readonly way: WayName;
  /** Index of the condition whose keys come first, among the conditions on related rows. */
  readonly seed?: number | undefined;
  /** True where many rows satisfy the conditions, and too few of the first ones in the order: all are sorted. */
  readonly sortsMany?: boolean | undefined;
}

/** The questions to the database, whose answers may be remembered: `Choice` of lib/page asks them. */
export interface Questions {
  /** True where one of the conditions on related rows leaves few rows. */
  few(seed: number): Promise<boolean>;
  /** True where the other conditions leave few rows. */
  own(): Promise<boolean>;
  /** True where each alternative of the disjunction leaves few rows. */
  alternatives(): Promise<boolean>;
  /** Walks, and returns true where that fills the page. */
  walk(): Promise<boolean>;
}

/**
 * Chooses the way to read a page. Without an index, the other conditions are asked about last, because that may read
 * the whole table. So does the usual way of a list whose order alone is in question.
 *
 * @param related number of conditions on related rows that can have a shape
 * @param hasEither true for a list without any, but with a disjunction whose alternatives can be answered one by one
 * @param isOwnServed true where a declared index covers the other conditions, so that a probe reads a few entries
 */
export async function chooseWay(
  { related, hasEither, isOwnServed }: { related: number; hasEither: boolean; isOwnServed: boolean },
  ask: Questions,
): Promise<Decision> {
  for (let seed = 0; seed < related; seed += 1) if (await ask.few(seed)) return { way: 'keys', seed };
  const asksFirst = isOwnServed || (related === 0 && !hasEither);
  const ownWay = { way: related === 0 ? 'usual' : 'own' } as const;
  if (asksFirst && (await ask.own())) return ownWay;
  if (await ask.walk()) return { way: 'walk' };
  // If many rows satisfied a disjunction, the first of them would have been found soon.
  if (hasEither && (await ask.alternatives())) return { way: 'union' };
  if (!asksFirst && !hasEither && (await ask.own())) return ownWay;
  return related === 1 ? { way: 'keys', seed: 0, sortsMany: true } : { way: 'usual', sortsMany: true };
}

/** The way to read a page. It is decided before any row is read; the log prints it, and tests compare it. */
export interface PageReading extends Pick<Decision, 'way' | 'seed'> {
  /** `keys first`: a subquery finds the keys of the window, and only their rows are read. */
  readonly window: 'inline' | 'keys first';
  /** `in two`: a first statement finds the keys of distinct rows, a second one loads their entities. */
  readonly rows: 'at once' | 'in two';
  /** `within`: by the statement of the rows. `after`: by another one, unless the page shows the end of the list. */
  readonly total: 'none' | 'within' | 'after';
  /** Beginning of the page. */
  readonly from: 'an end of the list' | 'a number of rows' | 'a position';
}

/** Prints how a page is read: `keys 0 from an end of the list, inline, at once, total after`. */
export function readingText({ way, seed, from, window, rows, total }: PageReading): string {
  const name = seed === undefined ? way : `${way} ${seed}`;
  return `${name} from ${from}, ${window}, ${rows}, ${total === 'none' ? 'no total' : `total ${total}`}`;
}
