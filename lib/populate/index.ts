export {
  populatablesOf,
  defaultLimitOf,
  lengthOfName,
  mostRowsOf,
  visibleNames,
  unindexedRelations,
  wantedColumns,
} from './declared.js';
export type { TrustedReader, Populatable, Populatables, UnindexedRelation } from './declared.js';
export { populatedOf } from './populated.js';
export { readPopulate } from './read-populate.js';
export type { ReadPopulate } from './read-populate.js';
