import { type Check, type Option, checkOptions, wrongValue } from '../configuration/index.js';
import type { PlannerHints } from '../dialects/index.js';

/** Numbers of `strategy: 'adaptive'`. The defaults are the engine's, and were measured. */
export interface AdaptiveSettings {
  /**
   * Greatest number of rows that counts as few, so that their keys are found first. Default: 2,000 on
   * SQLite, 3,000 elsewhere.
   */
  readonly few?: number | undefined;
  /**
   * Greatest number of rows that are read in the order of the list for one page. Default: 1,000 on
   * PostgreSQL, 1,500 elsewhere.
   */
  readonly walk?: number | undefined;
  /**
   * Number of rows before a page from which on its keys are found first, in an index with its order. Default: 1,000.
   */
  readonly deep?: number | undefined;
  /** Seconds that the database's answers about numbers of rows are remembered. Default: 60. */
  readonly seconds?: number | undefined;
}

/** The settings under `adaptive`, each with its check. */
const adaptiveSettings = {
  few: checkCount,
  walk: checkCount,
  deep: checkCount,
  seconds: checkCount,
} as const satisfies Record<keyof AdaptiveSettings, Check>;

/** Checks the numbers that the module sets. */
export function checkAdaptive({ subject, name, value }: Option): void {
  if (value !== undefined) checkOptions(`${subject}: \`${name}\``, value, adaptiveSettings);
}

function checkCount(option: Option): void {
  const { value } = option;
  if (value === undefined || (typeof value === 'number' && Number.isSafeInteger(value) && value > 0)) return;
  throw wrongValue(option, 'a whole number from 1');
}

/** The numbers for one engine. */
export type Sizes = Readonly<Record<'few' | 'walk' | 'deep', number>>;

/** Returns the numbers for an engine, or the module's own. */
export function sizesFor({ few, walk, deep }: PlannerHints, settings: AdaptiveSettings): Sizes {
  return {
    few: settings.few ?? few,
    walk: settings.walk ?? walk,
    deep: deep === undefined ? Infinity : (settings.deep ?? deep),
  };
}
