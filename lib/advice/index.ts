export { adviseOn } from './advise.js';
export { askOn } from './ask-catalogue.js';
export { adviseOnRequest } from './unserved.js';
export type { AdvisedEntity } from './advise.js';
