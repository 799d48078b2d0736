export { facetsOf, isSearchable, mostValuesOf, valuesWanted, namedFacets } from './declared-facets.js';
export { costOfFacets, readFacets, withoutOwn } from './read-facets.js';
