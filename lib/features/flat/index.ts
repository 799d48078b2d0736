import type { FlatFeature } from '../../list/index.js';
import { flatOf } from './flat.js';
import { checkFlat, checkModuleFlat } from './options.js';
import { flatSortOf } from './sort.js';

/** Names without brackets, which mean the same as bracketed ones. */
export const flat: FlatFeature = {
  rules: { module: checkModuleFlat, handler: checkFlat },
  declare: flatOf,
  sortOf: flatSortOf,
};
