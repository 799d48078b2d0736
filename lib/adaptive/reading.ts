import type { WayName } from './choose.js';

/** The way to read a page. It is decided before any row is read; the log prints it, and tests compare it. */
export interface PageReading {
  readonly way: WayName;
  /** Index of the condition whose keys come first, among the conditions on related rows. */
  readonly seed?: number | undefined;
  /** `keys first`: a subquery finds the keys of the window, and only their rows are read. */
  readonly window: 'inline' | 'keys first';
  /** `in two`: a first statement finds the keys of distinct rows, a second one loads their entities. */
  readonly rows: 'at once' | 'in two';
  /** `within`: by the statement of the rows. `after`: by another one, unless the page shows the end of the list. */
  readonly total: 'none' | 'within' | 'after';
  /** Beginning of the page. */
  readonly from: 'an end of the list' | 'a number of rows' | 'a position';
}

/** Facts that decide how a page is read. A missing fact is false. */
export interface PageFacts extends Pick<PageReading, 'way' | 'seed' | 'from'> {
  /** Each row of the builder is one entity. */
  readonly isOneRowEach: boolean;
  /** Many rows precede the page, so that reading less of each matters. */
  readonly isDeep?: boolean;
  /** An index has the order of the list, and is read faster than the rows. */
  readonly hasKeysInOrder?: boolean;
  /** Many rows are sorted for this page by number, on an engine that sorts keys sooner than whole rows. */
  readonly sortsManyKeys?: boolean;
  /** The request needs the total of the list. */
  readonly isCounted?: boolean;
  /** The engine counts the exact total sooner within the statement of a full page. */
  readonly countsWithin?: boolean;
  /** The previous page by the same plan was full, so that its total had to be counted. */
  readonly wasFull?: boolean;
}

/** Facts learnt from earlier pages of one structure. */
export interface LearntOfPages {
  wasFull: boolean;
}

/** Decides how a page is read in the chosen way. */
export function decide(facts: PageFacts): PageReading {
  const { way, seed, from, isOneRowEach } = facts;
  return {
    way,
    seed,
    from,
    window: isOneRowEach && readsKeysFirst(facts) ? 'keys first' : 'inline',
    rows: isOneRowEach ? 'at once' : 'in two',
    total: facts.isCounted === true ? totalIn(facts) : 'none',
  };
}

/** Less of each row is read where its keys are passed over or sorted. */
function readsKeysFirst(facts: PageFacts): boolean {
  return facts.sortsManyKeys === true || (facts.isDeep === true && facts.hasKeysInOrder === true);
}

/** A walk sees only the rows before its bound, so that it cannot count the list. Two statements read rows by keys. */
function totalIn({ way, isOneRowEach, countsWithin, wasFull }: PageFacts): PageReading['total'] {
  return countsWithin === true && wasFull === true && isOneRowEach && way !== 'walk' ? 'within' : 'after';
}

/** Prints how a page is read: `keys 0 from an end of the list, inline, at once, total after`. */
export function readingText({ way, seed, from, window, rows, total }: PageReading): string {
  const name = seed === undefined ? way : `${way} ${seed}`;
  return `${name} from ${from}, ${window}, ${rows}, ${total === 'none' ? 'no total' : `total ${total}`}`;
}
