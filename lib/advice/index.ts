export { adviseOn, adviseOnRequest } from './advise.js';
export type { AdvisedEntity } from './advise.js';
export { unindexedRelations } from './unindexed.js';
