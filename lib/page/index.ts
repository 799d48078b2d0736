export { applyConditions, applyPlan, refuseCursor } from './apply.js';
export { countRows } from './count.js';
export { declaredOrder } from './entity-order.js';
export { linksOf } from './links.js';
export { pageOf } from './page.js';
export { valueIssue } from './plan.js';
export type { PageResult } from './plan.js';
export { isCarried } from './stored-value.js';
