export { Chooser, checkAdaptive } from './chooser.js';
export type { AdaptiveSettings, Bound, Memory, Sizes } from './chooser.js';
export { divide, isIndexed, isPlain, isServed, startsIndex } from './conditions.js';
export type { Conjuncts } from './conditions.js';
export { chooseWay, readingText } from './ways.js';
export type { Decision, PageReading, Questions } from './ways.js';
