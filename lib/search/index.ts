export { readSearch } from './read-search.js';
export { inheritedFieldsOf, searchFieldsOf } from './search-fields.js';
