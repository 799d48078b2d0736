export { adviseOn } from './advise.js';
export type { AdvisedEntity } from './advise.js';
