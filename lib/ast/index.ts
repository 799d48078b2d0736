export { and, comparison, not, or, related, relatedByKeys, relatedCount } from './condition.js';
export type {
  And,
  Comparison,
  Condition,
  CountComparison,
  Not,
  Or,
  Quantifier,
  Related,
  RelatedCount,
} from './condition.js';
export { FilterQuery, planOf } from './filter-query.js';
export type { QueryPlan } from './filter-query.js';
export { pageStyles } from './page-settings.js';
export type { CountMode, PageSettings, PageStyle } from './page-settings.js';
export { printObject } from './print-condition.js';
export { printQuery } from './print.js';
export type { PrintedQuery } from './print.js';
export type { Printed } from './slots.js';
export { sortTerm } from './sort.js';
export type { NullsPlacement, SortDirection, SortTerm } from './sort.js';
export type { CursorSlice, OffsetSlice, PageSlice, Slice } from './slice.js';
export { conjunctsOf, forEachCondition, mapParts, someCondition } from './walk.js';
