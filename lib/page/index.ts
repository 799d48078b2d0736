export {
  applyConditions,
  applyPlan,
  refuseAnswered,
  refuseCursor,
  refuseDeleted,
  refuseFacets,
  refusePopulate,
  readApplyOptions,
} from './apply.js';
export type { ApplyOptions } from './apply.js';
export { aggregatesOfRows } from './aggregates.js';
export { countRows } from './rows/count.js';
export { RowExport, iterate, eachOptions, eachIssues } from './each.js';
export type { EachOptions } from './each.js';
export { builderFor, builderOf, eagerBuilderOf, targetOf } from './list/builder.js';
export type { BuilderOrRepository } from './list/builder.js';
export { declaredOrder, valueIssue } from './list/plan.js';
export type { PageSettings } from './list/plan.js';
export { facetsOfRows } from './facets.js';
export { linksOf, pageLinks } from './links.js';
export { populateRows } from './populate/populate.js';
export type { PageWatch } from './list/trace.js';
export { pageOf } from './page.js';
export {
  checkSnapshot,
  eachInSnapshot,
  needsRunner,
  readAs,
  checkReads,
  countReadsOf,
  explainOptions,
  pageOptions,
  readsOf,
  readsWith,
} from './reads.js';
export type { CountOptions, ExplainOptions, PageOptions, ReadOptions, ReadSettings } from './reads.js';
export { isCarried } from './order/stored-value.js';
