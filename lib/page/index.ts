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
export type { Answer, PageInTheMaking } from './answers.js';
export { countRows, totalPlanOf } from './rows/count.js';
export { dropUnreferred } from './rows/joins.js';
export { beginEachRow, selectFrom, writeEachRow } from './rows/matching-rows.js';
export type { EachRow, EachRowParts } from './rows/matching-rows.js';
export {
  amongKeys,
  heldKeyOf,
  joinLinks,
  linksThrough,
  parentKeyIn,
  parentLinks,
  parentsByHeld,
  parentsOf,
  readForParents,
  relatedAlias,
  relatedBuilder,
} from './rows/parents.js';
export type { Links, Parents, ParentsPart } from './rows/parents.js';
export { aggregateValue, sumWithin, valueOut } from './values.js';
export type { AggregateValue } from './values.js';
export { RowExport, iterate, eachOptions, eachIssues } from './each.js';
export type { EachOptions } from './each.js';
export { withDeletedRows, builderOf, checkEntityRows, eagerBuilderOf, targetOf } from './list/builder.js';
export type { BuilderOrRepository } from './list/builder.js';
export { declaredOrder, listOf, sqlPlanFor, unorderedPlanOf, valueIssue } from './list/plan.js';
export type { PagePlan } from './list/plan.js';
export { linksOf, pageLinks } from './links.js';
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
