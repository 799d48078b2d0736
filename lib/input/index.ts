export type * from './documents.js';
export type * from './facets.js';
export type * from './filters.js';
export type * from './operators.js';
export type * from './pages.js';
export type * from './sort.js';
