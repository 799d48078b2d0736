export { applyConditions, applyPlan, refuseCursor } from './apply.js';
export { countRows } from './count.js';
export { linksOf } from './links.js';
export { pageOf } from './page.js';
export type { PageResult } from './plan.js';
