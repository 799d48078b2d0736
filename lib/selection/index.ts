export { readSelection } from './read-selection.js';
export { checkSelect, selectableOf } from './selectable.js';
export { selectableNames } from './selectable-names.js';
export type { Selectable } from './selectable-names.js';
