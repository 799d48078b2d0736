export { and, comparison, not, or, related, relatedCount } from './condition.js';
export type { And, Comparison, Condition, Not, Or, Quantifier, Related, RelatedCount } from './condition.js';
export { FilterQuery, planOf } from './filter-query.js';
export type { QueryPlan } from './filter-query.js';
export type { CountMode, PageSettings } from './page-settings.js';
export type { Printed, PrintedQuery } from './print.js';
export { sortTerm } from './sort.js';
export type { NullsPlacement, SortDirection, SortTerm } from './sort.js';
export type { CursorSlice, OffsetSlice, PageSlice, Slice } from './slice.js';
