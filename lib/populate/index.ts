export { populatablesOf } from './declared.js';
export type { TrustedReader } from './declared.js';
export type { Populatable, Populatables } from './populatable.js';
export { defaultLimitOf, lengthOfName, mostRowsOf, visibleNames } from './populatable.js';
export { populatedOf } from './populated.js';
export { readPopulate } from './read-populate.js';
export type { ReadPopulate } from './tree.js';
export { unindexedRelations, wantedColumns } from './unindexed.js';
export type { UnindexedRelation } from './unindexed.js';
