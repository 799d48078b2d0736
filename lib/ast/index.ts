export { and, comparison, never, not, or, related, relatedByKeys, relatedCount } from './condition.js';
export type {
  And,
  Comparison,
  Condition,
  CountComparison,
  Or,
  Quantifier,
  Related,
  RelatedCount,
} from './condition.js';
export type { FacetRequest } from './facets.js';
export { identityOf } from './identity.js';
export { FilterQuery, planOf } from './filter-query.js';
export type { QueryPlan } from './filter-query.js';
export { pageStyles } from './page-settings.js';
export type { CountMode, PageSettings, PageStyle } from './page-settings.js';
export { printObject } from './print-condition.js';
export { printFacets, printSlice, printSort } from './print.js';
export type { PrintedQuery } from './print.js';
export { withoutRepetition } from './repetition.js';
export type { Search } from './search.js';
export type { Selection } from './selection.js';
export { sortTerm } from './sort.js';
export type { NullsPlacement, SortDirection, SortTerm } from './sort.js';
export type { CursorSlice, OffsetSlice, PageSlice, Slice } from './slice.js';
export { conjunctsOf, forEachCondition, mapParts, someCondition } from './walk.js';
