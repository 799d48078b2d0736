export { flatOf } from './flat.js';
export { flatSortOf } from './sort.js';
export type { FlatMeaning, FlatProfile } from './flat.js';
export { checkFlat, checkModuleFlat } from './options.js';
export type {
  FlatDocs,
  FlatFilter,
  FlatFilterRule,
  FlatName,
  FlatNames,
  FlatOptions,
  FlatOverrides,
  FlatPageKey,
  FlatSortNames,
  FlatSortRule,
} from './options.js';
