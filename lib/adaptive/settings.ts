import { type Check, type Option, checkOptions, wrongValue } from '../configuration/index.js';
import type { Shapes } from '../dialects/index.js';

/** The numbers by which `strategy: 'adaptive'` chooses. Those of the engine, which are the defaults, were measured. */
export interface AdaptiveSettings {
  /** The most rows that are few, so that their keys are looked for first. Default: 2,000 on SQLite, 3,000 elsewhere. */
  readonly few?: number | undefined;
  /** The number of rows that may be looked at, in the order of the list, for one page. Default: 1,000 on PostgreSQL, 1,500 elsewhere. */
  readonly walk?: number | undefined;
  /** The least number of rows before a page of which the keys are found first, where an index has its order. Default: 1,000. */
  readonly deep?: number | undefined;
  /** The number of seconds for which an answer of the database about numbers of rows is remembered. Default: 60. */
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

/** Returns the numbers for an engine, those of the module first. */
export function sizesFor({ few, walk, deep }: Shapes, settings: AdaptiveSettings): Sizes {
  return {
    few: settings.few ?? few,
    walk: settings.walk ?? walk,
    deep: deep === undefined ? Infinity : (settings.deep ?? deep),
  };
}
