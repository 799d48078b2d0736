export { flatOf } from './flat.js';
export { flatSortOf } from './sort.js';
export type { FlatMeaning, FlatProfile } from './flat.js';
export { checkFlat, checkModuleFlat } from './options.js';
export type {
  FlatFilter,
  FlatFilterRule,
  FlatNames,
  FlatOptions,
  FlatOverrides,
  FlatPageKey,
  FlatSortNames,
  FlatSortRule,
} from './options.js';
