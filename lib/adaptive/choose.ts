import type { Related } from '../ast/index.js';
import type { Addition, RelatedShape } from '../sql/index.js';

/*
 * How a page is found fastest depends on how many rows satisfy its conditions, and on where those stand in its order. No way is
 * right for all, and the wrong one can be a thousand times as slow; the database's own planner guesses. So the database is asked
 * first, by statements that read a few thousand rows at most, and its answers are remembered for a while. No page depends on the
 * answers: each way finds the same rows, and a walk that found too few of them is not used.
 */

/** One way to read a page. */
interface Way {
  /** The shape of a condition on related rows; undefined for the usual one, which is the strategy `in`. */
  readonly shapeOf: (condition: Related, few: Related | undefined) => RelatedShape | undefined;
  /** True where the rows that satisfy all other conditions are found first. */
  readonly isOwnFirst?: true;
  /** True where the rows that satisfy each alternative of a disjunction are found first. */
  readonly isUnion?: true;
}

export type WayName = 'usual' | 'keys' | 'own' | 'walk' | 'union';

/** The ways to read a page. */
export const ways: Readonly<Record<WayName, Way>> = {
  /** What `apply()` does, too. */
  usual: { shapeOf: () => undefined },
  /** The keys of the related rows first, where these are few; any other condition is about the rows which that leaves. */
  keys: { shapeOf: (condition, few) => (condition === few ? 'keys' : 'walk') },
  /** The rows that satisfy the list's own conditions first, where these are few; each is then asked for related rows. */
  own: { shapeOf: () => 'walk', isOwnFirst: true },
  /** The rows in their order, each asked for related rows, until the page is full; not further than a bound. */
  walk: { shapeOf: () => 'walk' },
  /** The rows that satisfy each alternative of a disjunction across tables, where these are few. */
  union: { shapeOf: () => undefined, isUnion: true },
};

/** The way in which a page is read. */
export interface Decision {
  readonly way: WayName;
  /** The place of the condition whose keys come first, among the conditions on related rows. */
  readonly few?: number | undefined;
  /** What a walk added to the compiled plan, so that the next one need not find it; undefined where that is not known. */
  readonly walked?: Addition | undefined;
}

/** A list of which a page is to be read, and what can be asked about it. */
export interface ChoosableList<Page> {
  /** The conditions on related rows for which a shape can be chosen. */
  readonly related: readonly Related[];
  /** True for a list without such conditions, but with a disjunction of which each alternative can be answered for itself. */
  readonly hasEither: boolean;
  /** The decision about an earlier page of the same conditions and order, while it is remembered. */
  readonly decided: Decision | undefined;
  /** Tells whether a condition leaves only a few rows; false where asking would read a whole table. */
  isFew(condition: Related): Promise<boolean>;
  /** True where an index finds the rows that satisfy the other conditions, so that asking about them reads no more than a few. */
  readonly isOwnServed: boolean;
  /** Tells whether the other conditions leave only a few rows; false without any, and where asking would cost too much. */
  isNarrow(): Promise<boolean>;
  /** Tells whether each alternative of the disjunction leaves only a few rows; false where asking would read a whole table. */
  areAlternativesFew(): Promise<boolean>;
  /** Reads the page by a walk; undefined where the bound came before its end, or the order allows none. */
  walk(): Promise<Page | undefined>;
  /**
   * Reads the page in any other way.
   *
   * @param few the place of the condition whose keys come first
   */
  read(way: Exclude<WayName, 'walk'>, few?: number): Promise<Page>;
}

/**
 * Reads a page in the way that suits it. Without an index the other conditions are asked about last: that may read the whole table. So
 * does the usual way of a list in which nothing but its order is in question.
 */
export function choose<Page>(list: ChoosableList<Page>): Promise<Page> {
  const { decided } = list;
  if (decided !== undefined && decided.way !== 'walk') return list.read(decided.way, decided.few);
  return chooseAgain(list);
}

async function chooseAgain<Page>(list: ChoosableList<Page>): Promise<Page> {
  const again = list.decided && (await list.walk());
  if (again !== undefined) return again;
  if (list.hasEither) return chooseForEither(list);
  const { related } = list;
  for (const [place, condition] of related.entries()) {
    if (await list.isFew(condition)) return list.read('keys', place);
  }
  const [only, ...more] = related;
  const [asksFirst, own] = only === undefined ? [true, 'usual' as const] : [list.isOwnServed, 'own' as const];
  if (asksFirst && (await list.isNarrow())) return list.read(own);
  const page = await list.walk();
  if (page !== undefined) return page;
  if (!asksFirst && (await list.isNarrow())) return list.read(own);
  return only === undefined || more.length > 0 ? list.read('usual') : list.read('keys', 0);
}

/**
 * Reads a page of a list with a disjunction across tables. Where many rows satisfy it, the first of them are soon found in the order of
 * the list; where few do, each of the others would be looked at.
 */
async function chooseForEither<Page>(list: ChoosableList<Page>): Promise<Page> {
  if (list.isOwnServed && (await list.isNarrow())) return list.read('usual');
  const page = await list.walk();
  if (page !== undefined) return page;
  return list.read((await list.areAlternativesFew()) ? 'union' : 'usual');
}
