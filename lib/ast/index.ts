export type { AggregateRequest, AggregateSchema } from './aggregates.js';
export {
  always,
  and,
  comparison,
  comparisonWhere,
  named,
  never,
  not,
  or,
  related,
  relatedByKeys,
  relatedCount,
} from './condition.js';
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
export { deletedModes } from './selection.js';
export type { DeletedRows } from './selection.js';
export type { FacetRequest } from './facets.js';
export { hydrations } from './hydration.js';
export type { Hydration } from './hydration.js';
export { identityOf } from './identity.js';
export { givenValue } from './asked.js';
export type { AskedCondition, AskedPagination } from './asked.js';
export type { AskedPath } from './filter-query.js';
export { FilterQuery, planOf } from './filter-query.js';
export type { QueryPlan } from './query-plan.js';
export { atMoment, holdsRelative, momentBy, timeOf } from './moment.js';
export type { Moment } from './moment.js';
export { pageStyles, secretsOf } from './page-settings.js';
export type { CountMode, PageSettings, PageStyle } from './page-settings.js';
export { populatedIn, rowsOfEach } from './populate.js';
export type { AskedOptions, PopulateRequest, Populated } from './populate.js';
export { printPopulate } from './print/print-populate.js';
export { printObject } from './print/print-condition.js';
export type { Printed } from './print/print-places.js';
export { printAggregates, printFacets, printSlice, printSort } from './print/print.js';
export type { PrintedQuery } from './print/print.js';
export { withoutRepetition } from './print/repetition.js';
export type { Search } from './search.js';
export type { SelectedAggregates, Selection } from './selection.js';
export { sortTerm } from './sort.js';
export type { NullsPlacement, SortDirection, SortTerm } from './sort.js';
export type { CursorSlice, OffsetSlice, PageSlice, Slice } from './slice.js';
export { conjunctsOf, forEachCondition, mapParts, someCondition, unnamed } from './traverse.js';
