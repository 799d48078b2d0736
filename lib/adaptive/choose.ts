import type { Related } from '../ast/index.js';
import type { Addition, RelatedShape } from '../sql/index.js';

/*
 * The fastest way to find a page depends on how many rows satisfy its conditions, and on their place in its order. No
 * way is right for all, and the wrong one can be a thousand times as slow; the database's own planner guesses. So the
 * database is asked first, by statements that read at most a few thousand rows, and its answers are remembered for a
 * while. They never change a page: each way finds the same rows, and a walk that found too few of them is not used.
 */

/** One way to read a page. */
interface Way {
  /** Shape of a condition on related rows. Undefined for the strategy `in`. */
  readonly shapeOf: (condition: Related, seed: Related | undefined) => RelatedShape | undefined;
  /** True to find the rows that satisfy all other conditions first. */
  readonly isOwnFirst?: true;
  /** True to find the rows that satisfy each alternative of a disjunction first. */
  readonly isUnion?: true;
}

export type WayName = 'usual' | 'keys' | 'own' | 'walk' | 'union';

/** The ways to read a page. */
export const ways: Readonly<Record<WayName, Way>> = {
  /** The only way of `apply()`. */
  usual: { shapeOf: () => undefined },
  /**
   * The keys of the few related rows of one condition first; other conditions are checked only for the resulting rows.
   */
  keys: { shapeOf: (condition, seed) => (condition === seed ? 'keys' : 'walk') },
  /** The few rows that satisfy the list's own conditions first, each then checked for related rows. */
  own: { shapeOf: () => 'walk', isOwnFirst: true },
  /** The rows in their order, each checked for related rows, until the page is full or the bound is reached. */
  walk: { shapeOf: () => 'walk' },
  /** The few rows that satisfy each alternative of a disjunction across tables first. */
  union: { shapeOf: () => undefined, isUnion: true },
};

/** Way of reading a page. */
export interface Decision {
  readonly way: WayName;
  /** Index of the condition whose keys come first, among the conditions on related rows. */
  readonly seed?: number | undefined;
  /** True where many rows satisfy the conditions, and too few of the first ones in the order: all are sorted. */
  readonly sortsMany?: boolean | undefined;
  /** Addition of an earlier walk to the compiled plan, if known, so that the next walk need not find it. */
  readonly walked?: Addition | undefined;
}

/** List of a page, before the database is asked about it. */
export interface ChoosableList {
  /** Conditions on related rows that can have a shape. */
  readonly related: readonly Related[];
  /** True for a list without such conditions, but with a disjunction whose alternatives can be answered one by one. */
  readonly hasEither: boolean;
  /** Remembered decision about an earlier page with the same conditions and order. */
  readonly decided: Decision | undefined;
  /** True when a declared index covers the other conditions, so that a probe reads at most a few entries. */
  readonly isOwnServed: boolean;
}

/** Answers of the database about a list so far. A question not yet asked is undefined. */
export interface Answered {
  /** True for each condition on related rows that leaves few rows. */
  readonly few: readonly boolean[];
  /** True where the other conditions leave few rows. */
  readonly own?: boolean | undefined;
  /** True where each alternative of the disjunction leaves few rows. */
  readonly alternatives?: boolean | undefined;
  /** True where a walk was tried, and did not fill the page. */
  readonly isWalkShort?: boolean | undefined;
}

/** Next step: a question, or reading the page. One more step follows a walk that is too short. */
export type Step =
  | { readonly ask: 'few' | 'own' | 'alternatives' }
  | ({ readonly read: WayName } & Pick<Decision, 'seed' | 'sortsMany'>);

/**
 * Returns the next step towards a page. Without an index, the other conditions are asked about last, because that may
 * read the whole table. So does the usual way of a list whose order alone is in question.
 */
export function choose(list: ChoosableList, answered: Answered): Step {
  const { decided } = list;
  if (decided !== undefined && decided.way !== 'walk') return readAs(decided);
  if (decided !== undefined && answered.isWalkShort !== true) return { read: 'walk' };
  return list.hasEither ? chooseForEither(list, answered) : chooseForRelated(list, answered);
}

function readAs({ way, seed, sortsMany }: Decision): Step {
  return { read: way, seed, ...(sortsMany === true && { sortsMany }) };
}

function chooseForRelated(list: ChoosableList, { few, own, isWalkShort }: Answered): Step {
  const count = list.related.length;
  if (few.includes(true)) return { read: 'keys', seed: few.indexOf(true) };
  if (few.length < count) return { ask: 'few' };
  const asksFirst = count === 0 || list.isOwnServed;
  if (asksFirst && own === undefined) return { ask: 'own' };
  if (own === true) return { read: count === 0 ? 'usual' : 'own' };
  if (isWalkShort !== true) return { read: 'walk' };
  if (own === undefined) return { ask: 'own' };
  return { ...(count === 1 ? { read: 'keys', seed: 0 } : { read: 'usual' }), sortsMany: true };
}

/**
 * If many rows satisfy a disjunction across tables, the first of them are soon found in the order of the list. If few
 * do, all other rows would be read, too.
 */
function chooseForEither(list: ChoosableList, { own, alternatives, isWalkShort }: Answered): Step {
  if (own === undefined && list.isOwnServed) return { ask: 'own' };
  if (own === true) return { read: 'usual' };
  if (isWalkShort !== true) return { read: 'walk' };
  if (alternatives === undefined) return { ask: 'alternatives' };
  return alternatives ? { read: 'union' } : { read: 'usual', sortsMany: true };
}
