export { flatOf } from './flat.js';
export type { FlatMeaning, FlatProfile } from './flat.js';
export { checkFlat, checkModuleFlat } from './options.js';
export type { FlatFilter, FlatFilterRule, FlatNames, FlatOptions, FlatOverrides, FlatPageKey } from './options.js';
