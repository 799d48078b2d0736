export {
  applyConditions,
  applyPlan,
  refuseAnswered,
  refuseCursor,
  refuseDeleted,
  refuseFacets,
  refusePopulate,
} from './apply.js';
export { readApplyOptions } from './apply-options.js';
export type { ApplyOptions } from './apply-options.js';
export { aggregatesOfRows } from './aggregates/aggregates.js';
export { countRows } from './rows/count.js';
export { RowExport, iterate } from './each/each.js';
export { eachOptions } from './each/options.js';
export type { EachOptions } from './each/options.js';
export { eachIssues } from './each/refusals.js';
export { builderFor } from './list/deleted-rows.js';
export { declaredOrder } from './list/entity-order.js';
export { facetsOfRows } from './facets/facets.js';
export { linksOf, pageLinks } from './links.js';
export { populateRows } from './populate/populate.js';
export type { PageWatch } from './list/trace.js';
export { pageOf } from './page.js';
export { valueIssue } from './list/plan.js';
export type { PageSettings } from './list/plan.js';
export { checkSnapshot, eachInSnapshot, needsRunner, readAs } from './reads/reads.js';
export { checkReads, explainOptions, pageOptions, readsOf } from './reads/options.js';
export type { ExplainOptions, PageOptions, ReadOptions, ReadSettings } from './reads/options.js';
export { builderOf, eagerBuilderOf, targetOf } from './list/source.js';
export type { BuilderOrRepository } from './list/source.js';
export { isCarried } from './order/stored-value.js';
