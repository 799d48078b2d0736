export { facetsOf } from './declared-facets.js';
export { isSearchable, mostValuesOf, valuesWanted } from './facet-traits.js';
export { namedFacets } from './named-facets.js';
export { costOfFacets, readFacets } from './read-facets.js';
export { withoutOwn } from './without-own.js';
