export { choose, ways } from './choose.js';
export type { ChoosableList, WayName } from './choose.js';
export { Chooser } from './chooser.js';
export type { Bound, ListMemory } from './chooser.js';
export { isServed, startsIndex, startsWith } from './indexes.js';
export { divide, isPlain } from './related-conditions.js';
export type { Conjuncts } from './related-conditions.js';
export { checkAdaptive } from './settings.js';
export type { AdaptiveSettings, Sizes } from './settings.js';
